package org.starbridge.control.conference;

import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelJson;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.MalformedMessageException;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.BridgeChannel.Carrier;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.MessagePace;
import org.starbridge.control.conference.ConferenceLock.Publication;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.message.ClientMessages;
import org.starbridge.control.participant.LocalEndpoint;

/**
 * The bridge's end of one endpoint's channel. Messages of its client go to {@link ClientMessages}, in turn with
 * everything else about the conference; messages that are malformed, unknown or without effect are dropped and counted.
 */
final class EndpointChannel implements ChannelSlot {
    private static final int NORMAL = 1000;
    private static final int GOING_AWAY = 1001;
    private static final int NO_STATUS = 1005;

    private final LocalEndpoint endpoint;
    private final ConferenceLock lock;
    private final ClientMessages messages;
    private final EndpointChannels channels;
    private final ConferenceCounters counters;

    EndpointChannel(
            LocalEndpoint endpoint,
            ConferenceLock lock,
            ClientMessages messages,
            EndpointChannels channels,
            ConferenceCounters counters) {
        this.endpoint = endpoint;
        this.lock = lock;
        this.messages = messages;
        this.channels = channels;
        this.counters = counters;
    }

    String password() {
        return endpoint.channels().password();
    }

    @Override
    public MessagePace pace() {
        return endpoint.channels().pace();
    }

    @Override
    public void onOpen(BridgeChannel channel) {
        lock.read(() -> {
            if (!channels.isPresent(endpoint)) {
                channel.close(BridgeChannel.CloseReason.ENDPOINT_CLOSED);
                return;
            }
            BridgeChannel older = endpoint.channels().opened(channel);
            if (older != null) {
                older.close(BridgeChannel.CloseReason.REPLACED);
            }
            channels.greet(endpoint, channel);
        });
    }

    @Override
    public void onText(BridgeChannel channel, String text) {
        onText(channel, text, () -> {});
    }

    @Override
    public void onText(BridgeChannel channel, String text, Runnable turn) {
        BridgeChannelMessage message = parse(text);
        if (message == null) {
            lock.read(turn);
            onMalformed(channel);
        } else {
            lock.update(Publication.PACED, () -> {
                turn.run();
                handle(channel, message);
            });
        }
    }

    @Override
    public boolean tryText(BridgeChannel channel, String text) {
        BridgeChannelMessage message = parse(text);
        if (message == null) {
            onMalformed(channel);
            return true;
        }
        Runnable action = () -> handle(channel, message);
        return ClientMessages.isQuick(message) ? lock.tryRead(action) : lock.tryUpdate(action);
    }

    private static @Nullable BridgeChannelMessage parse(String text) {
        try {
            return BridgeChannelJson.parse(text);
        } catch (MalformedMessageException _) {
            return null;
        }
    }

    private void onMalformed(BridgeChannel channel) {
        countReceived(channel);
        endpoint.channels().messages().receivedMalformed();
        counters.increment(ConferenceCounter.CHANNEL_MESSAGES_DROPPED);
    }

    private void handle(BridgeChannel channel, BridgeChannelMessage message) {
        countReceived(channel);
        endpoint.channels().messages().received(message);
        if (!endpoint.channels().heard(channel) || !messages.handle(endpoint, message)) {
            counters.increment(ConferenceCounter.CHANNEL_MESSAGES_DROPPED);
        }
    }

    @Override
    public void onBinary(BridgeChannel channel) {
        countReceived(channel);
        counters.increment(ConferenceCounter.CHANNEL_MESSAGES_DROPPED);
    }

    @Override
    public void onClose(BridgeChannel channel, int code) {
        if (channel.carrier() == Carrier.WEB_SOCKET) {
            boolean isNormal = code == NORMAL || code == GOING_AWAY || code == NO_STATUS;
            counters.increment(
                    isNormal
                            ? ConferenceCounter.CHANNELS_CLOSED_NORMALLY
                            : ConferenceCounter.CHANNELS_CLOSED_ABNORMALLY);
        }
        lock.read(() -> endpoint.channels().closed(channel));
    }

    private void countReceived(BridgeChannel channel) {
        switch (channel.carrier()) {
            case WEB_SOCKET -> counters.increment(ConferenceCounter.CHANNEL_MESSAGES_RECEIVED);
            case DATA_CHANNEL -> counters.increment(ConferenceCounter.DATA_CHANNEL_MESSAGES_RECEIVED);
        }
    }
}
