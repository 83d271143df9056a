package dev.relaybench;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import dev.relaybench.harness.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Keeps the repository tidy: each rule names what breaks it, and where.
class TidyTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final List<Path> SOURCES = sources();

    private static final int LINE_MAX = 120;
    private static final int FILE_LINES_MAX = 300;
    private static final int TEST_FILE_LINES_MAX = 400;
    private static final int METHOD_LINES_MAX = 60;
    private static final int PARAMETERS_MAX = 5;
    /// A constructor wires collaborators together, each of which has a name of its own.
    private static final int CONSTRUCTOR_PARAMETERS_MAX = 6;

    private static final Pattern BANNED_TYPE_NAME = Pattern.compile(
            "\\b(?:class|record|interface|enum) \\w*(?:Manager|Helper|Util|Common|Base|Impl|Data|Info|Processor)s?\\b");

    @Test
    void linesAreShort() {
        assertThat(lines(line -> line.text().length() > LINE_MAX)).isEmpty();
    }

    @Test
    void filesAreShort() {
        assertThat(SOURCES.stream()
                        .filter(file -> read(file).size() > (isTest(file) ? TEST_FILE_LINES_MAX : FILE_LINES_MAX)))
                .isEmpty();
    }

    @Test
    void methodsAreShort() {
        assertThat(Methods.in(SOURCES).filter(method -> method.lines() > METHOD_LINES_MAX))
                .isEmpty();
    }

    @Test
    void methodsTakeFewParameters() {
        assertThat(Methods.in(SOURCES)
                        .filter(method -> method.parameters()
                                > (method.constructor() ? CONSTRUCTOR_PARAMETERS_MAX : PARAMETERS_MAX)))
                .isEmpty();
    }

    @Test
    void nothingIsLeftForLater() {
        var later = Pattern.compile("TO" + "DO|FIX" + "ME|XX" + "X|@Dis" + "abled");
        assertThat(lines(line -> later.matcher(line.text()).find())).isEmpty();
    }

    @Test
    void onlyOnePlaceSleeps() {
        var sleep = Pattern.compile("Thread\\.sle" + "ep|TimeUnit\\.\\w+\\.sle" + "ep");
        assertThat(lines(line -> sleep.matcher(line.text()).find()))
                .allMatch(line -> line.file().endsWith("harness/run/Pause.java"), "await a condition instead");
    }

    @Test
    void onlyMainClassesEndTheProcess() {
        assertThat(lines(line -> line.text().contains("System.ex" + "it(")))
                .allMatch(line -> line.file().toString().matches(".*Main\\.java"), "return an exit code instead");
    }

    @Test
    void typeNamesSayWhatATypeIs() {
        assertThat(lines(line -> BANNED_TYPE_NAME.matcher(line.text()).find())).isEmpty();
    }

    @Test
    void everyPackageSaysWhatLivesThereAndIsNullMarked() {
        var packages = SOURCES.stream()
                .filter(not(TidyTest::isTest))
                .map(Path::getParent)
                .distinct()
                .toList();

        assertThat(packages).allSatisfy(directory -> {
            Path description = directory.resolve("package-info.java");
            assertThat(description).exists();
            assertThat(read(description))
                    .anyMatch(line -> line.startsWith("/// "))
                    .contains("@NullMarked");
        });
    }

    @Test
    void everyScenarioNamesTheMistakeThatItCatches() {
        assertThat(SOURCES.stream()
                        .filter(not(TidyTest::isTest))
                        .filter(file -> String.join("\n", read(file)).contains("@AutoService(Scenario.class)")))
                .isNotEmpty()
                .allMatch(file -> read(file).stream().anyMatch(line -> line.startsWith("/// Catches ")));
    }

    @Test
    void readmeNamesEveryScenario() {
        String readme = String.join("\n", read(ROOT.resolve("README.md")));
        assertThat(Scenario.installed())
                .isNotEmpty()
                .allMatch(scenario -> readme.contains("`" + scenario.name() + "`"));
    }

    @Test
    void nothingNamesAMachine() {
        var machine = Pattern.compile("/wo" + "rk/|/ro" + "ot/|/ho" + "me/\\w+/|\\.\\./sha" + "red");
        var found =
                new ArrayList<Line>(lines(line -> machine.matcher(line.text()).find()));
        Stream.concat(
                        Stream.of("README.md", "pom.xml", ".ci/run", ".gitlab-ci.yml")
                                .map(ROOT::resolve),
                        filesIn("scripts").stream())
                .flatMap(TidyTest::linesOf)
                .filter(line -> machine.matcher(line.text()).find())
                .forEach(found::add);

        assertThat(found).isEmpty();
    }

    @Test
    void theRulesReadTheWholeRepository() {
        assertThat(SOURCES).hasSizeGreaterThan(100);
        assertThat(Methods.in(SOURCES)).hasSizeGreaterThan(500);
    }

    private static List<Path> filesIn(String directory) {
        try (Stream<Path> files = Files.walk(ROOT.resolve(directory))) {
            return files.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isTest(Path file) {
        return file.toString().contains("/src/test/");
    }

    private static List<Path> sources() {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.toString().contains("/src/"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Line> lines(Predicate<Line> wanted) {
        return SOURCES.stream().flatMap(TidyTest::linesOf).filter(wanted).toList();
    }

    private static Stream<Line> linesOf(Path file) {
        List<String> texts = read(file);
        return IntStream.range(0, texts.size()).mapToObj(i -> new Line(ROOT.relativize(file), i + 1, texts.get(i)));
    }

    private static List<String> read(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Line(Path file, int number, String text) {}
}
