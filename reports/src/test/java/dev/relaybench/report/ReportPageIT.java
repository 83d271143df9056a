package dev.relaybench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The page in a real browser, with scripts off: what a person or a CI server's strict content policy would get.
class ReportPageIT {
    private static final List<String> FLAGS = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");
    private static final Path SHOTS = Path.of("target/screenshots");

    private static @Nullable Playwright playwright;
    private static @Nullable Browser browser;
    private static @Nullable ReportFiles files;

    private final List<String> complaints = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();
    private @Nullable BrowserContext context;

    @BeforeAll
    static void openTheBrowser() {
        files = ReportWriter.write(Path.of("target/page"), StoredRuns.all(), List.of(StoredRuns.benchmarks()));
        Optional<Path> node = executable("node");
        Optional<Path> chromium = executable("chromium").or(() -> executable("google-chrome"));
        boolean there = node.isPresent() && chromium.isPresent();
        if ("true".equals(System.getenv("RELAYBENCH_REQUIRE_BROWSER"))) {
            assertThat(there)
                    .as("Node and Chromium are on PATH, as RELAYBENCH_REQUIRE_BROWSER asks")
                    .isTrue();
        }
        assumeTrue(there, "The page is not tested: Node or Chromium is not on PATH.");
        playwright = Playwright.create(new Playwright.CreateOptions()
                .setEnv(Map.of(
                        "PLAYWRIGHT_NODEJS_PATH",
                        node.orElseThrow().toString(),
                        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                        "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium.orElseThrow())
                        .setArgs(FLAGS));
    }

    @AfterAll
    static void closeTheBrowser() {
        if (playwright != null) {
            playwright.close();
        }
    }

    @AfterEach
    void closeThePage() {
        if (context != null) {
            context.close();
        }
    }

    @Test
    void needsNoScriptNoNetworkAndComplainsOfNothing() {
        open(1280, ColorScheme.LIGHT);

        assertThat(complaints).isEmpty();
        assertThat(requests).singleElement().asString().endsWith("/report.html");
    }

    @Test
    void leadsFromEachRowToItsTimeline() {
        Page page = open(1280, ColorScheme.LIGHT);
        List<Locator> links = page.locator("#fallbacks + .scroll tbody th a").all();

        assertThat(links).hasSize(4);
        for (Locator link : links) {
            link.click();
            String anchor = page.url().substring(page.url().indexOf('#'));
            assertThat(page.locator(anchor).count()).isOne();
            assertThat(page.locator(anchor).boundingBox().y).isBetween(0.0, 900.0);
        }
    }

    @Test
    void opensTheNumbersBehindAFigure() {
        Page page = open(1280, ColorScheme.LIGHT);
        Locator details = page.locator("details").first();

        details.locator("summary").click();

        assertThat(details.locator("table").first().isVisible()).isTrue();
        assertThat(details.locator("caption").allTextContents()).contains("Trials", "Anomalies");
    }

    @Test
    void namesEveryFigureAndEveryTable() {
        Page page = open(1280, ColorScheme.LIGHT);

        assertThat(page.locator("svg").count()).isGreaterThan(6);
        for (Locator svg : page.locator("svg").all()) {
            for (String id : svg.getAttribute("aria-labelledby").split(" ", -1)) {
                assertThat(page.locator("#" + id).textContent()).isNotBlank();
            }
        }
        assertThat(page.locator("table:not(:has(caption))").count()).isZero();
        assertThat(page.locator("th:not([scope])").count()).isZero();
        assertThat(page.locator("html").getAttribute("lang")).isEqualTo("en");
    }

    @Test
    void keepsItsFiguresWhereTheContentPolicyBlocksStyleSheets() throws IOException {
        String html = Files.readString(files().html());
        Page page = page(1280, ColorScheme.LIGHT);
        // What a CI server that shows build artifacts sends by default.
        page.route(
                "http://ci.invalid/**",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setHeaders(Map.of(
                                "Content-Type", "text/html; charset=utf-8",
                                "Content-Security-Policy", "sandbox; default-src 'none'"))
                        .setBody(html)));
        page.navigate("http://ci.invalid/report.html");
        page.screenshot(
                new Page.ScreenshotOptions().setPath(SHOTS.resolve("csp.png")).setFullPage(true));

        assertThat(complaints).as("the style sheet was blocked").isNotEmpty();
        assertThat(style(page.locator("body").first(), "max-width")).isEqualTo("none");
        Locator figure = page.locator("svg").nth(1);
        assertThat(figure.boundingBox().width).isEqualTo(960);
        assertThat(style(figure.locator("polyline").first(), "stroke")).isEqualTo("rgb(36, 99, 184)");
        assertThat(style(figure.locator("polyline").first(), "fill")).isEqualTo("none");
        assertThat(figure.locator("text", new Locator.LocatorOptions().setHasText("recovered after 9.40 s"))
                        .isVisible())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 768, 1280})
    void neverScrollsSidewaysAsAWhole(int width) {
        Page page = open(width, ColorScheme.LIGHT);
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(SHOTS.resolve(width + ".png"))
                .setFullPage(true));

        for (Locator summary : page.locator("summary").all()) {
            summary.click();
        }
        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(width);
        assertThat(page.evaluate("document.querySelectorAll('details[open]').length"))
                .as("the folded tables were measured as well")
                .isEqualTo(page.locator("details").count());
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void keepsEnoughContrast(ColorScheme scheme) {
        Page page = open(1280, scheme);
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(SHOTS.resolve(scheme + ".png"))
                .setFullPage(true));

        double[] ground = Contrast.color(style(page.locator("body").first(), "background-color"));
        for (String key : List.of("h1", "p", ".quiet", "nav a", "tbody a", "summary", "caption", "figcaption")) {
            Locator text = page.locator(key).first();
            assertThat(Contrast.ratio(Contrast.color(style(text, "color")), ground))
                    .as(key)
                    .isGreaterThan(4.5);
        }
        for (Locator badge : page.locator("#fallbacks + .scroll .badge").all()) {
            double[] own = Contrast.color(style(badge, "background-color"));
            assertThat(Contrast.ratio(Contrast.color(style(badge, "color")), own))
                    .as(badge.textContent())
                    .isGreaterThan(4.5);
        }
        for (Locator label : page.locator("svg").nth(1).locator("text").all()) {
            assertThat(Contrast.ratio(Contrast.color(style(label, "fill")), ground))
                    .as(label.textContent())
                    .isGreaterThan(4.5);
        }
    }

    private static String style(Locator element, String property) {
        return element.evaluate("(e, name) => getComputedStyle(e).getPropertyValue(name)", property)
                .toString();
    }

    private Page open(int width, ColorScheme scheme) {
        Page page = page(width, scheme);
        page.navigate(files().html().toAbsolutePath().toUri().toString());
        return page;
    }

    private Page page(int width, ColorScheme scheme) {
        if (browser == null) {
            throw new IllegalStateException("No browser is open");
        }
        context = browser.newContext(new Browser.NewContextOptions()
                .setJavaScriptEnabled(false)
                .setColorScheme(scheme)
                .setViewportSize(width, 900));
        Page page = context.newPage();
        page.onConsoleMessage(message -> complaints.add(message.text()));
        page.onPageError(complaints::add);
        page.onRequest(request -> requests.add(request.url()));
        return page;
    }

    private static ReportFiles files() {
        if (files == null) {
            throw new IllegalStateException("No report was written");
        }
        return files;
    }

    private static Optional<Path> executable(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, 0))
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
