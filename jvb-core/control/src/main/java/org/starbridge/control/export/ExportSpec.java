package org.starbridge.control.export;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One media export of a conference as it was asked for. Its text shows neither headers nor the query of the URL, which
 * hold keys.
 *
 * @param id its name within the conference
 * @param url {@code ws} or {@code wss}, with a host
 * @param type {@code recorder}, {@code transcriber} or {@code translator}; all three are treated alike
 * @param headers of each handshake
 * @param ping keepalive; null for none
 * @param exports names of the sources that are exported; empty for all audio
 * @param requests names of the synthetic sources that the service is to send
 */
public record ExportSpec(
        String id,
        URI url,
        String type,
        Map<String, String> headers,
        @Nullable Ping ping,
        Set<String> exports,
        Set<String> requests) {
    /**
     * Keepalive by events.
     *
     * @param intervalMs between pings; more than 0
     * @param timeoutMs until a ping without an answer ends the connection; more than 0
     */
    public record Ping(int intervalMs, int timeoutMs) {}

    public ExportSpec {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        exports = Collections.unmodifiableSet(new LinkedHashSet<>(exports));
        requests = Collections.unmodifiableSet(new LinkedHashSet<>(requests));
    }

    /** True if a source is exported. */
    public boolean exportsSource(String name) {
        return exports.isEmpty() || exports.contains(name);
    }

    /** True if another export has the same URL and headers, so that one connection serves both. */
    public boolean hasConnectionOf(ExportSpec other) {
        return url.equals(other.url) && headers.equals(other.headers);
    }

    /** True if another export has the same lists; their order is not significant. */
    public boolean hasListsOf(ExportSpec other) {
        return exports.equals(other.exports) && requests.equals(other.requests);
    }

    /** The URL without parts that may be secret. */
    public String place() {
        String path = url.getRawPath() == null ? "" : url.getRawPath();
        return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort()) + path;
    }

    @Override
    public String toString() {
        return type + " " + id + " at " + place();
    }
}
