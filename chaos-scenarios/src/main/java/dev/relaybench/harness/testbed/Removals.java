package dev.relaybench.harness.testbed;

import java.util.Collection;
import java.util.function.Consumer;

/// Removes one thing after another, so that one that stays keeps none of the others.
final class Removals {
    private Removals() {}

    /// @throws TestbedException the first failure, with the others as suppressed ones, after all have been tried
    static void tryEach(Collection<String> names, Consumer<String> removal) {
        TestbedException first = null;
        for (String name : names) {
            try {
                removal.accept(name);
            } catch (TestbedException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
