package org.starbridge.control.message;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.VideoType;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.AddReceiver;
import org.starbridge.colibri.channel.BridgeChannelMessage.AudioSourcesMap;
import org.starbridge.colibri.channel.BridgeChannelMessage.ClientHello;
import org.starbridge.colibri.channel.BridgeChannelMessage.ConnectionQuality;
import org.starbridge.colibri.channel.BridgeChannelMessage.ConnectionQualitySubscription;
import org.starbridge.colibri.channel.BridgeChannelMessage.ConnectionStats;
import org.starbridge.colibri.channel.BridgeChannelMessage.DominantSpeakerEndpointChangeEvent;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointConnectivityStatusChangeEvent;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointStats;
import org.starbridge.colibri.channel.BridgeChannelMessage.ForwardedSources;
import org.starbridge.colibri.channel.BridgeChannelMessage.LastNChangedEvent;
import org.starbridge.colibri.channel.BridgeChannelMessage.MessageRefused;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverAudioSubscription;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverVideoConstraints;
import org.starbridge.colibri.channel.BridgeChannelMessage.RemoveReceiver;
import org.starbridge.colibri.channel.BridgeChannelMessage.SenderSourceConstraints;
import org.starbridge.colibri.channel.BridgeChannelMessage.ServerHello;
import org.starbridge.colibri.channel.BridgeChannelMessage.SourceVideoTypeMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.SyntheticSourceSendingChangeEvent;
import org.starbridge.colibri.channel.BridgeChannelMessage.Unknown;
import org.starbridge.colibri.channel.BridgeChannelMessage.VideoSourcesMap;
import org.starbridge.colibri.channel.BridgeChannelMessage.VideoTypeMessage;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.QualitySubscription;
import org.starbridge.lastn.AudioSubscription;

/**
 * Handles the messages of clients, over whichever channel they come: requests change what their sender receives, other
 * messages are forwarded to other clients. The caller counts messages without effect. Guarded by the conference's lock.
 */
public final class ClientMessages {
    private final Endpoints endpoints;
    private final Runnable onTableOutdated;
    private final ChannelNotifications notifications;
    private final MessageForwarding forwarding;
    private final ConferenceConfig config;
    private final ConferenceCounters counters;

    public ClientMessages(
            Endpoints endpoints,
            Runnable onTableOutdated,
            ChannelNotifications notifications,
            MessageForwarding forwarding,
            ConferenceConfig config,
            ConferenceCounters counters) {
        this.endpoints = endpoints;
        this.onTableOutdated = onTableOutdated;
        this.notifications = notifications;
        this.forwarding = forwarding;
        this.config = config;
        this.counters = counters;
    }

    /** Returns whether {@link #handle} does no more than to pass it on to other clients, or to greet back. */
    public static boolean isQuick(BridgeChannelMessage message) {
        return message instanceof EndpointMessage || message instanceof EndpointStats || message instanceof ClientHello;
    }

    /** Handles a message; returns whether it had an effect. */
    public boolean handle(LocalEndpoint sender, BridgeChannelMessage message) {
        return switch (message) {
            case ClientHello _ -> {
                notifications.greet(sender);
                yield true;
            }
            case ReceiverVideoConstraints constraints -> onConstraints(sender, constraints);
            case LastNChangedEvent(int lastN) -> {
                sender.reception().constraints().lastN(lastN);
                onTableOutdated.run();
                yield true;
            }
            case ReceiverAudioSubscription subscription -> onSubscription(sender, subscription);
            case SourceVideoTypeMessage typed -> onVideoType(sender, typed.sourceName(), typed.videoType());
            case VideoTypeMessage(var type) -> onVideoType(sender, sender.id() + "-v0", type);
            case EndpointMessage endpointMessage -> forwarding.forward(sender, endpointMessage);
            case EndpointStats stats -> forwarding.forward(sender, stats);
            case ConnectionQualitySubscription(boolean enabled) -> {
                sender.connection().subscription(enabled ? QualitySubscription.NEW : QualitySubscription.NONE);
                yield true;
            }
            case ServerHello _,
                    ForwardedSources _,
                    SenderSourceConstraints _,
                    VideoSourcesMap _,
                    AudioSourcesMap _,
                    DominantSpeakerEndpointChangeEvent _,
                    EndpointConnectivityStatusChangeEvent _,
                    ConnectionStats _,
                    ConnectionQuality _,
                    MessageRefused _,
                    SyntheticSourceSendingChangeEvent _,
                    AddReceiver _,
                    RemoveReceiver _,
                    Unknown _ -> false;
        };
    }

    private boolean onConstraints(LocalEndpoint sender, ReceiverVideoConstraints wish) {
        int names = size(wish.onStageSources())
                + size(wish.selectedSources())
                + (wish.constraints() == null ? 0 : wish.constraints().size());
        if (isBeyondLimit(names)) {
            return false;
        }
        if (sender.reception().constraints().update(wish)) {
            onTableOutdated.run();
        }
        return true;
    }

    /**
     * Limits the temporal layer of what a client gets. No message of the bridge channel does.
     *
     * @param maxTemporalLayer -1 for no limit
     */
    public void limitTemporalLayer(LocalEndpoint receiver, int maxTemporalLayer) {
        if (receiver.reception().constraints().maxTemporalLayer(maxTemporalLayer)) {
            onTableOutdated.run();
        }
    }

    private boolean onSubscription(LocalEndpoint sender, ReceiverAudioSubscription wish) {
        if (isBeyondLimit(size(wish.include()) + size(wish.exclude()))) {
            return false;
        }
        sender.reception()
                .constraints()
                .audio(new AudioSubscription(wish.all(), Set.copyOf(wish.include()), Set.copyOf(wish.exclude())));
        onTableOutdated.run();
        return true;
    }

    /** Counts it if so. */
    private boolean isBeyondLimit(int names) {
        boolean isBeyond = names > config.limits().channelNames();
        if (isBeyond) {
            counters.increment(ConferenceCounter.CHANNEL_WISHES_TOO_LONG);
        }
        return isBeyond;
    }

    private static int size(@Nullable List<String> names) {
        return names == null ? 0 : names.size();
    }

    /** A client speaks of its own sources, declared or not yet, and not of another's. */
    private boolean onVideoType(LocalEndpoint sender, String sourceName, VideoType type) {
        boolean isForeign = !sender.participant().declares(sourceName)
                && endpoints.all().stream()
                        .anyMatch(endpoint -> endpoint.participant().declares(sourceName));
        boolean isTooLong = sourceName.length() > config.limits().nameLength();
        if (sender.participant().isVisitor() || isForeign || isTooLong) {
            return false;
        }
        VideoType before = sender.participant().videoTypes().of(sourceName);
        if (!sender.participant().videoTypes().tell(sourceName, type)) {
            return false;
        }
        if (before != type) {
            onTableOutdated.run();
            forwarding.announceVideoType(sender, sourceName);
        }
        return true;
    }
}
