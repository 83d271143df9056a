package dev.relaybench.harness.toxiproxy.conformance;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/// Cases about one thing that a server does. Found by the service loader.
public interface CaseGroup {
    /// A word or two, unique among the groups.
    String name();

    /// What is demanded, in the order in which it is tried. No case relies on another.
    List<ConformanceCase> cases();

    /// All groups that are installed, by name.
    static List<CaseGroup> installed() {
        return ServiceLoader.load(CaseGroup.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(CaseGroup::name))
                .toList();
    }
}
