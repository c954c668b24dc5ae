package org.starbridge.bridge.whip.viewer;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The server-sent events of a viewer (WHATWG HTML section 9.2), as long polls: each request is answered with what has
 * changed since the one before, and a client such as {@code EventSource} asks again by itself after {@value #RETRY_MS}
 * ms. So no connection stays open for a stream. Any thread.
 */
public final class EventStream {
    /** A viewer costs half a request each second. */
    public static final int RETRY_MS = 2000;

    private final Set<EventKind> kinds;
    private boolean wasActive;
    private boolean hasEnded;
    private int viewers = -1;
    private @Nullable List<String> shape;

    /** @param kinds that the client wants */
    public EventStream(Set<EventKind> kinds) {
        this.kinds = Set.copyOf(kinds);
    }

    /** The events since the last call, in the format of {@code text/event-stream}. The first call reports what is. */
    public synchronized String poll(ViewerState now) {
        StringBuilder text = new StringBuilder("retry: " + RETRY_MS + "\n\n");
        if (now.isActive() != wasActive) {
            wasActive = now.isActive();
            append(text, wasActive ? EventKind.ACTIVE : EventKind.INACTIVE, "{}");
        }
        String layers = now.layersJson();
        if (!layers.isEmpty() && !now.shape().equals(shape)) {
            shape = now.shape();
            append(text, EventKind.LAYERS, layers);
        }
        if (now.viewers() != viewers) {
            viewers = now.viewers();
            append(text, EventKind.VIEWER_COUNT, "{\"viewercount\":" + viewers + "}");
        }
        if (now.isOver() && !hasEnded) {
            hasEnded = true;
            append(text, EventKind.RECONNECT, "{}");
        }
        return text.toString();
    }

    private void append(StringBuilder text, EventKind kind, String data) {
        if (kinds.contains(kind)) {
            text.append("event: ")
                    .append(kind.wireName())
                    .append("\ndata: ")
                    .append(data)
                    .append("\n\n");
        }
    }
}
