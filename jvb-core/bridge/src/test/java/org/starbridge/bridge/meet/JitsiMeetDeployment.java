package org.starbridge.bridge.meet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Prosody, a Jicofo of the caller's or its stand-in, and a bridge of this checkout, each a process of its own on free
 * ports of this machine, configured by {@code scripts/jitsi-meet/one-machine/write}. What each of them said is a file
 * in the deployment's folder.
 */
final class JitsiMeetDeployment implements AutoCloseable {
    /** Chromium takes names below localhost for this machine, and Prosody finds its virtual host by the name. */
    static final String DOMAIN = "meet.localhost";

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path checkout;
    private final Path folder;
    private final int xmppPort = freePort();
    private final int httpPort = freePort();
    private final int privatePort = freePort();
    private final int publicPort = freePort();
    private final int mediaPort = freePort();
    /** The first is ended last. */
    private final Deque<Process> processes = new ArrayDeque<>();

    private final HttpClient http = HttpClient.newHttpClient();
    private @Nullable Process bridge;

    private JitsiMeetDeployment(Path checkout, Path folder) throws IOException {
        this.checkout = checkout;
        this.folder = folder;
    }

    /**
     * Starts all three; returns when the focus has found the bridge.
     *
     * @param folder must not exist
     * @param jicofo a start script of Jicofo, or its jar with its libraries in {@code lib} beside it; without it the
     *     stand-in is started
     */
    static JitsiMeetDeployment start(Path checkout, Path folder, Optional<Path> jicofo) throws Exception {
        JitsiMeetDeployment deployment = new JitsiMeetDeployment(checkout, folder);
        try {
            deployment.startAll(jicofo);
            return deployment;
        } catch (Exception | AssertionError e) {
            deployment.close();
            throw e;
        }
    }

    private void startAll(Optional<Path> jicofo) throws Exception {
        Process written = new ProcessBuilder(
                        checkout.resolve("scripts/jitsi-meet/one-machine/write").toString(),
                        DOMAIN,
                        folder.toString(),
                        Integer.toString(xmppPort),
                        Integer.toString(httpPort))
                .inheritIO()
                .start();
        assertThat(written.waitFor()).as("one-machine/write").isZero();
        run("prosody", Map.of(), List.of("prosody", "--config", folder + "/prosody.cfg.lua", "-F", "--root"));
        await("Prosody", () -> isOpen(xmppPort) && isOpen(httpPort));
        startBridge();
        run(
                "focus",
                Map.of("JAVA_SYS_PROPS", jicofoConfiguration(), "STARBRIDGE_NO_BUILD", "1"),
                jicofo.map(this::jicofoCommand).orElseGet(this::standInCommand));
        await("the focus to find the bridge", () -> log("focus").contains("Added new videobridge"));
    }

    private String jicofoConfiguration() {
        return "-Dconfig.file=" + folder.resolve("jicofo.conf") + " -Djicofo.rest.port=" + freePort();
    }

    private List<String> standInCommand() {
        return List.of(
                checkout.resolve("scripts/jitsi-meet/focus-stand-in").toString(),
                folder.resolve("jicofo.conf").toString());
    }

    private List<String> jicofoCommand(Path jicofo) {
        if (!jicofo.toString().endsWith(".jar")) {
            return List.of(jicofo.toString());
        }
        Path libraries = jicofo.resolveSibling("lib");
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dconfig.file=" + folder.resolve("jicofo.conf"),
                "-Djicofo.rest.port=" + freePort(),
                "-cp",
                jicofo + File.pathSeparator + libraries + "/*",
                "org.jitsi.jicofo.Main");
    }

    /** Starts the bridge (again) on the ports that it had; returns when it is healthy. */
    private void startBridge() throws Exception {
        bridge = run(
                "bridge",
                Map.of("STARBRIDGE_NO_BUILD", "1"),
                List.of(
                        checkout.resolve("scripts/starbridge").toString(),
                        "-Dvideobridge.ice.udp.port=" + mediaPort,
                        "-Dvideobridge.http-servers.private.port=" + privatePort,
                        "-Dvideobridge.http-servers.public.port=" + publicPort,
                        "-Dvideobridge.http-servers.public.host=127.0.0.1",
                        "-Dvideobridge.websockets.enabled=true",
                        "-Dvideobridge.websockets.tls=false",
                        "-Dvideobridge.websockets.domain=localhost:" + publicPort,
                        "-Dstarbridge.ice.loopback-candidates=true",
                        "--config",
                        folder.resolve("jvb.conf").toString()));
        await("the bridge to be healthy", this::isBridgeHealthy);
    }

    /**
     * Ends the bridge as a supervisor does, and starts it again.
     *
     * @return how many seconds there was no healthy bridge
     */
    double restartBridge() throws Exception {
        long beforeNs = System.nanoTime();
        Process running = bridge;
        if (running != null) {
            running.destroy(); // SIGTERM
            assertThat(running.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("the bridge ends")
                    .isTrue();
        }
        startBridge();
        return (System.nanoTime() - beforeNs) / 1e9;
    }

    private Process run(String name, Map<String, String> environment, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.redirectOutput(
                        Redirect.appendTo(folder.resolve(name + ".log").toFile()))
                .start();
        processes.push(process);
        return process;
    }

    private String log(String name) throws IOException {
        return Files.readString(folder.resolve(name + ".log"));
    }

    /** How a page joins, as {@code meet.js} takes it. */
    Map<String, Object> join(String room, String codec, String channel) {
        return Map.of(
                "domain",
                DOMAIN,
                "muc",
                "conference." + DOMAIN,
                "focus",
                "focus@auth." + DOMAIN + "/focus",
                "serviceUrl",
                "ws://" + DOMAIN + ":" + httpPort + "/xmpp-websocket",
                "room",
                room,
                "codec",
                codec,
                "channel",
                channel);
    }

    int privatePort() {
        return privatePort;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static boolean isOpen(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException _) {
            return false;
        }
    }

    private boolean isBridgeHealthy() throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + privatePort + "/about/health"))
                .build();
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException _) {
            return false; // it does not listen yet
        }
    }

    private void await(String what, Callable<Boolean> condition) throws Exception {
        long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime() - deadlineNs)
                    .as("waited %d s for %s; see the logs in %s", PATIENCE.toSeconds(), what, folder)
                    .isNegative();
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    @Override
    public void close() {
        http.close();
        for (Process process : processes) {
            process.destroy();
            try {
                if (!process.waitFor(10, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                process.destroyForcibly();
            }
        }
    }
}
