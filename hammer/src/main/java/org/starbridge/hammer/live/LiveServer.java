package org.starbridge.hammer.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves {@code /}, {@code /data} and {@code /metrics} on the loopback interface. */
public final class LiveServer implements AutoCloseable {
    /** Until the first publication, which takes a moment. */
    private static final String STARTING = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
            + "<meta http-equiv=\"refresh\" content=\"1\"><title>Hammer</title><p>Starting.</p></html>";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile String page = STARTING;
    private volatile String data = "{}";
    private volatile String metrics = "";

    private LiveServer(HttpServer server) {
        this.server = server;
        server.createContext("/", exchange -> answer(exchange, "/", "text/html; charset=utf-8", page));
        server.createContext("/data", exchange -> answer(exchange, "/data", "application/json", data));
        server.createContext(
                "/metrics",
                exchange -> answer(exchange, "/metrics", "text/plain; version=0.0.4; charset=utf-8", metrics));
        server.setExecutor(threads);
        server.start();
    }

    /** Begins; {@code port} 0 is any. */
    public static LiveServer open(int port) throws IOException {
        return new LiveServer(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0));
    }

    /** Returns its URL. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** Gives out these from now on. */
    public void publish(String newPage, String newData, String newMetrics) {
        page = newPage;
        data = newData;
        metrics = newMetrics;
    }

    private static void answer(HttpExchange exchange, String path, String type, String text) throws IOException {
        try (exchange) {
            boolean isThere = exchange.getRequestURI().getPath().equals(path);
            byte[] body = (isThere ? text : "").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.sendResponseHeaders(isThere ? 200 : 404, body.length == 0 ? -1 : body.length);
            if (body.length > 0) {
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(body);
                }
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
