package org.starbridge.control.event;

import org.jspecify.annotations.Nullable;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.srtp.SrtpProfile;

/**
 * An event of a call, for operators. Events of one thread come in their order; times are in nanoseconds. Names and ids
 * are as signalling has them, so they may contain anything.
 */
public sealed interface CallEvent {
    /** The bridge-local id of the conference. */
    String conferenceId();

    /** A conference was created; its endpoints follow. */
    record ConferenceCreated(String conferenceId, @Nullable String name, String meetingId) implements CallEvent {}

    /**
     * A conference ended; its endpoints have left.
     *
     * @param mostEndpoints at the same time
     * @param allEndpoints one after another
     */
    record ConferenceExpired(
            String conferenceId,
            @Nullable String name,
            String meetingId,
            EndCause cause,
            long lastedNs,
            int mostEndpoints,
            int allEndpoints)
            implements CallEvent {}

    /** Something about one endpoint. */
    sealed interface OfEndpoint extends CallEvent {
        /** The Colibri2 endpoint id. */
        String endpointId();
    }

    /**
     * An endpoint was created.
     *
     * @param statsId its display name in statistics; null when it has none
     * @param present how many are in the conference now
     */
    record Joined(
            String conferenceId,
            String endpointId,
            @Nullable String statsId,
            boolean isVisitor,
            int present) implements OfEndpoint {}

    /**
     * Media can flow.
     *
     * @param pair the addresses it takes; null if the media side does not say
     * @param tookNs since it joined
     */
    record Connected(
            String conferenceId,
            String endpointId,
            @Nullable Tuple pair,
            SrtpProfile profile,
            long tookNs) implements OfEndpoint {}

    /**
     * It could not connect.
     *
     * @param reason a sentence
     */
    record Failed(String conferenceId, String endpointId, Step step, String reason) implements OfEndpoint {}

    /** Its DTLS session ended after it was connected. */
    record Ended(String conferenceId, String endpointId, String reason) implements OfEndpoint {}

    /** Media takes other addresses than before. */
    record Moved(String conferenceId, String endpointId, Tuple from, Tuple to) implements OfEndpoint {}

    /** ICE is in another state. */
    record IceChanged(String conferenceId, String endpointId, IceState from, IceState to) implements OfEndpoint {}

    /** An ICE restart carries media now, or was given up. */
    record IceRestarted(String conferenceId, String endpointId, int generation, boolean tookOver)
            implements OfEndpoint {}

    /**
     * An endpoint is gone.
     *
     * @param reached how far it came
     * @param untold changes of its connection of which there was no event, because there were too many
     */
    record Left(String conferenceId, String endpointId, EndCause cause, long stayedNs, Step reached, int untold)
            implements OfEndpoint {}

    /** Steps that an endpoint goes through, in this order. */
    enum Step {
        /** Signalling has not said how to reach it. */
        SIGNALLING,
        /** A way is looked for. */
        ICE,
        /** Keys are agreed on. */
        DTLS,
        /** Media flows. */
        CONNECTED
    }

    /** Cause of the end of an endpoint or a conference. */
    enum EndCause {
        /** Signalling asked for it. */
        REQUEST,
        /** The request that was to create it was refused. */
        REFUSED,
        /** The last endpoint has left. */
        EMPTY,
        /** No packet came from it for the configured time. */
        IDLE,
        /** The conference of the endpoint ended. */
        CONFERENCE_ENDED,
        /** A bug was met. */
        FAULT,
        /** The bridge ends. */
        BRIDGE_ENDS
    }
}
