package org.starbridge.control.relay;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelJson;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.MalformedMessageException;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.MessagePace;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.DelayedExecution;

/**
 * This bridge's end of the channel to another bridge, whichever of the two opened it. Messages go to
 * {@link RelayMessages}, in turn with everything else about the conference; messages that are malformed, unknown or
 * without effect are dropped and counted.
 */
public final class RelayChannel implements ChannelSlot {
    /** Within that time of the opening the other bridge says which sources it wants; until then it gets all. */
    private static final Duration TIME_FOR_WISHES = Duration.ofSeconds(1);

    private final Relay relay;
    private final ConferenceAccess conference;
    private final RelayMessages messages;
    private final RelayWatch watch;
    private final DelayedExecution delayed;
    private final ConferenceCounters counters;

    RelayChannel(
            Relay relay,
            ConferenceAccess conference,
            RelayMessages messages,
            RelayWatch watch,
            DelayedExecution delayed,
            ConferenceCounters counters) {
        this.relay = relay;
        this.conference = conference;
        this.messages = messages;
        this.watch = watch;
        this.delayed = delayed;
        this.counters = counters;
    }

    public String password() {
        return relay.channels().password();
    }

    @Override
    public MessagePace pace() {
        return relay.channels().pace();
    }

    @Override
    public void onOpen(BridgeChannel channel) {
        conference.update(() -> {
            if (!messages.isPresent(relay)) {
                channel.close(BridgeChannel.CloseReason.RELAY_CLOSED);
                return;
            }
            BridgeChannel older = relay.channels().opened(channel);
            if (older != null) {
                older.close(BridgeChannel.CloseReason.REPLACED);
            }
            messages.onOpen(relay);
            delayed.after(TIME_FOR_WISHES, () -> conference.update(() -> messages.onWishesComplete(relay)));
        });
    }

    @Override
    public void onText(BridgeChannel channel, String text) {
        BridgeChannelMessage message = parse(text);
        if (message == null) {
            onMalformed();
        } else {
            conference.update(() -> handle(channel, message));
        }
    }

    @Override
    public boolean tryText(BridgeChannel channel, String text) {
        BridgeChannelMessage message = parse(text);
        if (message == null) {
            onMalformed();
            return true;
        }
        return conference.tryUpdate(() -> handle(channel, message));
    }

    private static @Nullable BridgeChannelMessage parse(String text) {
        try {
            return BridgeChannelJson.parse(text);
        } catch (MalformedMessageException _) {
            return null;
        }
    }

    private void onMalformed() {
        relay.channels().messages().receivedMalformed();
        counters.increment(ConferenceCounter.RELAY_MESSAGES_RECEIVED);
        counters.increment(ConferenceCounter.RELAY_MESSAGES_DROPPED);
    }

    private void handle(BridgeChannel channel, BridgeChannelMessage message) {
        counters.increment(ConferenceCounter.RELAY_MESSAGES_RECEIVED);
        relay.channels().messages().received(message);
        if (!relay.channels().heard(channel) || !messages.handle(relay, message)) {
            counters.increment(ConferenceCounter.RELAY_MESSAGES_DROPPED);
        }
    }

    @Override
    public void onBinary(BridgeChannel channel) {
        counters.increment(ConferenceCounter.RELAY_MESSAGES_RECEIVED);
        counters.increment(ConferenceCounter.RELAY_MESSAGES_DROPPED);
    }

    @Override
    public void onClose(BridgeChannel channel, int code) {
        conference.update(() -> {
            relay.channels().closed(channel);
            if (relay.channels().current() == null && messages.isPresent(relay)) {
                watch.onChannelLost(relay);
            }
        });
    }
}
