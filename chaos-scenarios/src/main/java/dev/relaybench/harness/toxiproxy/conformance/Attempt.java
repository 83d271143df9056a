package dev.relaybench.harness.toxiproxy.conformance;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One go at a case.
///
/// @param worstStall the longest time that the host kept a due thread waiting meanwhile
/// @param timeWasUp whether the case waited in vain until its deadline, which no stall of the host explains
record Attempt(Outcome outcome, Duration worstStall, boolean timeWasUp) {
    /// What a thread gets to end after its sockets were closed.
    private static final Duration GRACE = Duration.ofSeconds(3);

    /// Runs the case in a thread of its own, ends it when its time is up, and cleans up behind it.
    static Attempt at(ConformanceCase conformanceCase, Scene scene, StallMeter stalls) {
        Run run = new Run(conformanceCase, scene);
        Thread thread = Thread.ofPlatform().daemon().name("conformance-case").start(run);
        try (scene) {
            Deadline deadline = scene.deadline();
            if (!thread.join(Duration.ofMillis(deadline.leftMillis()).plus(GRACE))) {
                scene.close();
                thread.interrupt();
                Outcome late = new Outcome.Failed("it did not end within " + deadline.words());
                return new Attempt(late, stalls.worst(), true);
            }
            return new Attempt(run.outcome(), stalls.worst(), deadline.leftMillis() == 0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            thread.interrupt();
            return new Attempt(new Outcome.Skipped("the check was interrupted"), stalls.worst(), false);
        }
    }

    boolean passed() {
        return outcome instanceof Outcome.Passed;
    }

    private static final class Run implements Runnable {
        private final ConformanceCase conformanceCase;
        private final Scene scene;
        private volatile @Nullable Outcome outcome;

        Run(ConformanceCase conformanceCase, Scene scene) {
            this.conformanceCase = conformanceCase;
            this.scene = scene;
        }

        @Override
        public void run() {
            outcome = judge();
        }

        private Outcome judge() {
            try {
                conformanceCase.body().run(scene);
                return new Outcome.Passed();
            } catch (NotJudged e) {
                return new Outcome.Skipped(String.valueOf(e.getMessage()));
            } catch (Deviation e) {
                return new Outcome.Failed(String.valueOf(e.getMessage()));
            } catch (Exception e) {
                // A refused control call, a connection that is not accepted, an answer that makes no sense.
                return new Outcome.Failed(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }

        Outcome outcome() {
            Outcome seen = outcome;
            return seen == null ? new Outcome.Failed("it died without an outcome") : seen;
        }
    }
}
