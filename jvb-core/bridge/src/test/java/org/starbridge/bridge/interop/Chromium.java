package org.starbridge.bridge.interop;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One headless Chromium with a fake camera and microphone, on pages of the test's own web server: one at first, and
 * more in windows of their own.
 */
public final class Chromium implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Chromium.class);
    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");

    private static final int CLEANUP_ATTEMPTS = 100;

    /** Of cameras and patterns: half of what is usual, as software encodes, decodes and paints each picture. */
    private static final int FRAMES_PER_SECOND = 15;

    private static final String OFFER_ONLY = """
            (async (codec) => {
                const add = RTCPeerConnection.prototype.addTransceiver;
                RTCPeerConnection.prototype.addTransceiver = function (track, init) {
                    const transceiver = add.call(this, track, init);
                    if (track.kind === 'video') {
                        transceiver.setCodecPreferences(RTCRtpSender.getCapabilities('video').codecs
                            .filter((c) => c.mimeType === 'video/' + codec || c.mimeType === 'video/rtx'));
                    }
                    return transceiver;
                };
            })""";

    private final Path profile;
    private final ChromeDriver driver;
    private final String captureSlowly;
    private final Page first;

    private Chromium(Path profile, ChromeDriver driver, int framesPerSecond) {
        this.profile = profile;
        this.driver = driver;
        captureSlowly = """
                {
                    const capture = HTMLCanvasElement.prototype.captureStream;
                    HTMLCanvasElement.prototype.captureStream = function (rate) {
                        return capture.call(this, Math.min(rate ?? %1$d, %1$d));
                    };
                }""".formatted(framesPerSecond);
        first = new Page(driver);
        capture();
    }

    /** Canvases of the present window are captured with the frame rate of the camera at the most. */
    private void capture() {
        driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", captureSlowly));
    }

    /** Opens {@code url}; without a browser on the machine the test is skipped, or fails where one is required. */
    public static Chromium open(String url) throws IOException {
        return open(url, FRAMES_PER_SECOND);
    }

    /** The same with a camera, or patterns, of this frame rate at the most. */
    public static Chromium open(String url, int framesPerSecond) throws IOException {
        return open(url, framesPerSecond, List.of());
    }

    /** The same with a microphone that plays a WAV file again and again. */
    public static Chromium speaking(String url, int framesPerSecond, Path speech) throws IOException {
        return open(url, framesPerSecond, List.of("--use-file-for-fake-audio-capture=" + speech));
    }

    private static Chromium open(String url, int framesPerSecond, List<String> more) throws IOException {
        Optional<Path> browser =
                BROWSERS.stream().flatMap(name -> onPath(name).stream()).findFirst();
        Optional<Path> driver = onPath("chromedriver");
        if (browser.isEmpty() || driver.isEmpty()) {
            String missing =
                    "No Chromium with chromedriver on this machine: the bridge is NOT tested with a real browser."
                            + " Install Debian's packages chromium and chromium-driver.";
            if (Boolean.parseBoolean(System.getenv("STARBRIDGE_REQUIRE_BROWSER"))) {
                throw new AssertionError(missing);
            }
            LOG.warn(missing);
            abort(missing);
        }
        Path profile = Files.createTempDirectory("starbridge-chromium");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.orElseThrow().toFile());
        options.addArguments(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--use-fake-ui-for-media-stream",
                "--use-fake-device-for-media-stream=fps=" + framesPerSecond,
                "--autoplay-policy=no-user-gesture-required",
                "--allow-loopback-in-peer-connection",
                // Three encodings at 640x480, too, and no window sleeps because another one is looked at.
                "--force-fieldtrials=WebRTC-LegacySimulcastLayerLimit/Disabled/",
                "--disable-renderer-backgrounding",
                "--disable-background-timer-throttling",
                "--disable-backgrounding-occluded-windows",
                "--user-data-dir=" + profile);
        options.addArguments(more);
        LoggingPreferences console = new LoggingPreferences();
        console.enable(LogType.BROWSER, Level.SEVERE);
        options.setCapability("goog:loggingPrefs", console);
        ChromeDriver started = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(driver.orElseThrow().toFile())
                        .usingAnyFreePort()
                        .build(),
                options);
        started.manage().timeouts().scriptTimeout(Duration.ofMinutes(2));
        Chromium chromium = new Chromium(profile, started, framesPerSecond);
        chromium.visit(url);
        return chromium;
    }

    private static Optional<Path> onPath(String name) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** What the console of the present window says is wrong: errors, what a policy refused, failed requests. */
    List<String> consoleErrors() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /** A picture (PNG) of the present window, of this size in CSS pixels. */
    byte[] picture(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
        return driver.getScreenshotAs(OutputType.BYTES);
    }

    /** Opens another page, or the same one again. */
    void visit(String url) {
        driver.get(url);
    }

    /** The page that it was opened with. */
    public Page page() {
        return first;
    }

    /** Another one, in a window of its own. */
    public Page openPage(String url) {
        driver.switchTo().newWindow(WindowType.WINDOW);
        capture();
        driver.get(url);
        return new Page(driver);
    }

    /** Calls a function of the first page. */
    Map<String, Object> call(String function, Object... arguments) {
        return first.call(function, arguments);
    }

    /** A window with a page. */
    public static final class Page {
        private final ChromeDriver driver;
        private final String window;

        private Page(ChromeDriver driver) {
            this.driver = driver;
            window = driver.getWindowHandle();
        }

        /** Begins again with an address: connections of before are gone. */
        public void visit(String url) {
            driver.switchTo().window(window);
            driver.get(url);
        }

        /** Sends a command of the DevTools protocol, such as {@code Emulation.setEmulatedMedia}. */
        public void command(String name, Map<String, Object> parameters) {
            driver.switchTo().window(window);
            driver.executeCdpCommand(name, parameters);
        }

        /** From now on the page's peer connections offer one video codec only, such as {@code VP9}. */
        void offerOnly(String codec) {
            call(OFFER_ONLY, codec);
        }

        /** Calls an asynchronous function of the page and waits for what it resolves with. */
        @SuppressWarnings("unchecked") // JavaScript objects come as maps
        public Map<String, Object> call(String function, Object... arguments) {
            String script = "const done = arguments[arguments.length - 1];"
                    + "const given = Array.from(arguments).slice(0, -1);"
                    + "(async () => " + function + "(...given))()"
                    + ".then(value => done({value: value === undefined ? {} : value}), error => done({error: String(error)}));";
            driver.switchTo().window(window);
            Map<String, Object> outcome = (Map<String, Object>) driver.executeAsyncScript(script, arguments);
            if (outcome == null || outcome.containsKey("error")) {
                throw new AssertionError(
                        function + " in the browser: " + (outcome == null ? "nothing" : outcome.get("error")));
            }
            return (Map<String, Object>) Objects.requireNonNull(outcome.get("value"));
        }
    }

    /** Ends the browser; its processes may still write into the profile for a moment. */
    @Override
    public void close() throws IOException {
        driver.quit();
        for (int attempt = 1; Files.exists(profile); attempt++) {
            try {
                deleteProfile();
            } catch (DirectoryNotEmptyException | NoSuchFileException | UncheckedIOException e) {
                if (attempt == CLEANUP_ATTEMPTS) {
                    LOG.warn("{} remains: {}", profile, e.toString());
                    return;
                }
            }
        }
    }

    private void deleteProfile() throws IOException {
        try (Stream<Path> files = Files.walk(profile)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
