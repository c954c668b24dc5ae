package org.starbridge.bridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.transport.counters.SharedCounters;

/** What one client may have of a server, with clients on several loopback addresses. */
@Timeout(30)
class ClientSharesTest {
    private static final String FIRST = "127.0.0.2";
    private static final String SECOND = "127.0.0.3";
    private static final String THIRD = "127.0.0.4";

    private final SharedCounters<HttpCounter> counters = new SharedCounters<>(HttpCounter.class);
    private final CountDownLatch released = new CountDownLatch(1);
    private final List<Socket> open = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        released.countDown();
        for (Socket socket : open) {
            socket.close();
        }
    }

    private HttpListener listen(int total, ClientShare share) throws IOException {
        HttpLimits limits = new HttpLimits(
                1000, 1000, 1000, total, 1000, 100, Duration.ofSeconds(20), Duration.ofSeconds(30), share);
        HttpListener listener = HttpListener.bind("test", HttpAddress.plain("127.0.0.1", 0), limits, counters);
        listener.start(_ -> new Held(), path -> path.equals("/upgrade") ? RequestLimits.UPGRADES : RequestLimits.ALL);
        return listener;
    }

    private static ClientShare share(int requests, int connections, String... proxies) {
        return new ClientShare(requests, 10, connections, 10, 1000, TrustedProxies.of(List.of(proxies)));
    }

    private Socket connect(HttpListener listener, String from) throws IOException {
        Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), listener.port(), InetAddress.ofLiteral(from), 0);
        socket.setSoTimeout(10_000);
        open.add(socket);
        return socket;
    }

    private Socket ask(HttpListener listener, String from, String path, String header) throws IOException {
        Socket socket = connect(listener, from);
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + header + "\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private String answer(HttpListener listener, String from, String path, String header) throws IOException {
        return answer(ask(listener, from, path, header));
    }

    /** A request that is being served until the end of the test. */
    private void hold(HttpListener listener, String from, String header) throws IOException {
        Socket held = ask(listener, from, "/hold", header);
        assertThat(held.getInputStream().read()).as("it has begun").isEqualTo('H');
    }

    @Test
    void aClientHasAShareOfTheRequestsThatAreServed() throws Exception {
        try (HttpListener listener = listen(3, share(2, 100))) {
            hold(listener, FIRST, "");
            hold(listener, FIRST, "");
            assertThat(answer(listener, FIRST, "/", ""))
                    .startsWith("HTTP/1.1 429 ")
                    .contains("Retry-After: 1", "max-concurrent-requests-per-address");
            assertThat(answer(listener, SECOND, "/", "")).endsWith(SECOND);
            hold(listener, SECOND, "");
            assertThat(answer(listener, THIRD, "/", ""))
                    .startsWith("HTTP/1.1 503 ")
                    .contains("starbridge.http.max-concurrent-requests)");
            assertThat(answer(listener, FIRST, "/upgrade", ""))
                    .as("upgrades have their own places")
                    .endsWith(FIRST);
            assertThat(answer(listener, THIRD, "/about/health", "")).endsWith(THIRD);
            assertThat(counters.get(HttpCounter.SHARE_USED)).isEqualTo(1);
            assertThat(counters.get(HttpCounter.BUSY)).isEqualTo(1);
            released.countDown();
        }
    }

    @Test
    void behindAProxyTheClientsThatItNamesHaveShares() throws Exception {
        try (HttpListener listener = listen(10, share(1, 100, SECOND))) {
            hold(listener, SECOND, "X-Forwarded-For: 1.2.3.4, 203.0.113.5\r\n");
            assertThat(answer(listener, SECOND, "/", "X-Forwarded-For: 9.9.9.9, 203.0.113.5\r\n"))
                    .startsWith("HTTP/1.1 429 ");
            assertThat(answer(listener, SECOND, "/", "Forwarded: for=203.0.113.6\r\n"))
                    .endsWith("203.0.113.6");
            assertThat(counters.get(HttpCounter.FORWARDS_IGNORED)).isZero();
            assertThat(answer(listener, FIRST, "/", "X-Forwarded-For: 203.0.113.7\r\n"))
                    .as("no proxy of ours")
                    .endsWith(FIRST);
            assertThat(counters.get(HttpCounter.FORWARDS_IGNORED)).isEqualTo(1);
            released.countDown();
        }
    }

    @Test
    void anAddressHasALimitOfConnections() throws Exception {
        try (HttpListener listener = listen(10, share(10, 2, THIRD))) {
            Socket first = connect(listener, FIRST);
            connect(listener, FIRST);
            assertThat(isClosed(ask(listener, FIRST, "/", ""))).isTrue();
            assertThat(counters.get(HttpCounter.CONNECTIONS_REFUSED)).isEqualTo(1);
            assertThat(answer(listener, SECOND, "/", "")).endsWith(SECOND);
            for (String proxy : List.of(THIRD, "127.0.0.1")) {
                for (int i = 0; i < 4; i++) {
                    connect(listener, proxy);
                }
                assertThat(answer(listener, proxy, "/", "")).endsWith(proxy);
            }
            first.close();
            boolean isServed = false;
            for (int i = 0; i < 1000 && !isServed; i++) { // the server has yet to see that it is closed
                isServed = !isClosed(ask(listener, FIRST, "/", ""));
            }
            assertThat(isServed).isTrue();
        }
    }

    private static boolean isClosed(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException _) {
            return true; // reset
        }
    }

    /** Answers with the client's address. */
    private final class Held extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            if (Request.getPathInContext(request).equals("/hold")) {
                Content.Sink.write(response, false, "begun", Callback.NOOP);
                released.await();
            }
            Content.Sink.write(response, true, Request.getRemoteAddr(request), callback);
            return true;
        }
    }
}
