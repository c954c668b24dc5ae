package org.starbridge.bridge.whip.viewer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.starbridge.bridge.whip.access.RefusalException;

/** The events that a viewer may get. The draft has one more: {@code scte35} is never sent. */
public enum EventKind {
    /** The media that the viewer watches is being published. */
    ACTIVE("active"),
    /** It is not any more. */
    INACTIVE("inactive"),
    /** The video layers of what the viewer watches. */
    LAYERS("layers"),
    /** The session is over, or will be soon: the viewer shall begin another one at the same URL. */
    RECONNECT("reconnect"),
    /** Number of viewers of the room. */
    VIEWER_COUNT("viewercount");

    private final String wireName;

    EventKind(String wireName) {
        this.wireName = wireName;
    }

    /** As the event's name in the stream. */
    public String wireName() {
        return wireName;
    }

    /** All of them, as the attribute {@code events} of a {@code Link} has them. */
    public static String list() {
        return Arrays.stream(values()).map(EventKind::wireName).collect(Collectors.joining(","));
    }

    /**
     * Those that an array names; events that the bridge does not have are left out.
     *
     * @throws RefusalException 400 if it is no array of texts
     */
    public static Set<EventKind> read(JsonNode names) throws RefusalException {
        if (!names.isArray()) {
            throw new RefusalException(400, "expected a JSON array of events, such as [\"active\",\"layers\"]");
        }
        Set<EventKind> kinds = EnumSet.noneOf(EventKind.class);
        for (JsonNode name : names) {
            Arrays.stream(values())
                    .filter(kind -> kind.wireName.equals(name.textValue()))
                    .forEach(kinds::add);
        }
        return kinds;
    }
}
