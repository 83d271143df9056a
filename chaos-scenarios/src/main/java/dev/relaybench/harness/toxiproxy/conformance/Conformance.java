package dev.relaybench.harness.toxiproxy.conformance;

import dev.relaybench.harness.testbed.TestbedException;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The suite against one server.
///
/// It needs a server without proxies, on this machine or in its network, and asks before it touches anything. It
/// deletes every proxy that it created, whatever happens.
public final class Conformance {
    private static final Outcome GONE = new Outcome.Skipped("the server does not answer any more");
    private static final Duration CASE_LIMIT = Duration.ofSeconds(20);

    private final ServerApi api;
    private final Duration caseLimit;

    private Conformance(ServerApi api, Duration caseLimit) {
        this.api = api;
        this.caseLimit = caseLimit;
    }

    /// The suite against the server with this address, which is not asked yet.
    ///
    /// @param apiUrl of the server's HTTP API: `http://127.0.0.1:8474`
    /// @throws IllegalArgumentException with one sentence that names the remedy, when no server can be meant by it
    public static Conformance of(URI apiUrl) {
        return new Conformance(new ServerApi(ApiUrl.checked(apiUrl)), CASE_LIMIT);
    }

    /// The same with another limit for each attempt at a case. What a server never sends is waited for that long.
    public Conformance withCaseLimit(Duration limit) {
        return new Conformance(api, limit);
    }

    /// Tries every case, one after another, and tells of each as soon as it is judged.
    ///
    /// @throws TestbedException with one sentence, before anything is touched, when
    ///     nothing answers, what answers is no Toxiproxy, or it has proxies
    public ConformanceReport run(Listener listener) {
        return run(CaseGroup.installed(), listener);
    }

    /// The same with these groups only.
    public ConformanceReport run(List<CaseGroup> groups, Listener listener) {
        String version = api.requireUnused();
        List<CaseResult> results = new ArrayList<>();
        List<String> leftBehind;
        try {
            warmUp();
            boolean alive = true;
            for (CaseGroup group : groups) {
                List<ConformanceCase> cases = group.cases();
                for (int i = 0; i < cases.size(); i++) {
                    Outcome outcome = alive ? judge(cases.get(i)) : GONE;
                    if (api.hasEnded()) {
                        throw new TestbedException("The check was ended before its time: nothing was learnt.");
                    }
                    CaseResult result =
                            new CaseResult(group.name(), cases.get(i).sentence(), outcome);
                    results.add(result);
                    listener.judged(result, i + 1, cases.size());
                    // A server that a case has killed would fail all others, for no fault of theirs.
                    alive = alive && (!(outcome instanceof Outcome.Failed) || api.answers());
                }
            }
        } finally {
            leftBehind = api.answers() ? api.deleteOwn() : List.of();
        }
        return new ConformanceReport(api.url(), version, List.copyOf(results), leftBehind);
    }

    Outcome judge(ConformanceCase conformanceCase) {
        return new Jury(api, caseLimit, HostStalls::watch).judge(conformanceCase);
    }

    /// The first connection loads classes on both sides for longer than times allow. What goes wrong here goes wrong
    /// again in a case, which tells of it.
    void warmUp() {
        judge(ConformanceCase.untimed("is warmed up", rig -> {
            rig.proxy()
                    .toxics()
                    .latency("warm-up", ToxicDirection.DOWNSTREAM, 1)
                    .setJitter(1);
            rig.connect().roundTripMillis();
        }));
    }

    /// Deletes what the suite has on the server, for the end of a process in the middle of a run: no case gets a proxy
    /// afterwards.
    public void end() {
        api.end();
        api.deleteOwn();
    }

    /// Hears of each case as soon as it is judged.
    @FunctionalInterface
    public interface Listener {
        /// Called from the thread that runs the suite.
        ///
        /// @param number of the case in its group, from 1
        /// @param groupSize how many cases the group has
        void judged(CaseResult result, int number, int groupSize);
    }
}
