package org.starbridge.bridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.transport.counters.SharedCounters;

/** Thousands of viewers of HLS have several connections each: 8000 took 800 MB, for caches of header fields. */
@Timeout(30)
class ConnectionMemoryTest {
    private static final int CONNECTIONS = 200;
    private static final long MOST_BYTES = 50_000;

    @Test
    void anIdleConnectionIsSmall() throws Exception {
        List<Socket> open = new ArrayList<>();
        try (HttpListener listener = HttpListener.bind(
                "test",
                HttpAddress.plain("127.0.0.1", 0),
                HttpLimits.DEFAULT,
                new SharedCounters<>(HttpCounter.class))) {
            listener.start(_ -> new Empty());
            open.add(ask(listener));
            long before = heapBytes();
            while (open.size() <= CONNECTIONS) {
                open.add(ask(listener));
            }
            assertThat((heapBytes() - before) / CONNECTIONS).isLessThan(MOST_BYTES);
        } finally {
            for (Socket each : open) {
                each.close();
            }
        }
    }

    private static Socket ask(HttpListener listener) throws IOException {
        Socket client = new Socket(InetAddress.ofLiteral("127.0.0.1"), listener.port());
        client.setSoTimeout(10_000);
        client.getOutputStream()
                .write("GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: viewer\r\nAccept: */*\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
        assertThat(client.getInputStream().read()).isEqualTo('H');
        return client;
    }

    private static long heapBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static final class Empty extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Content.Sink.write(response, true, "", callback);
            return true;
        }
    }
}
