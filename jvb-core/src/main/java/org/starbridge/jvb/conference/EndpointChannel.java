package org.starbridge.jvb.conference;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelJson;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.AudioSourcesMap;
import org.starbridge.colibri.channel.BridgeChannelMessage.ClientHello;
import org.starbridge.colibri.channel.BridgeChannelMessage.ConnectionStats;
import org.starbridge.colibri.channel.BridgeChannelMessage.DominantSpeakerEndpointChangeEvent;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointConnectivityStatusChangeEvent;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointStats;
import org.starbridge.colibri.channel.BridgeChannelMessage.ForwardedSources;
import org.starbridge.colibri.channel.BridgeChannelMessage.LastNChangedEvent;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverAudioSubscription;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverVideoConstraints;
import org.starbridge.colibri.channel.BridgeChannelMessage.SenderSourceConstraints;
import org.starbridge.colibri.channel.BridgeChannelMessage.ServerHello;
import org.starbridge.colibri.channel.BridgeChannelMessage.SourceVideoTypeMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.Unknown;
import org.starbridge.colibri.channel.BridgeChannelMessage.VideoSourcesMap;
import org.starbridge.colibri.channel.MalformedMessageException;
import org.starbridge.jvb.conference.BridgeChannel.Carrier;

/**
 * What the bridge and one endpoint's client say to each other. Acts on greetings and on what the client wants to receive;
 * everything else, known or not, well-formed or not, is dropped and counted so far.
 */
final class EndpointChannel implements ChannelSlot {
    private static final int NORMAL = 1000;
    private static final int GOING_AWAY = 1001;
    private static final int NO_STATUS = 1005;

    private final Conference conference;
    private final Endpoint endpoint;
    private final ConferenceCounters counters;
    private final int maxNames;
    private final ServerHello hello;

    EndpointChannel(
            Conference conference, Endpoint endpoint, ConferenceCounters counters, int maxNames, ServerHello hello) {
        this.conference = conference;
        this.endpoint = endpoint;
        this.counters = counters;
        this.maxNames = maxNames;
        this.hello = hello;
    }

    String password() {
        return endpoint.channelPassword();
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
            if (channel.carrier() == Carrier.WEB_SOCKET) { // over a data channel it is told to those who ask
                send(endpoint, hello, counters);
            }
            sendForwardedSources(endpoint, counters);
        });
    }

    @Override
    public void onText(BridgeChannel channel, String text) {
        countReceived(channel);
        BridgeChannelMessage message;
        try {
            message = BridgeChannelJson.parse(text);
        } catch (MalformedMessageException _) {
            counters.channelMessagesDropped.increment();
            return;
        }
        conference.wishInTurn(() -> {
            if (!endpoint.channels().heard(channel) || !onMessage(message)) {
                counters.channelMessagesDropped.increment();
            }
        });
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

    /** Whether it had an effect. */
    private boolean onMessage(BridgeChannelMessage message) {
        return switch (message) {
            case ClientHello _ -> {
                send(endpoint, hello, counters);
                yield true;
            }
            case ReceiverVideoConstraints constraints -> onConstraints(constraints);
            case LastNChangedEvent(int lastN) -> {
                endpoint.receiver().lastN(lastN);
                conference.outdateTable();
                yield true;
            }
            case EndpointMessage _, EndpointStats _, SourceVideoTypeMessage _, ReceiverAudioSubscription _ -> false;
            case ServerHello _,
                    ForwardedSources _,
                    SenderSourceConstraints _,
                    VideoSourcesMap _,
                    AudioSourcesMap _,
                    DominantSpeakerEndpointChangeEvent _,
                    EndpointConnectivityStatusChangeEvent _,
                    ConnectionStats _,
                    Unknown _ -> false;
        };
    }

    private boolean onConstraints(ReceiverVideoConstraints constraints) {
        int names = size(constraints.onStageSources())
                + size(constraints.selectedSources())
                + (constraints.constraints() == null
                        ? 0
                        : constraints.constraints().size());
        if (names > maxNames) {
            return false;
        }
        endpoint.receiver().update(constraints);
        conference.outdateTable();
        return true;
    }

    private static int size(@Nullable List<String> names) {
        return names == null ? 0 : names.size();
    }

    /** Tells the client which video sources it gets, in the order of their importance. */
    static void sendForwardedSources(Endpoint endpoint, ConferenceCounters counters) {
        send(endpoint, new ForwardedSources(endpoint.forwardedVideo()), counters);
    }

    /** Nothing is kept for a client without a channel: what it needs is sent when it opens one. */
    private static void send(Endpoint endpoint, BridgeChannelMessage message, ConferenceCounters counters) {
        BridgeChannel channel = endpoint.channels().current();
        if (channel == null || !channel.send(BridgeChannelJson.write(message))) {
            counters.channelMessagesUnsent.increment();
            return;
        }
        switch (channel.carrier()) {
            case WEB_SOCKET -> counters.channelMessagesSent.increment();
            case DATA_CHANNEL -> counters.dataChannelMessagesSent.increment();
        }
    }

    private void countReceived(BridgeChannel channel) {
        switch (channel.carrier()) {
            case WEB_SOCKET -> counters.channelMessagesReceived.increment();
            case DATA_CHANNEL -> counters.dataChannelMessagesReceived.increment();
        }
    }
}
