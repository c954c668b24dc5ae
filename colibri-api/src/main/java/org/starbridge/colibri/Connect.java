package org.starbridge.colibri;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One media export to a WebSocket service, as a request describes it. Parsed so that nothing is lost; the bridge judges
 * it.
 *
 * @param id its name within the conference; null when not given, which no bridge takes
 * @param url {@code ws} or {@code wss} URL; null where only {@code id} is needed
 * @param protocol {@code mediajson}; null when not given
 * @param type {@code recorder}, {@code transcriber} or {@code translator}; null when not given
 * @param audio export audio
 * @param video export video
 * @param create start this export
 * @param expire end this export
 * @param headers HTTP headers of the upgrade request, in order
 * @param ping keep-alive; null when not given
 * @param exports names of the sources to export; null when not given
 * @param requests what the service shall produce; null when not given
 */
public record Connect(
        @Nullable String id,
        @Nullable String url,
        @Nullable String protocol,
        @Nullable String type,
        boolean audio,
        boolean video,
        boolean create,
        boolean expire,
        Map<String, String> headers,
        @Nullable Ping ping,
        @Nullable List<String> exports,
        @Nullable List<String> requests) {

    /**
     * Keep-alive of an export.
     *
     * @param intervalMs between pings
     * @param timeoutMs until an unanswered ping ends the connection
     */
    public record Ping(int intervalMs, int timeoutMs) {}

    public Connect {
        headers = Checks.orderedCopy(headers);
        exports = Checks.copyOrNull(exports);
        requests = Checks.copyOrNull(requests);
    }
}
