package org.starbridge.control.conference;

import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelJson;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.ServerHello;
import org.starbridge.colibri.channel.MalformedMessageException;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.BridgeChannel.Carrier;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.MessagePace;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.participant.Endpoint;

/**
 * The bridge's end of one endpoint's channel. What its client says goes to {@link ClientMessages} in turn with everything else
 * about the conference; what is malformed, unknown or without effect is dropped and counted.
 */
final class EndpointChannel implements ChannelSlot {
    private static final int NORMAL = 1000;
    private static final int GOING_AWAY = 1001;
    private static final int NO_STATUS = 1005;

    private final Conference conference;
    private final Endpoint endpoint;
    private final ConferenceCounters counters;
    private final ServerHello hello;

    EndpointChannel(Conference conference, Endpoint endpoint, ConferenceCounters counters, ServerHello hello) {
        this.conference = conference;
        this.endpoint = endpoint;
        this.counters = counters;
        this.hello = hello;
    }

    String password() {
        return endpoint.channelPassword();
    }

    @Override
    public MessagePace pace() {
        return endpoint.pace();
    }

    @Override
    public void onOpen(BridgeChannel channel) {
        conference.inTurn(() -> {
            if (conference.endpoint(endpoint.id()) != endpoint) {
                channel.close(BridgeChannel.CloseReason.ENDPOINT_CLOSED);
                return;
            }
            BridgeChannel older = endpoint.channels().opened(channel);
            if (older != null) {
                older.close(BridgeChannel.CloseReason.REPLACED);
            }
            conference.announcements().onOpen(endpoint, channel.carrier(), hello, conference.sourceMaps());
        });
    }

    @Override
    public void onText(BridgeChannel channel, String text) {
        BridgeChannelMessage message = parse(text);
        if (message == null) {
            onMalformed(channel);
        } else {
            conference.wishInTurn(() -> handle(channel, message));
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
        return ClientMessages.isQuick(message) ? conference.tryNow(action) : conference.tryWish(action);
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
        endpoint.messages().receivedMalformed();
        counters.channelMessagesDropped.increment();
    }

    private void handle(BridgeChannel channel, BridgeChannelMessage message) {
        countReceived(channel);
        endpoint.messages().received(message);
        if (!endpoint.channels().heard(channel) || !conference.clientMessages().handle(endpoint, message)) {
            counters.channelMessagesDropped.increment();
        }
    }

    @Override
    public void onBinary(BridgeChannel channel) {
        countReceived(channel);
        counters.channelMessagesDropped.increment();
    }

    @Override
    public void onClose(BridgeChannel channel, int code) {
        if (channel.carrier() == Carrier.WEB_SOCKET) {
            boolean isNormal = code == NORMAL || code == GOING_AWAY || code == NO_STATUS;
            (isNormal ? counters.channelsClosedNormally : counters.channelsClosedAbnormally).increment();
        }
        conference.inTurn(() -> endpoint.channels().closed(channel));
    }

    private void countReceived(BridgeChannel channel) {
        switch (channel.carrier()) {
            case WEB_SOCKET -> counters.channelMessagesReceived.increment();
            case DATA_CHANNEL -> counters.dataChannelMessagesReceived.increment();
        }
    }
}
