package org.starbridge.hammer.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Bridges that are running already, of which some tell less than others. */
class TargetBridgeTest {
    private static @Nullable String untold(String statistics, @Nullable Long pid) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/colibri/stats", exchange -> {
            byte[] body = statistics.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(statistics.isEmpty() ? 404 : 200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        BridgeArguments arguments = new BridgeArguments();
        arguments.url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        arguments.pid = pid;
        try (TargetBridge bridge = TargetBridge.open(arguments, Map.of(), false, _ -> {})) {
            return bridge.untold();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aBridgeWithOtherStatisticsTellsLess() throws Exception {
        assertThat(untold("{\"conferences\": 3, \"gc_count\": 7, \"native_memory_bytes\": null}", 1L))
                .isEqualTo("not measured for this server: allocation per packet, native memory, bandwidth estimates");
    }

    @Test
    void aBridgeWithoutStatisticsOrOnAnotherMachineTellsNothing() throws Exception {
        assertThat(untold("", null))
                .startsWith("not measured for this server: CPU time and memory (--bridge-pid names its process")
                .contains("garbage collections");
    }

    @Test
    void ofABridgeOfOursAllIsKnown() throws Exception {
        assertThat(untold(
                        "{\"media_allocated_bytes\": 1, \"gc_count\": 1, \"native_memory_bytes\": 1,"
                                + " \"bandwidth_estimate_bps\": 0}",
                        1L))
                .isNull();
    }

    @Test
    void ofAServerWithoutStatisticsOnlyTheProcessMayBeKnown() throws Exception {
        BridgeArguments arguments = new BridgeArguments();
        arguments.pid = 1L;
        try (TargetBridge server = TargetBridge.open(arguments, Map.of(), true, _ -> {})) {
            assertThat(server.untold()).doesNotContain("CPU").contains("bandwidth estimates");
        }
    }
}
