package org.starbridge.hammer.client.channel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelJson;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.AudioSourcesMap;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.ForwardedSources;
import org.starbridge.colibri.channel.BridgeChannelMessage.SenderSourceConstraints;
import org.starbridge.colibri.channel.BridgeChannelMessage.VideoSourcesMap;
import org.starbridge.colibri.channel.MalformedMessageException;

/**
 * Messages of the bridge to one endpoint over its channel: what it forwards and under which SSRCs, what receivers want
 * of what the endpoint sends, and what others say to it. Any thread: the channel's writes, another thread listens.
 */
public final class BridgeMessages {
    private @Nullable Set<String> forwarded;
    private final Map<String, Integer> wanted = new HashMap<>();
    private final List<Mapping> mappings = new ArrayList<>();
    private @Nullable Listener listener;
    private Consumer<EndpointMessage> others = _ -> {};
    private @Nullable String end;

    /** Hears what is said, on the thread that says it. */
    public interface Listener {
        /** The names of all video sources that are forwarded. */
        void onForwarded(Set<String> names);

        /**
         * Called with the height of picture that receivers want of one of the endpoint's own sources: -1 any, 0 none.
         */
        void onWanted(String source, int maxHeightPx);

        /** A source comes under this SSRC from now on, all 32 bits. */
        void onMapped(String source, int ssrc);
    }

    private record Mapping(String source, int ssrc) {}

    /** {@code listener} gets every message, and at once those that came before. */
    public synchronized void listen(Listener listener) {
        this.listener = listener;
        if (forwarded != null) {
            listener.onForwarded(forwarded);
        }
        wanted.forEach(listener::onWanted);
        mappings.forEach(mapping -> listener.onMapped(mapping.source(), mapping.ssrc()));
        mappings.clear();
    }

    /** {@code listener} gets messages of other endpoints from now on, on the thread that receives them. */
    synchronized void listenToOthers(Consumer<EndpointMessage> listener) {
        others = listener;
    }

    /** The same as JSON. What is no message is left out: what came of it shows in the measured media. */
    void onText(String text) {
        try {
            onMessage(BridgeChannelJson.parse(text));
        } catch (MalformedMessageException _) {
            // As if it had not been said.
        }
    }

    /** The bridge says something; the rest of it makes no difference to a client that shows nothing. */
    synchronized void onMessage(BridgeChannelMessage message) {
        switch (message) {
            case ForwardedSources(var names) -> {
                Set<String> said = Set.copyOf(names);
                forwarded = said;
                if (listener != null) {
                    listener.onForwarded(said);
                }
            }
            case SenderSourceConstraints(var source, int maxHeightPx) -> {
                wanted.put(source, maxHeightPx);
                if (listener != null) {
                    listener.onWanted(source, maxHeightPx);
                }
            }
            case VideoSourcesMap(var sources) -> sources.forEach(each -> onMapped(each.source(), each.ssrc()));
            case AudioSourcesMap(var sources) -> sources.forEach(each -> onMapped(each.source(), each.ssrc()));
            case EndpointMessage from -> others.accept(from);
            default -> {
                // Speakers, statistics.
            }
        }
    }

    /**
     * The channel is gone; {@code reason} is a sentence's part: {@code "status 1001 (...)"}. Only the first one counts.
     */
    synchronized void onClosed(String reason) {
        if (end == null) {
            end = reason;
        }
    }

    /** Returns the reason why the channel is gone; null as long as it is open, or if there was none. */
    public synchronized @Nullable String end() {
        return end;
    }

    private void onMapped(String source, long ssrc) {
        if (listener == null) {
            mappings.add(new Mapping(source, (int) ssrc));
        } else {
            listener.onMapped(source, (int) ssrc);
        }
    }
}
