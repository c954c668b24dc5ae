package org.starbridge.hammer.client;

import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.ForwardedSources;

/**
 * What the bridge has told one endpoint over its channel of what it forwards. Any thread: the channel's writes, another asks to
 * be told.
 */
final class Told {
    private @Nullable Set<String> forwarded;
    private @Nullable Consumer<Set<String>> listener;

    /** {@code listener} hears the names of the forwarded sources whenever they are said, and at once what was said last. */
    synchronized void listen(Consumer<Set<String>> listener) {
        this.listener = listener;
        if (forwarded != null) {
            listener.accept(forwarded);
        }
    }

    /** The bridge says something; what is not about forwarding makes no difference to a client that shows nothing. */
    synchronized void onMessage(BridgeChannelMessage message) {
        if (message instanceof ForwardedSources(var names)) {
            Set<String> said = Set.copyOf(names);
            forwarded = said;
            if (listener != null) {
                listener.accept(said);
            }
        }
    }
}
