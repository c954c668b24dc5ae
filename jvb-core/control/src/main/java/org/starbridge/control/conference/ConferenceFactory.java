package org.starbridge.control.conference;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.channel.BridgeChannelMessage.ServerHello;
import org.starbridge.control.conference.ConferenceLock.Publication;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.event.MembershipEvents;
import org.starbridge.control.export.conference.ConferenceExports;
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
import org.starbridge.control.relay.ConferenceAccess;
import org.starbridge.control.relay.Membership;
import org.starbridge.control.relay.RelayChannels;
import org.starbridge.control.relay.RelayGraph;
import org.starbridge.control.relay.RelayLifecycle;
import org.starbridge.control.relay.RelayRequests;
import org.starbridge.control.request.DescriptionReader;
import org.starbridge.control.request.SsrcHandover;

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
        Conference.Identity identity = new Conference.Identity(
                id,
                request.meetingId(),
                request.name(),
                request.rtcstatsEnabled(),
                FeedbackSsrcs.choose(environment.random()),
                environment.clockNs().getAsLong());
        return create(identity);
    }

    /** An empty one, as it was in another process. */
    Conference create(Conference.Identity identity) {
        String id = identity.id();
        ReentrantLock fairLock = new ReentrantLock(true);
        Endpoints endpoints = new Endpoints();
        ServerHello hello = new ServerHello(config.announcedVersion().orElse(null));
        MessageSender sender = new MessageSender(endpoints, counters);
        SpeakerNotifications speakers = new SpeakerNotifications(endpoints, sender, counters);
        RelayGraph relays = new RelayGraph(id, endpoints, config, environment, counters);
        ChannelNotifications notifications =
                new ChannelNotifications(endpoints, hello, sender, speakers, relays.others());
        SourceMaps sourceMaps = new SourceMaps(
                config.slots(), environment.random(), identity.feedback().both(), endpoints, sender);
        AtomicReference<@Nullable Forwarding> tables = new AtomicReference<>(); // each needs the other
        ConferenceExports exports = ConferenceExports.create(
                id,
                identity.feedback(),
                config,
                environment,
                counters,
                sender,
                relays.others(),
                new ConferenceExports.Access(
                        action -> locked(fairLock, action),
                        () -> requireNonNull(tables.get()).outdate(),
                        endpoint -> requireNonNull(tables.get()).leave(endpoint)));
        Membership membership = relays.membership(
                new SsrcHandover(endpoints, identity.feedback().both(), config.limits()), exports);
        Forwarding forwarding = forwarding(identity, fairLock, endpoints, membership, notifications, sourceMaps);
        tables.set(forwarding);
        ConferenceLock lock = new ConferenceLock(fairLock, forwarding);
        ConferenceTriggers triggers = new ConferenceTriggers(
                lock,
                forwarding,
                speakers,
                new ConnectionNotifications(endpoints, sender),
                new ActivityNotifications(endpoints, config.channel(), sender, relays.others(), counters),
                new PreemptiveKeyFrames(endpoints, environment.delayed(), counters),
                environment.delayed());
        MessageForwarding messageForwarding =
                new MessageForwarding(endpoints, notifications.speakers(), sender, relays.others(), config, counters);
        ClientMessages messages =
                new ClientMessages(endpoints, forwarding::outdate, notifications, messageForwarding, config, counters);
        RelayChannels relayChannels = relays.channels(access(lock), sender, messageForwarding, forwarding::outdate);
        EndpointChannels channels =
                new EndpointChannels(lock, endpoints, relayChannels, messages, notifications, sourceMaps, counters);
        RelayLifecycle relayLifecycle = relays.lifecycle(forwarding::outdate, forwarding::leave);
        ConferenceLifecycle lifecycle = lifecycle(identity, endpoints, relayLifecycle, forwarding);
        TransportFactory transports =
                new TransportFactory(id, identity.feedback(), config, environment, counters, triggers::reviewSoon);
        DescriptionReader reader =
                new DescriptionReader(endpoints, identity.feedback().both(), config, counters);
        RelayRequests relayRequests =
                relays.requests(identity.feedback(), transports, relayLifecycle, relayChannels, forwarding::outdate);
        return new Conference(
                identity,
                lock,
                lifecycle,
                new ConferenceRequests(
                        endpoints,
                        lifecycle,
                        new EndpointCreation(
                                endpoints,
                                lifecycle,
                                transports,
                                channels::of,
                                reader,
                                config,
                                environment,
                                identity.meetingId()),
                        reader,
                        new EndpointAnswers(id, config, environment, counters),
                        relayRequests,
                        identity.feedback(),
                        forwarding,
                        exports),
                triggers,
                new ConferenceView(
                        identity, lock, endpoints, membership, notifications.speakers(), sourceMaps, exports),
                channels,
                new ConferenceState(
                        identity,
                        endpoints,
                        membership,
                        lifecycle,
                        notifications.speakers(),
                        sourceMaps,
                        exports,
                        new ConferenceState.Maker(transports, channels::of, config, environment)));
    }

    private static void locked(ReentrantLock lock, Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    private static ConferenceAccess access(ConferenceLock lock) {
        return new ConferenceAccess() {
            @Override
            public void update(Runnable change) {
                lock.update(Publication.PACED, change);
            }

            @Override
            public boolean tryUpdate(Runnable change) {
                return lock.tryUpdate(change);
            }
        };
    }

    private Forwarding forwarding(
            Conference.Identity identity,
            ReentrantLock lock,
            Endpoints endpoints,
            Membership membership,
            ChannelNotifications notifications,
            SourceMaps sourceMaps) {
        TablePublisher publisher = new TablePublisher(identity.id(), lock, environment, counters);
        SourceSelection selection = new SourceSelection(
                identity.id(),
                membership,
                config.selection(),
                environment.loadLastN(),
                notifications,
                sourceMaps,
                publisher);
        return new Forwarding(lock, endpoints, selection, publisher, environment, counters, config.wishInterval());
    }

    private ConferenceLifecycle lifecycle(
            Conference.Identity identity, Endpoints endpoints, RelayLifecycle relays, Forwarding forwarding) {
        MembershipEvents events = new MembershipEvents(
                identity.id(),
                identity.name(),
                identity.meetingId(),
                environment.calls(),
                environment.clockNs(),
                identity.createdAtNs());
        return new ConferenceLifecycle(
                endpoints, relays, forwarding, events, counters, environment.clockNs(), identity.createdAtNs());
    }
}
