package org.starbridge.bridge.interop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Executors;

/**
 * Serves the test's page on loopback (a secure context, so that the camera is allowed) and passes {@code /colibri} on
 * to the bridge, so that page and bridge have one origin.
 */
public final class PageServer implements AutoCloseable {
    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final int bridgePort;
    private final Map<String, Path> files;

    /** @param bridgePort of its private HTTP server */
    public PageServer(int bridgePort) throws IOException {
        this(bridgePort, Map.of());
    }

    /**
     * @param bridgePort of its private HTTP server
     * @param files served beside the test's own pages, by their names in a URL
     */
    public PageServer(int bridgePort, Map<String, Path> files) throws IOException {
        this.bridgePort = bridgePort;
        this.files = Map.copyOf(files);
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.createContext("/", this::page);
        server.createContext("/colibri", this::passOn);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    /** The page that speaks Colibri2. */
    public String url() {
        return url("client.html");
    }

    /** Another page or file. */
    public String url(String name) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + name;
    }

    private void page(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        Path file = files.get(path.substring(1));
        try (InputStream resource =
                file == null ? PageServer.class.getResourceAsStream("/interop" + path) : Files.newInputStream(file)) {
            if (resource == null) {
                answer(exchange, 404, "text/plain", new byte[0]);
                return;
            }
            String type = path.endsWith(".js") ? "text/javascript" : "text/html";
            answer(exchange, 200, type, resource.readAllBytes());
        }
    }

    private void passOn(HttpExchange exchange) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + bridgePort
                        + exchange.getRequestURI().getPath()))
                .header("Content-Type", "application/json")
                .method(
                        exchange.getRequestMethod(),
                        BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()))
                .build();
        try {
            HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
            answer(exchange, response.statusCode(), "application/json", response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type + ";charset=utf-8");
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        client.close();
    }
}
