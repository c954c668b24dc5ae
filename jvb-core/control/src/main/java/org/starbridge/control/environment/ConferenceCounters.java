package org.starbridge.control.environment;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** What happened on the control side since the start. Any thread counts, any thread reads; nothing ever falls. */
public final class ConferenceCounters {
    /** Conferences that were created. */
    public final LongAdder conferencesCreated = new LongAdder();

    /** Conferences that ended. */
    public final LongAdder conferencesCompleted = new LongAdder();

    /** How long the ended conferences lasted, in sum. */
    public final LongAdder conferenceSeconds = new LongAdder();

    /** Conferences that ended because of a bug. */
    public final LongAdder conferencesFailed = new LongAdder();

    /** Endpoints that were created, visitors included. */
    public final LongAdder endpointsCreated = new LongAdder();

    /** Endpoints that were created as visitors. */
    public final LongAdder visitorsCreated = new LongAdder();

    /** Endpoints whose ICE connected, each once. */
    public final LongAdder iceSucceeded = new LongAdder();

    /** Endpoints whose ICE failed before it ever connected, each once. */
    public final LongAdder iceFailed = new LongAdder();

    /** ICE restarts begun: a second agent was made. */
    public final LongAdder iceRestartsStarted = new LongAdder();

    /** ICE restarts asked for before ICE had found a way: there was nothing to restart. */
    public final LongAdder iceRestartsNotEstablished = new LongAdder();

    /** ICE restarts asked for where there are none: switched off, or the endpoint's session has ended. */
    public final LongAdder iceRestartsRejected = new LongAdder();

    /** ICE restarts for which no second agent could be made: the media worker is overloaded. */
    public final LongAdder iceRestartsAgentCreationFailed = new LongAdder();

    /** ICE restarts whose agent carries media, or did. */
    public final LongAdder iceRestartsSucceeded = new LongAdder();

    /** ICE restarts given up, because no way was found in time or another one came. */
    public final LongAdder iceRestartsFailed = new LongAdder();

    /** Endpoints whose DTLS handshake failed. */
    public final LongAdder dtlsFailed = new LongAdder();

    /** Connected endpoints whose DTLS session the peer ended, each once. */
    public final LongAdder closedByPeer = new LongAdder();

    /** Endpoints and conferences that were expired for want of activity. */
    public final LongAdder idleExpired = new LongAdder();

    /** RTP packets missing between us and endpoints that are gone; those that are here tell their own. */
    public final LongAdder packetsLostInboundOfGone = new LongAdder();

    /** RTP packets expected from endpoints that are gone. */
    public final LongAdder packetsExpectedInboundOfGone = new LongAdder();

    /** HTTP requests to the private server that were answered with a status of 400 or more, refused Colibri2 ones included. */
    public final LongAdder httpRequestsRefused = new LongAdder();

    /** Colibri2 requests that were refused. */
    public final LongAdder requestsRefused = new LongAdder();

    /** Attempts to open a bridge channel with a wrong address or password. */
    public final LongAdder channelsRefused = new LongAdder();

    /** Bridge channel messages received over WebSocket, dropped ones included. */
    public final LongAdder channelMessagesReceived = new LongAdder();

    /** Bridge channel messages handed to a socket. */
    public final LongAdder channelMessagesSent = new LongAdder();

    /** Bridge channel messages received over a data channel, dropped ones included. */
    public final LongAdder dataChannelMessagesReceived = new LongAdder();

    /** Bridge channel messages handed to a data channel. */
    public final LongAdder dataChannelMessagesSent = new LongAdder();

    /** Bridge channel messages that came in and were dropped: malformed, unknown, or without effect in this bridge. */
    public final LongAdder channelMessagesDropped = new LongAdder();

    /** Bridge channel messages that could not be sent: no channel, or one too slow to take them. */
    public final LongAdder channelMessagesUnsent = new LongAdder();

    /** Bridge channel messages that waited because their client sends too many. */
    public final LongAdder channelMessagesDelayed = new LongAdder();

    /** EndpointMessages and EndpointStats that were dropped because they are longer than what may go to other clients. */
    public final LongAdder channelMessagesTooLong = new LongAdder();

    /** Wishes that were dropped because they name more sources than one message may. */
    public final LongAdder channelWishesTooLong = new LongAdder();

    /** Attempts to open a bridge channel by clients that talk faster than they may. */
    public final LongAdder channelOpensTooSoon = new LongAdder();

    /** Bridge channels that were cut because their clients took nothing of what waited for them for too long. */
    public final LongAdder channelsStalled = new LongAdder();

    /** Changes that a bridge channel message made and that went to the media workers together with later ones. */
    public final LongAdder publicationsMerged = new LongAdder();

    /** Bridge channels that closed as usual (1000, 1001, 1005). */
    public final LongAdder channelsClosedNormally = new LongAdder();

    /** Bridge channels that closed otherwise. */
    public final LongAdder channelsClosedAbnormally = new LongAdder();

    /** Endpoints from which nothing was heard any more, each time. */
    public final LongAdder endpointsDisconnected = new LongAdder();

    /** Endpoints that were heard again, each time. */
    public final LongAdder endpointsReconnected = new LongAdder();

    /** How often another speaker got the floor. */
    public final LongAdder dominantSpeakerChanges = new LongAdder();

    /** Key frames that speakers were asked for because they got the floor. */
    public final LongAdder preemptiveKeyFramesSent = new LongAdder();

    /** How often somebody got the floor who was not asked, because nobody had a camera on stage. */
    public final LongAdder preemptiveKeyFramesSuppressed = new LongAdder();

    private final Map<RequestWarning, LongAdder> softProblems = new EnumMap<>(RequestWarning.class);

    public ConferenceCounters() {
        for (RequestWarning problem : RequestWarning.values()) {
            softProblems.put(problem, new LongAdder());
        }
    }

    /** Counts one. */
    public void count(RequestWarning problem) {
        Objects.requireNonNull(softProblems.get(problem)).increment();
    }

    /** All of them, read-only. */
    public Map<RequestWarning, LongAdder> softProblems() {
        return Collections.unmodifiableMap(softProblems);
    }
}
