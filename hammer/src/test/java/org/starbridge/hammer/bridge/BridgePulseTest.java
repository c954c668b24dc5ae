package org.starbridge.hammer.bridge;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is said about a URL at which no bridge is from the beginning. */
@Timeout(60)
class BridgePulseTest {
    @Test
    void nothingListens() throws IOException {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        expect("http://127.0.0.1:" + port, "connection refused", "private HTTP server");
    }

    @Test
    void thereIsNoSuchHost() {
        expect("http://bridge.invalid:8080", "there is no host bridge.invalid");
    }

    @Test
    void somethingElseListens() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answering = Thread.ofVirtual().start(() -> {
                try (Socket client = other.accept()) {
                    client.getInputStream().read();
                    client.getOutputStream().write("SSH-2.0-OpenSSH\r\n".getBytes(StandardCharsets.US_ASCII));
                } catch (IOException _) {
                    // it has gone
                }
            });
            expect("http://127.0.0.1:" + other.getLocalPort(), "does not speak HTTP");
            answering.join();
        }
    }

    private static void expect(String url, String... pieces) {
        assertThatThrownBy(() -> BridgePulse.of(URI.create(url)).close())
                .isInstanceOf(BridgeFailure.class)
                .hasMessageStartingWith("no bridge at " + url)
                .hasMessageContainingAll(pieces);
    }
}
