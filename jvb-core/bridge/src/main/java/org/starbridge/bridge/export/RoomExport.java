package org.starbridge.bridge.export;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.bridge.config.reader.NamePatterns;

/**
 * An export that the operator configured, for conferences without a focus that asks for one: an entry of
 * {@code starbridge.export.rooms}.
 *
 * @param rooms which conferences, by room or meeting id
 * @param url where to; {@code {room}} stands for the room
 * @param type {@code recorder}, {@code transcriber} or {@code translator}
 * @param headerFiles files with the values of headers, by name: they hold keys
 * @param pingIntervalMs between pings; 0 for none
 */
public record RoomExport(
        NamePatterns rooms, String url, String type, Map<String, Path> headerFiles, int pingIntervalMs) {
    private static final String ROOM = "{room}";

    public RoomExport {
        headerFiles = Map.copyOf(headerFiles);
    }

    static RoomExport read(ConfigReader in) {
        Map<String, Path> files = new LinkedHashMap<>();
        for (ConfigReader header : in.optionalObjects("headers")) {
            files.put(header.text("name"), Path.of(header.text("file")));
        }
        String url = in.text("url");
        if (!url.startsWith("ws://") && !url.startsWith("wss://")) {
            throw new ConfigException("starbridge.export.rooms[].url", url, "a URL that begins with ws:// or wss://");
        }
        return new RoomExport(
                new NamePatterns(in.texts("rooms")),
                url,
                in.optionalText("type").orElse("transcriber"),
                files,
                in.optionalInteger("ping-interval-ms").orElse(10_000));
    }

    /** The host that its URL names; empty if that depends on the room. */
    Optional<String> host() {
        try {
            return Optional.ofNullable(URI.create(url.replace(ROOM, "room")).getHost())
                    .filter(host ->
                            URI.create(url.replace(ROOM, "other")).getHost().equals(host));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** The URL for a room. */
    String urlOf(String room) {
        return url.replace(ROOM, URLEncoder.encode(room, StandardCharsets.UTF_8).replace("+", "%20"));
    }

    /** The room that it is for; empty if it is for none of these names. */
    Optional<String> room(String meetingId, @Nullable String name) {
        String local = name == null ? null : name.replaceFirst("@.*", "");
        if (local != null && rooms.matches(local)) {
            return Optional.of(local);
        }
        return rooms.matches(meetingId) ? Optional.of(local == null ? meetingId : local) : Optional.empty();
    }
}
