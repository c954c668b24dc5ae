package org.starbridge.hammer.client;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.ForwardedSources;
import org.starbridge.colibri.channel.BridgeChannelMessage.SenderSourceConstraints;

/**
 * What the bridge has told one endpoint over its channel: what it forwards, and what anybody wants of what the endpoint sends. Any
 * thread: the channel's writes, another asks to be told.
 */
final class Told {
    private @Nullable Set<String> forwarded;
    private final Map<String, Integer> wanted = new HashMap<>();
    private @Nullable Listener listener;

    /** Hears what is said, on the thread that says it. */
    interface Listener {
        /** The names of all video sources that are forwarded. */
        void onForwarded(Set<String> names);

        /** How high a picture anybody wants of one of the endpoint's own sources: -1 any, 0 none. */
        void onWanted(String source, int maxHeightPx);
    }

    /** {@code listener} hears whatever is said, and at once what was said last. */
    synchronized void listen(Listener listener) {
        this.listener = listener;
        if (forwarded != null) {
            listener.onForwarded(forwarded);
        }
        wanted.forEach(listener::onWanted);
    }

    /** The bridge says something; the rest of it makes no difference to a client that shows nothing. */
    synchronized void onMessage(BridgeChannelMessage message) {
        if (message instanceof ForwardedSources(var names)) {
            Set<String> said = Set.copyOf(names);
            forwarded = said;
            if (listener != null) {
                listener.onForwarded(said);
            }
        } else if (message instanceof SenderSourceConstraints(var source, int maxHeightPx)) {
            wanted.put(source, maxHeightPx);
            if (listener != null) {
                listener.onWanted(source, maxHeightPx);
            }
        }
    }
}
