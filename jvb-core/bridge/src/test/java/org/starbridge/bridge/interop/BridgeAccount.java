package org.starbridge.bridge.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.starbridge.bridge.app.Bridge;

/** What a bridge says of its calls, to be printed beside what a browser saw of them. */
public final class BridgeAccount {
    /** Streams are measured each second after the first request. */
    private static final long STREAMS_NS = 1_500_000_000;

    private final String url;
    private final ObjectMapper json = new ObjectMapper();

    /** Of a bridge on this machine. */
    public BridgeAccount(Bridge bridge) {
        url = "http://127.0.0.1:" + bridge.privatePort();
    }

    /**
     * All streams of all endpoints, with the key frames that were asked for and came, and the packets that were
     * refused, why.
     */
    public String now() {
        StringBuilder account = new StringBuilder("What the bridge did:");
        try {
            streams();
            LockSupport.parkNanos(STREAMS_NS);
            account.append(streams());
            stats().properties().forEach(figure -> {
                if (figure.getKey().startsWith("total_dropped_packets_")
                        && figure.getValue().asLong() > 0) {
                    account.append('\n').append(figure);
                }
            });
        } catch (IOException e) {
            account.append(" it does not say: ").append(e);
        }
        return account.toString();
    }

    /** Its statistics. */
    public JsonNode stats() throws IOException {
        return get("/colibri/stats");
    }

    private String streams() throws IOException {
        StringBuilder streams = new StringBuilder();
        for (var conference : get("/debug?full=true").required("conferences").properties()) {
            for (var endpoint : conference.getValue().required("endpoints").properties()) {
                String path = conference.getKey() + "/" + endpoint.getKey();
                streams.append('\n').append(path).append(' ');
                streams.append(get("/debug/" + path)
                        .required("conferences")
                        .required(conference.getKey())
                        .required("endpoints")
                        .required(endpoint.getKey()));
            }
        }
        return streams.toString();
    }

    private JsonNode get(String path) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(Duration.ofSeconds(10))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return json.readTree(client.send(request, BodyHandlers.ofString()).body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
