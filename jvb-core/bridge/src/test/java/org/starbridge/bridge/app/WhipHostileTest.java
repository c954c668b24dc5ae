package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of WHIP and WHEP that send too much or too slowly. */
@Timeout(60)
class WhipHostileTest {
    private static Socket connect(Bridge bridge) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), bridge.publicPort());
    }

    private static byte[] head(String path, String framing) {
        return ("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/sdp\r\n" + framing + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void aBodyThatIsTooLongIsRefused() throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                Socket socket = connect(bridge)) {
            OutputStream out = socket.getOutputStream();
            out.write(head("/whip/studio", "Transfer-Encoding: chunked\r\nConnection: close\r\n"));
            for (int i = 0; i < 20; i++) {
                out.write(("1000\r\n" + "x".repeat(0x1000) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            }
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(answer(socket)).startsWith("HTTP/1.1 413 ");
        }
    }

    /** Jetty itself leaves path parameters out of a path, and takes a line feed alone for the end of a line. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "OPTIONS /whip/studio;x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                "OPTIONS /whip;x/studio HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                "OPTIONS /whip/studio%3Bx HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                "GET /hls/studio;x/index.m3u8 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                "OPTIONS /whip/studio HTTP/1.1\nHost: localhost\r\nConnection: close\r\n\r\n",
                "OPTIONS /whip/studio HTTP/1.1\r\nHost: localhost\nConnection: close\r\n\r\n",
                "OPTIONS /whip/studio HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\n",
                "POST /whip/studio HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\nab\r\n0\r\n\r\n"
            })
    void whatOthersReadInAnotherWayIsRefused(String request) throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                Socket socket = connect(bridge)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            assertThat(answer(socket)).startsWith("HTTP/1.1 400 ");
        }
    }

    /** Those that are served meanwhile do not notice. */
    @Test
    void clientsThatLetTheirOffersTrickleAreCutOff() throws Exception {
        try (Bridge bridge = FreePorts.bridge("starbridge.http.request-timeout", "1 second")) {
            List<Socket> slow = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Socket socket = connect(bridge);
                slow.add(socket);
                socket.getOutputStream().write(head("/whip/studio", "Content-Length: 1000\r\n"));
            }
            try (Socket quick = connect(bridge)) {
                quick.getOutputStream().write(head("/whip/studio", "Content-Length: 2\r\nConnection: close\r\n"));
                quick.getOutputStream().write("v=".getBytes(StandardCharsets.US_ASCII));
                assertThat(answer(quick)).startsWith("HTTP/1.1 400 ");
            }
            for (Socket socket : slow) {
                assertThat(isCutOff(socket)).isTrue();
                socket.close();
            }
        }
    }

    /** A byte now and then, until the server ends it. */
    private static boolean isCutOff(Socket socket) throws IOException {
        socket.setSoTimeout(50);
        for (int i = 0; i < 900; i++) {
            try {
                socket.getOutputStream().write('v');
                if (socket.getInputStream().read() < 0) {
                    return true;
                }
            } catch (SocketTimeoutException _) {
                // it waits
            } catch (IOException _) {
                return true; // reset
            }
        }
        return false;
    }
}
