package org.starbridge.control.export.conference;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Connect;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.export.ExportLimits;
import org.starbridge.control.export.ExportSpec;
import org.starbridge.control.export.MediaExporter;
import org.starbridge.control.request.RequestRules;

/** Reads one entry of a list of exports. No sentence shows a header, or the query of a URL. Any thread. */
final class ExportReader {
    private static final String PROTOCOL = "mediajson";
    private static final Set<String> TYPES = Set.of("recorder", "transcriber", "translator");
    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9-]+");
    private static final Pattern LINE_ENDS = Pattern.compile("[\\r\\n]");

    /** Headers of the handshake itself (RFC 6455 section 4.1), and those that control the connection. */
    private static final Set<String> RESERVED_HEADERS = Set.of(
            "host",
            "connection",
            "upgrade",
            "content-length",
            "transfer-encoding",
            "expect",
            "sec-websocket-key",
            "sec-websocket-version",
            "sec-websocket-accept",
            "sec-websocket-extensions");

    private final MediaExporter exporter;
    private final int maxNameChars;
    private final ConferenceCounters counters;

    ExportReader(MediaExporter exporter, int maxNameChars, ConferenceCounters counters) {
        this.exporter = exporter;
        this.maxNameChars = maxNameChars;
        this.counters = counters;
    }

    ExportLimits limits() {
        return exporter.limits();
    }

    int maxNameChars() {
        return maxNameChars;
    }

    void count(RequestWarning problem) {
        counters.count(problem);
    }

    /** A value that cannot be used: it is refused, or counted and left out by the caller. */
    void raise(boolean refuses, RequestWarning problem, String sentence) {
        if (refuses) {
            throw Colibri2Exception.badRequest(sentence);
        }
        counters.count(problem);
    }

    static String quoted(String id) {
        return "\"" + (id.length() <= 32 ? id : id.substring(0, 32) + "...") + "\"";
    }

    /** Null if the entry is left out. */
    @Nullable
    ExportSpec read(String id, Connect connect, boolean refuses) {
        String what = "connect " + quoted(id);
        if (!exporter.isAvailable() || connect.video()) {
            String why = connect.video() ? "video is not exported" : "media exports are switched off";
            if (refuses) {
                throw RequestRules.notImplemented(what + ": " + why);
            }
            counters.count(RequestWarning.MEDIA_EXPORT_UNAVAILABLE);
            return null;
        }
        String type = connect.type() == null ? "" : connect.type().toLowerCase(Locale.ROOT);
        String fault = faultOf(connect, type);
        if (fault != null) {
            raise(refuses, RequestWarning.UNUSABLE_EXPORT, what + ": " + fault);
            return null;
        }
        URI url = url(connect.url());
        String objection = url == null ? "its url is not a ws or wss URL with a host" : exporter.objection(url);
        if (url == null || objection != null) {
            raise(refuses, RequestWarning.UNUSABLE_EXPORT, what + ": " + objection);
            return null;
        }
        Set<String> exports = names(connect.exports());
        if (exports.isEmpty() && connect.exports() != null && !connect.exports().isEmpty()) { // not: everything
            raise(refuses, RequestWarning.UNUSABLE_EXPORT, what + ": none of its exports is a valid source name");
            return null;
        }
        return new ExportSpec(
                id, url, type, headers(connect.headers()), ping(connect.ping()), exports, names(connect.requests()));
    }

    private static @Nullable String faultOf(Connect connect, String type) {
        if (connect.protocol() == null || !connect.protocol().equalsIgnoreCase(PROTOCOL)) {
            return "its protocol is not " + PROTOCOL;
        }
        return TYPES.contains(type) ? null : "its type is not one of recorder, transcriber, translator";
    }

    private @Nullable URI url(@Nullable String text) {
        if (text == null || text.length() > limits().urlChars()) {
            return null;
        }
        try {
            URI url = new URI(text);
            String scheme = url.getScheme();
            boolean isWebSocket = "ws".equalsIgnoreCase(scheme) || "wss".equalsIgnoreCase(scheme);
            return isWebSocket && url.getHost() != null && url.getRawFragment() == null && url.getRawUserInfo() == null
                    ? url
                    : null;
        } catch (URISyntaxException _) {
            return null;
        }
    }

    /** Invalid headers are left out, also of creations. */
    private Map<String, String> headers(Map<String, String> asked) {
        Map<String, String> headers = new LinkedHashMap<>();
        asked.forEach((name, value) -> {
            String oneLine = LINE_ENDS.matcher(value).replaceAll("");
            boolean isUsable = HEADER_NAME.matcher(name).matches()
                    && !RESERVED_HEADERS.contains(name.toLowerCase(Locale.ROOT))
                    && oneLine.length() <= limits().headerChars()
                    && oneLine.chars().allMatch(c -> c == '\t' || (c >= ' ' && c != 0x7F && c <= 0xFF))
                    && headers.size() < limits().headers();
            if (isUsable) {
                headers.put(name, oneLine);
            } else {
                counters.count(RequestWarning.UNUSABLE_EXPORT_HEADER);
            }
        });
        return headers;
    }

    private static ExportSpec.@Nullable Ping ping(Connect.@Nullable Ping ping) {
        return ping == null || ping.intervalMs() <= 0 || ping.timeoutMs() <= 0
                ? null
                : new ExportSpec.Ping(ping.intervalMs(), ping.timeoutMs());
    }

    private Set<String> names(@Nullable List<String> asked) {
        Set<String> names = new LinkedHashSet<>();
        for (String name : asked == null ? List.<String>of() : asked) {
            if (name.isBlank() || name.length() > maxNameChars || names.size() >= limits().names()) {
                counters.count(RequestWarning.BEYOND_LIMIT);
            } else {
                names.add(name);
            }
        }
        return names;
    }
}
