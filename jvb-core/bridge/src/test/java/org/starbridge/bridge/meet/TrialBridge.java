package org.starbridge.bridge.meet;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A bridge of a trial: one of this checkout, or a Jitsi Videobridge of the caller's. Both read the same
 * {@code jvb.conf}; what differs are Java system properties. It keeps its ports and its nickname over restarts.
 */
final class TrialBridge {
    enum Kind {
        STARBRIDGE,
        JITSI_VIDEOBRIDGE
    }

    private final TrialPrograms programs;
    private final TrialProcesses processes;
    private final HttpClient http;
    private final Kind kind;
    private final String nickname;
    private final int privatePort = TrialProcesses.freePort();
    private final int publicPort = TrialProcesses.freePort();
    private final int mediaPort = TrialProcesses.freeMediaPort();
    private @Nullable ChannelTap tap;
    private @Nullable Process process;

    /** @param nickname in the room of the bridges, also its relay id and the name of its log */
    TrialBridge(TrialPrograms programs, TrialProcesses processes, HttpClient http, Kind kind, String nickname) {
        this.programs = programs;
        this.processes = processes;
        this.http = http;
        this.kind = kind;
        this.nickname = nickname;
    }

    String nickname() {
        return nickname;
    }

    Kind kind() {
        return kind;
    }

    int privatePort() {
        return privatePort;
    }

    int mediaPort() {
        return mediaPort;
    }

    /** Starts it (again) on its ports; returns when it is healthy. */
    void start() throws Exception {
        if (tap == null && programs.captures().isPresent()) {
            tap = new ChannelTap(publicPort, programs.captures().get().resolve("channels.txt"));
        }
        process = kind == Kind.STARBRIDGE ? startStarbridge() : startVideobridge();
        processes.await(nickname + " to be healthy", this::isHealthy);
    }

    private Process startStarbridge() throws IOException {
        Map<String, String> settings = settings();
        settings.put("videobridge.websockets.domain", "localhost:" + publicPort);
        settings.put("videobridge.websockets.relay-domain", "localhost:" + relayChannelPort());
        settings.put("starbridge.ice.loopback-candidates", "true");
        settings.put("starbridge.export.allowed-hosts.0", "127.0.0.1");
        settings.put("videobridge.apis.rest.enabled", "true");
        settings.put("videobridge.rest.shutdown.enabled", "true");
        settings.put("videobridge.shutdown.shutting-down-delay", "5 seconds");
        return processes.start(
                nickname,
                Map.of("STARBRIDGE_NO_BUILD", "1"),
                TrialPrograms.starbridge(programs.starbridge(), configuration(), settings));
    }

    private Process startVideobridge() throws IOException {
        Path program = programs.videobridge().orElseThrow();
        Map<String, String> settings = settings();
        settings.put("config.file", configuration().toString());
        settings.put("videobridge.websockets.domains.0", "localhost:" + publicPort);
        settings.put("videobridge.websockets.relay-domains.0", "localhost:" + relayChannelPort());
        return processes.start(
                nickname,
                TrialPrograms.environment(program, settings),
                TrialPrograms.command(program, "org.jitsi.videobridge.MainKt", settings));
    }

    private int relayChannelPort() {
        ChannelTap before = tap;
        return before == null ? publicPort : before.port();
    }

    private Path configuration() {
        return processes.folder().resolve("jvb.conf");
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>();
        settings.put("videobridge.apis.xmpp-client.configs.shard.MUC_NICKNAME", nickname);
        settings.put("videobridge.apis.rest.enabled", "true"); // statistics of a Jitsi Videobridge
        settings.put("videobridge.ice.udp.port", Integer.toString(mediaPort));
        settings.put("videobridge.http-servers.private.port", Integer.toString(privatePort));
        settings.put("videobridge.http-servers.public.port", Integer.toString(publicPort));
        settings.put("videobridge.http-servers.public.host", "127.0.0.1");
        settings.put("videobridge.websockets.enabled", "true");
        settings.put("videobridge.websockets.tls", "false");
        settings.put("videobridge.websockets.server-id", nickname);
        settings.put("videobridge.relay.enabled", "true");
        settings.put("videobridge.relay.relay-id", nickname);
        settings.put("videobridge.relay.region", "trial");
        return settings;
    }

    void terminate() throws InterruptedException {
        TrialProcesses.terminate(Objects.requireNonNull(process));
    }

    void kill() throws InterruptedException {
        TrialProcesses.kill(Objects.requireNonNull(process));
    }

    boolean isRunning() {
        Process running = process;
        return running != null && running.isAlive();
    }

    /** Asks the focus for no further conferences, or takes that back. */
    void drain(boolean isOn) throws IOException, InterruptedException {
        post("/colibri/drain/" + (isOn ? "enable" : "disable"), "");
    }

    /**
     * Requests its end over REST.
     *
     * @param isGraceful whether it waits for its conferences to end
     */
    void shutDown(boolean isGraceful) throws IOException, InterruptedException {
        post("/colibri/shutdown", "{\"graceful-shutdown\": " + isGraceful + "}");
    }

    private void post(String path, String json) throws IOException, InterruptedException {
        int status = send("POST", path, json);
        if (status != 200) {
            throw new IOException(path + ": status " + status);
        }
    }

    /** Waits until its process has ended; returns after how many seconds, or a second after the limit. */
    double awaitEnd(double limitSeconds) throws InterruptedException {
        long beforeNs = System.nanoTime();
        if (!Objects.requireNonNull(process).waitFor((long) limitSeconds + 1, TimeUnit.SECONDS)) {
            return limitSeconds + 1;
        }
        return (System.nanoTime() - beforeNs) / 1e9;
    }

    /** What it answers on its private HTTP server, such as {@code /debug}. */
    String get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + privatePort + path))
                .header("Accept", path.equals("/metrics") ? "text/plain" : "application/json")
                .build();
        return http.send(request, BodyHandlers.ofString()).body();
    }

    /** Sends JSON to its private HTTP server; returns the status. */
    int patch(String path, String json) throws IOException, InterruptedException {
        return send("PATCH", path, json);
    }

    private int send(String method, String path, String json) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + privatePort + path))
                .method(method, BodyPublishers.ofString(json))
                .header("Content-Type", "application/json")
                .build();
        return http.send(request, BodyHandlers.discarding()).statusCode();
    }

    private boolean isHealthy() throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + privatePort + "/about/health"))
                .build();
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException _) {
            return false; // it does not listen yet
        }
    }

    @Override
    public String toString() {
        return nickname;
    }
}
