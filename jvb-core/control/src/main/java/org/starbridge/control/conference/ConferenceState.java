package org.starbridge.control.conference;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ClientChannels;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.export.conference.ConferenceExports;
import org.starbridge.control.message.SourceMaps;
import org.starbridge.control.participant.EndpointCapabilities;
import org.starbridge.control.participant.EndpointTransport;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.FeedbackSsrcs;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.LocalSide;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.participant.Speakers;
import org.starbridge.control.participant.TransportFactory;
import org.starbridge.control.relay.Membership;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.OverloadedException;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** Part of a snapshot that describes one conference and its endpoints. Guarded by the conference's lock. */
final class ConferenceState {
    private static final int MAX_TEXT_BYTES = 4096;
    private static final int LIFECYCLE_PART = 10;
    private static final int ENDPOINT_PART = 20;
    private static final int SPEAKERS_PART = 30;
    private static final int SLOTS_PART = 40;
    private static final int IDENTITY_PART = 10;
    private static final int LOCAL_SIDE_PART = 20;
    private static final int CONTENT_PART = 30;
    private static final int DATA_CHANNELS_PART = 40;

    private final Conference.Identity identity;
    private final Endpoints endpoints;
    private final Membership membership;
    private final ConferenceLifecycle lifecycle;
    private final Speakers speakers;
    private final SourceMaps sourceMaps;
    private final ConferenceExports exports;
    private final Maker maker;

    /**
     * Parts that make an endpoint.
     *
     * @param channels the bridge's end of an endpoint's channel
     */
    record Maker(
            TransportFactory transports,
            Function<LocalEndpoint, ChannelSlot> channels,
            ConferenceConfig config,
            ConferenceEnvironment environment) {}

    ConferenceState(
            Conference.Identity identity,
            Endpoints endpoints,
            Membership membership,
            ConferenceLifecycle lifecycle,
            Speakers speakers,
            SourceMaps sourceMaps,
            ConferenceExports exports,
            Maker maker) {
        this.identity = identity;
        this.endpoints = endpoints;
        this.membership = membership;
        this.lifecycle = lifecycle;
        this.speakers = speakers;
        this.sourceMaps = sourceMaps;
        this.exports = exports;
        this.maker = maker;
    }

    /** Identity of a conference, which is made with it; null when the record is read. */
    static Conference.Identity identity(State state, Conference.@Nullable Identity known) throws StateException {
        return new Conference.Identity(
                state.text(known == null ? "" : known.id(), MAX_TEXT_BYTES),
                state.text(known == null ? "" : known.meetingId(), MAX_TEXT_BYTES),
                text(state, known == null ? null : known.name()),
                state.bool(known != null && known.isRtcstatsEnabled()),
                new FeedbackSsrcs(
                        state.i32(known == null ? 0 : known.feedback().audio()),
                        state.i32(known == null ? 0 : known.feedback().video())),
                state.time(known == null ? 0 : known.createdAtNs()));
    }

    Conference.Identity identity() {
        return identity;
    }

    private static @Nullable String text(State state, @Nullable String known) throws StateException {
        return state.<@Nullable String>optional(
                known, (each, text) -> each.text(text == null ? "" : text, MAX_TEXT_BYTES));
    }

    /** Returns why it cannot go on in another process at the moment, a sentence; empty if it can. */
    Optional<String> whyNotMovable() {
        if (!lifecycle.isEstablished() || lifecycle.isExpired()) {
            return Optional.of("conference " + identity.id() + " begins or ends at this moment");
        }
        if (!membership.relays().isEmpty()) {
            return Optional.of("conference " + identity.id() + " has a relay to another bridge");
        }
        if (!exports.reports().isEmpty()) {
            return Optional.of("conference " + identity.id() + " has a media export");
        }
        for (LocalEndpoint endpoint : endpoints.all()) {
            Optional<String> why = endpoint.whyNotMovable();
            if (why.isPresent()) {
                return Optional.of("endpoint " + endpoint.id() + " of conference " + identity.id() + " " + why.get());
            }
        }
        return Optional.empty();
    }

    /** Its endpoints on the media side, in the order of the record. */
    List<MediaEndpoint> media() {
        return endpoints.all().stream()
                .map(endpoint -> endpoint.transport().media())
                .toList();
    }

    /** Everything but the identity. What is read goes into a conference without endpoints. */
    void state(State state) throws StateException {
        int count = state.i32(endpoints.size(), 0, maker.config.limits().endpointsPerConference());
        state.part(LIFECYCLE_PART, 1, lifecycle::state);
        List<LocalEndpoint> known = List.copyOf(endpoints.all());
        for (int i = 0; i < count; i++) {
            LocalEndpoint endpoint = state.isReading() ? null : known.get(i);
            if (!state.part(ENDPOINT_PART, 1, part -> state(part, endpoint))) {
                throw new StateException("a record of a conference with fewer endpoints than it says");
            }
        }
        state.part(SPEAKERS_PART, 1, part -> speakers.state(part, endpoints.participants()));
        state.part(SLOTS_PART, 1, sourceMaps::state);
        if (state.isReading()) {
            lifecycle.onArrived();
        }
    }

    private void state(State state, @Nullable LocalEndpoint known) throws StateException {
        List<LocalEndpoint> made = new ArrayList<>();
        state.part(IDENTITY_PART, 1, part -> made.add(endpoint(part, known)));
        if (made.isEmpty()) {
            throw new StateException("a record of an endpoint without its identity");
        }
        if (!state.part(CONTENT_PART, 1, made.getFirst()::state)) {
            throw new StateException("a record of an endpoint without content");
        }
        state.part(DATA_CHANNELS_PART, 1, part -> {
            BridgeChannel open = made.getFirst().transport().data().state(part);
            if (part.isReading() && open != null) {
                made.getFirst().channels().opened(open);
            }
        });
    }

    /** The endpoint, which is made if there is none: then it is in the conference, and its transport is open. */
    private LocalEndpoint endpoint(State state, @Nullable LocalEndpoint known) throws StateException {
        Participant.Identity is = known == null
                ? new Participant.Identity("", null, false)
                : known.participant().identity();
        is = new Participant.Identity(
                state.text(is.id(), MAX_TEXT_BYTES),
                text(state, is.statsId()),
                state.bool(is.isVisitor()),
                state.bool(is.diarize()));
        EndpointCapabilities can = known == null ? EndpointCapabilities.of(Set.of()) : known.capabilities();
        can = new EndpointCapabilities(
                state.bool(can.hasSsrcRewriting()),
                state.bool(can.hasMidDemux()),
                state.bool(can.hasOneSourcePerKind()),
                state.bool(can.hasPrivateConnectivity()),
                state.bool(can.restartsEarly()));
        long createdAtNs = state.time(known == null ? 0 : known.createdAtNs());
        boolean hasData = state.bool(known != null && known.transport().hasData());
        List<LocalSide> local = new ArrayList<>();
        state.part(
                LOCAL_SIDE_PART,
                1,
                part -> local.add(LocalSide.state(
                        part,
                        known == null ? null : LocalSide.of(known.transport().spec()),
                        new SecureRandom())));
        if (local.isEmpty()) {
            throw new StateException("a record of an endpoint without its transport");
        }
        return known == null ? add(is, can, createdAtNs, local.getFirst(), hasData) : known;
    }

    private LocalEndpoint add(
            Participant.Identity is, EndpointCapabilities can, long createdAtNs, LocalSide local, boolean hasData)
            throws StateException {
        if (is.id().isEmpty() || endpoints.find(is.id()) != null) {
            throw new StateException("a record with an endpoint twice, or without an id");
        }
        EndpointTransport transport;
        try {
            transport = maker.transports.reopen(is.id(), local, hasData);
        } catch (OverloadedException e) {
            throw new StateException("the media workers cannot take an endpoint: " + e.getMessage());
        }
        LocalEndpoint endpoint = new LocalEndpoint(
                new Participant(is, transport.key(), maker.config.limits().sourcesPerEndpoint()),
                can,
                transport,
                new ClientChannels(
                        maker.environment.random(), maker.config.channel().messages()),
                maker.config,
                createdAtNs);
        transport.data().serve(maker.channels.apply(endpoint));
        endpoints.add(endpoint);
        return endpoint;
    }

    /** Selects and publishes now. */
    void publish() {
        lifecycle.publish();
    }

    /** The conference goes on in another process. */
    void onMoved() {
        lifecycle.onMoved();
    }

    /** The conference never began here. */
    void discard() {
        lifecycle.discard();
    }
}
