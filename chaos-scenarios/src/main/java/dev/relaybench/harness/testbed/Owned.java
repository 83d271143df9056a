package dev.relaybench.harness.testbed;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The names that this harness has created on a server, and so may remove. Whatever else is there belongs to somebody.
final class Owned {
    private final String what;
    private final Set<String> created = new HashSet<>();
    private final Set<String> left = new TreeSet<>();

    /// @param what for messages: `database`, `topic`
    Owned(String what) {
        this.what = what;
    }

    synchronized void created(String name) {
        created.add(name);
        left.add(name);
    }

    synchronized void removed(String name) {
        left.remove(name);
    }

    /// What was created and not removed.
    synchronized List<String> left() {
        return List.copyOf(left);
    }

    /// @throws TestbedException if the name was never created here
    synchronized void require(String name) {
        if (!created.contains(name)) {
            throw new TestbedException("The " + what + " " + name
                    + " was not made by this run and is left alone: remove it yourself if it may go.");
        }
    }
}
