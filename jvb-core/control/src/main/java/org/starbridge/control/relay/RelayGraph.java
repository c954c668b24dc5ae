package org.starbridge.control.relay;

import java.util.function.Consumer;
import org.starbridge.colibri.channel.BridgeChannelMessage.ServerHello;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.message.MessageForwarding;
import org.starbridge.control.message.MessageSender;
import org.starbridge.control.message.OtherBridges;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.FeedbackSsrcs;
import org.starbridge.control.participant.TransportFactory;
import org.starbridge.control.request.SsrcHandover;
import org.starbridge.media.api.MediaEndpoint;

/** Builds the relays' part of a conference's object graph: at first what others need, then what needs others. */
public final class RelayGraph {
    private final String conferenceId;
    private final Endpoints endpoints;
    private final ConferenceConfig config;
    private final ConferenceEnvironment environment;
    private final ConferenceCounters counters;
    private final Relays relays = new Relays();
    private final RelaySender sender;
    private final RelayNotifications notifications;

    public RelayGraph(
            String conferenceId,
            Endpoints endpoints,
            ConferenceConfig config,
            ConferenceEnvironment environment,
            ConferenceCounters counters) {
        this.conferenceId = conferenceId;
        this.endpoints = endpoints;
        this.config = config;
        this.environment = environment;
        this.counters = counters;
        sender = new RelaySender(relays, counters);
        notifications = new RelayNotifications(
                config.relay().announcedId(),
                endpoints,
                relays,
                sender,
                new ServerHello(config.relay().version()));
    }

    /** The members: endpoints, relays, and additions of the extension. */
    public Membership membership(SsrcHandover ssrcs, MembershipExtension extension) {
        return new Membership(endpoints, relays, ssrcs, extension);
    }

    public OtherBridges others() {
        return notifications;
    }

    /**
     * Ends relays.
     *
     * @param onTableOutdated runs when the next forwarding table shows a change
     * @param leave takes what is to be released after the next table
     */
    public RelayLifecycle lifecycle(Runnable onTableOutdated, Consumer<MediaEndpoint> leave) {
        return new RelayLifecycle(relays, endpoints.remote(), onTableOutdated, leave, counters);
    }

    /**
     * The channels to other bridges.
     *
     * @param onTableOutdated runs when the next forwarding table shows a change
     */
    public RelayChannels channels(
            ConferenceAccess conference,
            MessageSender clients,
            MessageForwarding forwarding,
            Runnable onTableOutdated) {
        RelayMessages messages =
                new RelayMessages(endpoints, relays, notifications, sender, clients, forwarding, onTableOutdated);
        return new RelayChannels(relays, conference, messages, environment.delayed(), counters);
    }

    /**
     * Carries out what requests say of relays.
     *
     * @param onTableOutdated runs when the next forwarding table shows a change
     */
    public RelayRequests requests(
            FeedbackSsrcs feedback,
            TransportFactory transports,
            RelayLifecycle lifecycle,
            RelayChannels channels,
            Runnable onTableOutdated) {
        RelayDescriptions descriptions = new RelayDescriptions(endpoints, feedback.both(), config, counters);
        return new RelayRequests(
                relays,
                lifecycle,
                new RelayFactory(transports, channels, config, environment),
                descriptions,
                new RelayAnnouncements(
                        endpoints.remote(),
                        lifecycle,
                        descriptions,
                        channels,
                        onTableOutdated,
                        environment.media(),
                        config),
                new RelayAnswers(conferenceId, config, environment, counters),
                new RelayRequests.Settings(config, environment));
    }
}
