package org.starbridge.bridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.transport.counters.SharedCounters;

@Timeout(20)
class SerialHttpConnectionTest {
    private final CountDownLatch firstIsHere = new CountDownLatch(1);
    private final CountDownLatch secondIsSent = new CountDownLatch(1);
    private final List<Long> bytesRead = new CopyOnWriteArrayList<>();

    @Test
    void isReadByOneThreadAtATime() throws Exception {
        try (HttpListener listener = HttpListener.bind(
                "test",
                HttpAddress.plain("127.0.0.1", 0),
                HttpLimits.DEFAULT,
                new SharedCounters<>(HttpCounter.class))) {
            listener.start(_ -> new ReadingTwice());
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), listener.port())) {
                client.setSoTimeout(10_000);
                OutputStream out = client.getOutputStream();
                out.write("GET /1 HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                firstIsHere.await();
                out.write(
                        "GET /2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                secondIsSent.countDown();
                String answers = new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                assertThat(answers.split("HTTP/1.1 200 OK", -1))
                        .as("two answers")
                        .hasSize(3);
            }
        }
        assertThat(bytesRead).as("before and after the attempt").hasSize(2);
        assertThat(bytesRead.get(1)).isEqualTo(bytesRead.get(0));
    }

    /**
     * While it handles the first request, another thread tries to read the connection, as Jetty does after an error.
     */
    private final class ReadingTwice extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            if (Request.getPathInContext(request).equals("/1")) {
                Connection connection = request.getConnectionMetaData().getConnection();
                firstIsHere.countDown();
                secondIsSent.await();
                bytesRead.add(connection.getBytesIn());
                Thread.ofPlatform().start((Runnable) connection).join();
                bytesRead.add(connection.getBytesIn());
            }
            Content.Sink.write(response, true, "", callback);
            return true;
        }
    }
}
