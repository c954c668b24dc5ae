package org.starbridge.bridge.interop;

import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One headless Firefox with a fake camera and microphone, controlled by WebDriver BiDi (W3C), which it implements
 * without a geckodriver.
 */
final class Firefox implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Firefox.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MISSING = "No firefox-esr on this machine: the bridge is NOT tested with Firefox."
            + " Install Debian's package firefox-esr.";

    private static final String PREFERENCES = """
            user_pref("media.navigator.streams.fake", true);
            user_pref("media.navigator.permission.disabled", true);
            user_pref("media.peerconnection.ice.loopback", true);
            user_pref("media.peerconnection.ice.obfuscate_host_addresses", false);
            user_pref("media.autoplay.default", 0);
            user_pref("media.gmp-manager.updateEnabled", false);
            user_pref("browser.startup.page", 0);
            user_pref("browser.shell.checkDefaultBrowser", false);
            user_pref("app.update.enabled", false);
            user_pref("toolkit.telemetry.enabled", false);
            user_pref("datareporting.policy.dataSubmissionEnabled", false);
            user_pref("network.captive-portal-service.enabled", false);
            user_pref("network.connectivity-service.enabled", false);
            user_pref("network.proxy.type", 0);
            """;
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final int ANSWER_LIMIT_S = 60;
    private static final int END_LIMIT_S = 10;

    private final Path profile;
    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private @Nullable WebSocket socket;
    private int lastId;

    private Firefox(Path profile, Process process) {
        this.profile = profile;
        this.process = process;
    }

    /** Starts it; without Firefox on the machine the test is skipped, or fails where one is required. */
    static Firefox start() throws IOException, InterruptedException {
        Optional<Path> binary = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "firefox-esr"))
                .filter(Files::isExecutable)
                .findFirst();
        if (binary.isEmpty()) {
            if (Boolean.parseBoolean(System.getenv("STARBRIDGE_REQUIRE_FIREFOX"))) {
                throw new AssertionError(MISSING);
            }
            LOG.warn(MISSING);
            abort(MISSING);
        }
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path profile = Files.createTempDirectory("starbridge-firefox");
        Files.writeString(profile.resolve("user.js"), PREFERENCES);
        ProcessBuilder builder = new ProcessBuilder(List.of(
                binary.orElseThrow().toString(),
                "--headless",
                "--no-remote",
                "--profile",
                profile.toString(),
                "--remote-debugging-port=" + port));
        builder.environment().put("HOME", profile.toString());
        builder.redirectErrorStream(true)
                .redirectOutput(profile.resolve("log.txt").toFile());
        Firefox firefox = new Firefox(profile, builder.start());
        try {
            firefox.connect(port);
            firefox.command("session.new", Map.of("capabilities", Map.of()));
            return firefox;
        } catch (RuntimeException | AssertionError | IOException | InterruptedException e) {
            firefox.close();
            throw e;
        }
    }

    private void connect(int port) throws InterruptedException {
        URI uri = URI.create("ws://127.0.0.1:" + port + "/session");
        long limitNs = System.nanoTime() + START_LIMIT.toNanos();
        while (true) {
            try {
                socket = http.newWebSocketBuilder()
                        .buildAsync(uri, new Collector(messages))
                        .join();
                return;
            } catch (CompletionException e) {
                if (System.nanoTime() > limitNs || process.waitFor(200, TimeUnit.MILLISECONDS)) {
                    throw e;
                }
            }
        }
    }

    private JsonNode command(String method, Map<String, ?> parameters) throws IOException, InterruptedException {
        int id = ++lastId;
        WebSocket open = socket;
        if (open == null) {
            throw new IllegalStateException("not connected");
        }
        open.sendText(JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true)
                .join();
        while (true) {
            String text = messages.poll(ANSWER_LIMIT_S, TimeUnit.SECONDS);
            if (text == null) {
                throw new AssertionError(method + ": no answer from Firefox");
            }
            JsonNode message = JSON.readTree(text);
            if (message.path("id").asInt() == id) {
                if (message.path("type").asText().equals("error")) {
                    throw new AssertionError(method + ": " + message);
                }
                return message.path("result");
            }
        }
    }

    /** Opens a page in a tab of its own and adds a script to it; returns the tab. */
    String open(String url, String script) throws IOException, InterruptedException {
        String tab = command("browsingContext.create", Map.of("type", "tab"))
                .path("context")
                .asText();
        command("browsingContext.navigate", Map.of("context", tab, "url", url, "wait", "complete"));
        evaluate(tab, script + "\n;''");
        return tab;
    }

    /** Evaluates an expression, a promise for instance, and returns the object of JSON that comes of it. */
    JsonNode call(String tab, String expression) throws IOException, InterruptedException {
        return JSON.readTree(evaluate(tab, "(async () => JSON.stringify(await " + expression + "))()"));
    }

    private String evaluate(String tab, String expression) throws IOException, InterruptedException {
        JsonNode outcome = command(
                "script.evaluate",
                Map.of("expression", expression, "target", Map.of("context", tab), "awaitPromise", true));
        if (!outcome.path("type").asText().equals("success")) {
            throw new AssertionError("in Firefox: "
                    + outcome.path("exceptionDetails").path("text").asText());
        }
        return outcome.path("result").path("value").asText();
    }

    @Override
    public void close() {
        WebSocket open = socket;
        if (open != null) {
            open.abort();
        }
        http.shutdownNow();
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            process.onExit().get(END_LIMIT_S, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            process.destroyForcibly();
        }
        try (Stream<Path> files = Files.walk(profile)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("{} remains: {}", profile, e.toString());
        }
    }

    /** Puts the parts of a message together. */
    private static final class Collector implements WebSocket.Listener {
        private final BlockingQueue<String> messages;
        private final StringBuilder parts = new StringBuilder();

        Collector(BlockingQueue<String> messages) {
            this.messages = messages;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            parts.append(data);
            if (last) {
                messages.add(parts.toString());
                parts.setLength(0);
            }
            socket.request(1);
            return null;
        }
    }
}
