package org.starbridge.benchmarks.floor;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.json.Colibri2Json;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.udp.IoTotals;

/** The floor as a whole: REST like a bridge's, and the media thread. Runs from its making until {@link #close}. */
final class FloorServer implements AutoCloseable {
    private static final String CONFERENCES = "/colibri/v2/conferences";
    private static final int HANDSHAKES_AT_ONCE = 64;
    private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(30);

    private final HttpServer http;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final FloorLoop loop;
    private final DtlsHandshakes handshakes;
    private final Signalling signalling;
    private final FloorSettings settings;
    private final SrtpCrypto crypto;

    FloorServer(FloorSettings settings) throws IOException {
        this.settings = settings;
        crypto = SrtpCrypto.libcrypto();
        InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
        loop = new FloorLoop(loopback, settings);
        handshakes = new DtlsHandshakes(
                Math.max(1, Runtime.getRuntime().availableProcessors() / 2), HANDSHAKES_AT_ONCE, HANDSHAKE_TIMEOUT);
        DtlsIdentity identity = DtlsIdentity.create(new SecureRandom(), Instant.now());
        signalling = new Signalling(loop, handshakes, identity, crypto);
        http = HttpServer.create(new InetSocketAddress(loopback, settings.httpPort()), 0);
        http.setExecutor(executor);
        http.createContext("/", this::onExchange);
        loop.start();
        http.start();
    }

    /** Returns the URL at which it is asked for conferences. */
    URI url() {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
    }

    FloorLoop loop() {
        return loop;
    }

    private void onExchange(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getRawPath();
            if (path.startsWith(CONFERENCES)) {
                onConference(exchange, path.substring(CONFERENCES.length()));
            } else {
                switch (path) {
                    case "/about/health" -> onHealth(exchange);
                    case "/about/version" -> answer(exchange, 200, version());
                    case "/colibri/stats" -> answer(exchange, 200, stats());
                    default -> answer(exchange, 404, "{}");
                }
            }
        }
    }

    private void onHealth(HttpExchange exchange) throws IOException {
        Throwable failure = loop.failure();
        answer(exchange, failure == null ? 200 : 500, failure == null ? "" : failure.toString());
    }

    private void onConference(HttpExchange exchange, String rest) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        try {
            ConferenceModify request = Colibri2Json.parseModify(body, meetingId(rest));
            answer(exchange, 200, Colibri2Json.write(signalling.apply(request)));
        } catch (Colibri2Exception e) {
            answer(exchange, 400, Colibri2Json.write(e));
        }
    }

    private static @Nullable String meetingId(String rest) {
        return rest.length() < 2 ? null : URLDecoder.decode(rest.substring(1), StandardCharsets.UTF_8);
    }

    private static String version() {
        return new ObjectMapper()
                .createObjectNode()
                .put("name", "Floor")
                .put("version", "1")
                .put("os", System.getProperty("os.name"))
                .toString();
    }

    private String stats() {
        FloorLoop.Figures figures = loop.figures();
        ObjectNode stats = new ObjectMapper().createObjectNode();
        stats.put("media_io", "native, " + settings.grouping());
        stats.put("srtp_crypto", crypto.name());
        stats.put("floor_packets_received", figures.packetsReceived());
        stats.put("floor_passes", figures.passes());
        stats.put("floor_waits_for_socket", figures.waitsForSocket());
        stats.put("media_allocated_bytes", figures.allocatedBytes());
        IoTotals io = figures.io();
        stats.put("total_udp_send_calls", io.sendCalls());
        stats.put("total_udp_datagrams_sent", io.datagramsSent());
        stats.put("total_udp_receive_calls", io.receiveCalls());
        stats.put("total_udp_datagrams_received", io.datagramsReceived());
        for (int i = 0; i < IoTotals.SIZES.size(); i++) {
            stats.put(
                    "total_udp_messages_sent_" + IoTotals.SIZES.get(i),
                    io.runsBySize().get(i));
            stats.put(
                    "total_udp_receives_" + IoTotals.SIZES.get(i),
                    io.receivesBySize().get(i));
        }
        long collections = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
        stats.put("gc_count", collections);
        return stats.toString();
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        http.stop(0);
        loop.close();
        handshakes.close();
        executor.shutdownNow();
    }
}
