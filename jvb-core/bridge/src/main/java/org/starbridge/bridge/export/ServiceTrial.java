package org.starbridge.bridge.export;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.starbridge.bridge.export.websocket.ServiceClient;
import org.starbridge.bridge.export.websocket.ServiceSocket;

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
        Optional<InetAddress> address;
        try {
            address = url.getHost() == null ? Optional.empty() : config.hosts().address(url.getHost());
        } catch (UnknownHostException _) {
            return Optional.of("the host name has no address");
        }
        if (address.isEmpty()) {
            return Optional.of("its host is not among starbridge.export.allowed-hosts");
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (Map.Entry<String, Path> header : export.headerFiles().entrySet()) {
            headers.put(header.getKey(), Files.readString(header.getValue()).strip());
        }
        CompletableFuture<Optional<String>> end = new CompletableFuture<>();
        try (ServiceClient client = new ServiceClient(PATIENCE, null)) {
            ServiceSocket socket =
                    new ServiceSocket(new Opening(end), config.maxFrameBytes(), PATIENCE, System::nanoTime);
            client.connect(url, address.get(), headers, socket);
            return end.join();
        } catch (IllegalArgumentException e) {
            return Optional.of(ServiceSocket.reason(e));
        }
    }

    /** Completes when the connection is open, or never will be. */
    private record Opening(CompletableFuture<Optional<String>> end) implements ServiceSocket.Events {
        @Override
        public void onOpen(ServiceSocket opened) {
            end.complete(Optional.empty());
        }

        @Override
        public void onText(String text) {}

        @Override
        public void onUnreadable() {}

        @Override
        public void onEnd(int code, String reason) {
            end.complete(Optional.of(reason));
        }
    }
}
