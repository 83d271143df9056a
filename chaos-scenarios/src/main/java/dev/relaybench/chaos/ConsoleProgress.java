package dev.relaybench.chaos;

import dev.relaybench.harness.run.Progress;
import dev.relaybench.report.run.StoredRun;
import java.io.Console;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;

/// Says on the terminal how long work goes on: on a real terminal one live line, else one line a phase.
final class ConsoleProgress implements Progress {
    private static final String ERASE_LINE = "\r\u001b[2K";

    private final PrintStream out;
    private final boolean live;
    private final long startNanos = System.nanoTime();
    private String subject = "";

    ConsoleProgress(PrintStream out, boolean live) {
        this.out = out;
        this.live = live;
    }

    /// A live line only where somebody watches it.
    static ConsoleProgress onStandardOutput() {
        boolean terminal =
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        return new ConsoleProgress(System.out, terminal && System.getenv("CI") == null);
    }

    @Override
    public synchronized void started(String scenario, String relay) {
        subject = scenario + " / " + relay;
        step("starting");
    }

    @Override
    public synchronized void step(String words) {
        String line = time() + "  " + subject + (subject.isEmpty() ? "" : ": ") + words;
        if (live) {
            out.print(ERASE_LINE + line);
            out.flush();
        } else {
            out.println(line);
        }
    }

    /// A count that moves on often: shown where somebody watches, and nowhere else.
    synchronized void count(String words) {
        if (live) {
            step(words);
        }
    }

    @Override
    public synchronized void notice(String sentence) {
        out.println((live ? ERASE_LINE : "") + "Note: " + sentence);
    }

    @Override
    public synchronized void finished(StoredRun run) {
        String verdict = run.judgement().map(Enum::name).orElse("interrupted");
        out.println((live ? ERASE_LINE : "") + time() + "  " + subject + ": " + verdict);
        subject = "";
    }

    /// Ends a live line, so that what follows stands on its own.
    synchronized void done() {
        if (live) {
            out.print(ERASE_LINE);
            out.flush();
        }
    }

    private String time() {
        Duration elapsed = Duration.ofNanos(System.nanoTime() - startNanos);
        return "%3d:%02d".formatted(elapsed.toMinutes(), elapsed.toSecondsPart());
    }
}
