package org.starbridge.bridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.LocalConnector.LocalEndPoint;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.starbridge.bridge.http.route.Answer;
import org.starbridge.bridge.http.route.Route;
import org.starbridge.bridge.http.route.Router;
import org.starbridge.bridge.http.route.VariableRule;
import org.starbridge.fuzz.Input;
import org.starbridge.transport.counters.SharedCounters;

/** Paths, headers and bodies of strangers in what both HTTP servers have before their resources. */
final class HttpEdgeFuzzTest {
    private static final String CLIENT = "203.0.113.9";
    private static final InetSocketAddress PROXY = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 1234);
    private static final InetSocketAddress STRANGER = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.2"), 1234);
    private static final TrustedProxies PROXIES = TrustedProxies.of(List.of("192.0.2.1"));
    private static final List<String> METHODS = List.of("GET", "POST", "PATCH", "DELETE", "OPTIONS", "HEAD");
    private static final int MAX_BODY_BYTES = 200;
    private static final LocalConnector CONNECTOR = start();

    private static LocalConnector start() {
        SharedCounters<HttpCounter> counters = new SharedCounters<>(HttpCounter.class);
        HttpLimits limits = new HttpLimits(
                MAX_BODY_BYTES, 1_000_000, 1_000_000, 1000, 1000, Duration.ofSeconds(20), Duration.ofSeconds(30));
        List<Route> routes = METHODS.stream()
                .filter(method -> !method.equals("HEAD"))
                .map(method -> new Route(method, "/whip/{room}", true, Route.ANY_TYPE, request -> {
                    byte[] body = request.body().read();
                    assertThat(body.length).isLessThanOrEqualTo(MAX_BODY_BYTES);
                    return Answer.text(200, request.variable("room") + request.remoteAddress() + body.length);
                }))
                .toList();
        VariableRule rule = new VariableRule(room -> !room.contains(";") && !room.contains("/"), "expected a room");
        RouteHandler handler = new RouteHandler(new Router(routes, rule), MAX_BODY_BYTES, counters, () -> {});
        // Daemons: what only this test needs lets the process end.
        ScheduledExecutorScheduler timer = new ScheduledExecutorScheduler("fuzzed-http-timer", true);
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setDaemon(true);
        Server server = new Server(threads, timer, null);
        server.setHandler(new RequestLimiter(
                handler,
                limits,
                _ -> RequestLimits.ALL,
                new ArrivingBodies(limits, counters, System::nanoTime),
                counters,
                System::nanoTime));
        HttpConfiguration http = new HttpConfiguration();
        http.setHttpCompliance(HttpListener.CRLF_ONLY);
        http.addCustomizer(new ForwardedClient(PROXIES, counters));
        LocalConnector connector = new LocalConnector(server, null, timer, null, 1, new HttpConnectionFactory(http));
        server.addConnector(connector);
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return connector;
    }

    private static String answers(byte[] request) throws Exception {
        LocalEndPoint client = CONNECTOR.executeRequest("");
        client.addInput(ByteBuffer.wrap(request));
        client.addInputEOF();
        client.waitUntilClosedOrIdleFor(5, TimeUnit.SECONDS);
        String answers = client.takeOutputString();
        assertThat(answers).doesNotContain("HTTP/1.1 500 ");
        return answers;
    }

    /** Any bytes: no answer is an unexpected failure. */
    @FuzzTest
    void bytes(byte[] data) throws Exception {
        answers(data);
    }

    /** A request with any path, headers and body in the right places: it has exactly one answer. */
    @FuzzTest
    void request(byte[] data) throws Exception {
        Input in = new Input(data);
        String method = METHODS.get(in.below(METHODS.size()));
        String path = text(in);
        String forwarded = text(in);
        String xForwardedFor = text(in);
        String authorization = text(in);
        byte[] body = in.rest();
        String head = method + " /whip/" + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nForwarded: "
                + forwarded + "\r\nX-Forwarded-For: " + xForwardedFor + "\r\nAuthorization: " + authorization
                + "\r\nContent-Length: " + body.length + "\r\n\r\n";
        byte[] beginning = head.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer request = ByteBuffer.allocate(beginning.length + body.length);
        request.put(beginning).put(body);
        String answers = answers(request.array());
        assertThat(answers).startsWith("HTTP/1.1 ");
        if (path.indexOf(';') >= 0) {
            assertThat(answers).startsWith("HTTP/1.1 4");
        }
    }

    /** Text of one line. */
    private static String text(Input in) {
        String text = new String(in.bytes(in.below(64)), StandardCharsets.ISO_8859_1);
        return text.replaceAll("[\\r\\n]", "_");
    }

    /** A client is the one that the proxy appends, or the proxy itself; never one that a stranger names before it. */
    @FuzzTest
    void forwarded(byte[] data) {
        String forged = new String(data, StandardCharsets.ISO_8859_1);
        assertThat(PROXIES.client(STRANGER, List.of(forged), List.of(forged))).isEqualTo(STRANGER);
        assertThat(PROXIES.client(PROXY, List.of(), List.of(forged + ", " + CLIENT))
                        .getHostString())
                .isEqualTo(CLIENT);
        for (String own : List.of("for=" + CLIENT, "for=\"" + CLIENT + ":80\";by=\"_a\"")) {
            assertThat(PROXIES.client(PROXY, List.of(forged + ", " + own), List.of())
                            .getHostString())
                    .isIn(CLIENT, "192.0.2.1");
        }
        assertThat(PROXIES.client(PROXY, List.of(forged), List.of(CLIENT)).getHostString())
                .isIn(CLIENT, "192.0.2.1");
        assertThat(ClientNetwork.of(PROXIES.client(PROXY, List.of(forged), List.of()))
                        .text())
                .hasSizeBetween(1, 65);
    }
}
