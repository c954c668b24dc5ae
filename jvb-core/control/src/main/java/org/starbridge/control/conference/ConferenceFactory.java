package org.starbridge.control.conference;

import java.util.concurrent.locks.ReentrantLock;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.channel.BridgeChannelMessage.ServerHello;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.event.MembershipEvents;
import org.starbridge.control.message.ActivityNotifications;
import org.starbridge.control.message.ChannelNotifications;
import org.starbridge.control.message.ClientMessages;
import org.starbridge.control.message.ConnectionNotifications;
import org.starbridge.control.message.MessageForwarding;
import org.starbridge.control.message.MessageSender;
import org.starbridge.control.message.SourceMaps;
import org.starbridge.control.message.SpeakerNotifications;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.FeedbackSsrcs;
import org.starbridge.control.participant.TransportFactory;
import org.starbridge.control.request.DescriptionReader;

/** Builds the object graph of a conference. Any thread. */
final class ConferenceFactory {
    private final ConferenceConfig config;
    private final ConferenceEnvironment environment;
    private final ConferenceCounters counters;

    ConferenceFactory(ConferenceConfig config, ConferenceEnvironment environment, ConferenceCounters counters) {
        this.config = config;
        this.environment = environment;
        this.counters = counters;
    }

    /** An empty one, as the request describes it. */
    Conference create(String id, ConferenceModify request) {
        ConferenceIdentity identity = new ConferenceIdentity(
                id,
                request.meetingId(),
                request.name(),
                request.rtcstatsEnabled(),
                FeedbackSsrcs.choose(environment.random()),
                environment.clockNs().getAsLong());
        ReentrantLock fairLock = new ReentrantLock(true);
        Endpoints endpoints = new Endpoints();
        ServerHello hello = new ServerHello(config.announcedVersion().orElse(null));
        MessageSender sender = new MessageSender(endpoints, counters);
        SpeakerNotifications speakers = new SpeakerNotifications(endpoints, sender, counters);
        ChannelNotifications notifications = new ChannelNotifications(endpoints, hello, sender, speakers);
        SourceMaps sourceMaps = new SourceMaps(
                config.slots(), environment.random(), identity.feedback().both(), endpoints, sender);
        Forwarding forwarding = forwarding(identity, fairLock, endpoints, notifications, sourceMaps);
        ConferenceLock lock = new ConferenceLock(fairLock, forwarding);
        ConferenceTriggers triggers = new ConferenceTriggers(
                lock,
                forwarding,
                speakers,
                new ConnectionNotifications(endpoints, sender),
                new ActivityNotifications(endpoints, config.channel(), sender, counters),
                new PreemptiveKeyFrames(endpoints, environment.delayed(), counters),
                environment.delayed());
        ClientMessages messages = new ClientMessages(
                endpoints,
                forwarding::outdate,
                notifications,
                new MessageForwarding(endpoints, notifications.speakers(), sender, config, counters),
                config,
                counters);
        EndpointChannels channels =
                new EndpointChannels(lock, endpoints, messages, notifications, sourceMaps, counters);
        ConferenceLifecycle lifecycle = lifecycle(identity, endpoints, forwarding);
        EndpointFactory factory = new EndpointFactory(
                new TransportFactory(id, identity.feedback(), config, environment, counters, triggers::reviewSoon),
                channels::of,
                config,
                environment);
        EndpointRequests requests = requests(identity, endpoints, forwarding, lifecycle, factory);
        return new Conference(
                identity,
                lock,
                lifecycle,
                new ConferenceRequests(requests, identity.feedback(), forwarding, counters),
                triggers,
                new ConferenceView(identity, lock, endpoints, notifications.speakers(), sourceMaps),
                channels);
    }

    private Forwarding forwarding(
            ConferenceIdentity identity,
            ReentrantLock lock,
            Endpoints endpoints,
            ChannelNotifications notifications,
            SourceMaps sourceMaps) {
        TablePublisher publisher = new TablePublisher(identity.id(), lock, environment, counters);
        SourceSelection selection = new SourceSelection(
                identity.id(),
                endpoints,
                config.selection(),
                environment.loadLastN(),
                notifications,
                sourceMaps,
                publisher);
        return new Forwarding(lock, endpoints, selection, publisher, environment, counters, config.wishInterval());
    }

    private ConferenceLifecycle lifecycle(ConferenceIdentity identity, Endpoints endpoints, Forwarding forwarding) {
        MembershipEvents events = new MembershipEvents(
                identity.id(),
                identity.name(),
                identity.meetingId(),
                environment.calls(),
                environment.clockNs(),
                identity.createdAtNs());
        return new ConferenceLifecycle(
                endpoints, forwarding, events, counters, environment.clockNs(), identity.createdAtNs());
    }

    private EndpointRequests requests(
            ConferenceIdentity identity,
            Endpoints endpoints,
            Forwarding forwarding,
            ConferenceLifecycle lifecycle,
            EndpointFactory factory) {
        DescriptionReader reader =
                new DescriptionReader(endpoints, identity.feedback().both(), config, counters);
        EndpointCreation creation = new EndpointCreation(
                endpoints,
                lifecycle,
                factory,
                reader,
                config,
                identity.meetingId(),
                environment.data().isOffered());
        return new EndpointRequests(
                endpoints,
                lifecycle,
                creation,
                reader,
                new EndpointAnswers(identity.id(), config, environment, counters),
                forwarding::outdate);
    }
}
