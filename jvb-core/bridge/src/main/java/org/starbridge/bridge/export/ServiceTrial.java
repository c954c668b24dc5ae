package org.starbridge.bridge.export;

import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/** Tries whether a configured service takes a connection. Waits for it. */
public final class ServiceTrial {
    private static final String ROOM = "starbridge-doctor";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private ServiceTrial() {}

    /**
     * Opens a connection, as an export of that room would, and drops it.
     *
     * @return why it cannot be opened, as a sentence without a full stop; empty if it can
     * @throws IOException when a file of a header cannot be read
     */
    public static Optional<String> problem(RoomExport export, ExportConfig config) throws IOException {
        URI url;
        try {
            url = URI.create(export.urlOf(ROOM));
        } catch (IllegalArgumentException _) {
            return Optional.of("the URL is invalid");
        }
        try {
            if (url.getHost() == null || !config.hosts().allows(url.getHost())) {
                return Optional.of("its host is not among starbridge.export.allowed-hosts");
            }
        } catch (UnknownHostException _) {
            return Optional.of("the host name has no address");
        }
        try (HttpClient http = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(PATIENCE)
                .build()) {
            WebSocket.Builder builder = http.newWebSocketBuilder().connectTimeout(PATIENCE);
            for (Map.Entry<String, Path> header : export.headerFiles().entrySet()) {
                builder.header(
                        header.getKey(), Files.readString(header.getValue()).strip());
            }
            builder.buildAsync(url, new WebSocket.Listener() {}).join().abort();
            return Optional.empty();
        } catch (CompletionException | IllegalArgumentException e) {
            return Optional.of(WebSocketConnection.reason(e));
        }
    }
}
