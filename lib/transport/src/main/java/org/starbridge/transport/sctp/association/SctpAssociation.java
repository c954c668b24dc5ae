package org.starbridge.transport.sctp.association;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SctpDropReason;
import org.starbridge.transport.sctp.SctpEnd;
import org.starbridge.transport.sctp.SctpSink;
import org.starbridge.transport.sctp.SctpState;
import org.starbridge.transport.sctp.SendResult;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.ChunkWriter;
import org.starbridge.transport.sctp.packet.Packet;
import org.starbridge.transport.sctp.send.RoundTrip;

/**
 * One SCTP association over one DTLS session (RFC 9260, RFC 8261): the door to its parts, and what leads from one to
 * the other. {@link Handshake} brings it up, {@link EstablishedAssociation} is it, and has a {@link ShutdownHandshake}
 * to go down.
 *
 * <p>Waits for the peer's INIT, keeping nothing until a cookie of ours comes back, unless {@link #connect} makes it
 * begin; both may begin at once. Not thread safe: the session's owner calls it, one call at a time. Nothing the peer
 * sends causes an exception; what is refused is counted in {@link SctpHost#counts}. After a call,
 * {@link #nextDeadlineNs} says when to call {@link #onTimeout} at the latest. That may be now: an acknowledgement that
 * is due waits for what the owner sends in answer, so the owner calls it when it has done what came of the call.
 */
public final class SctpAssociation {
    private static final int MAX_REPORTED_BYTES = 256;
    private static final int ESTABLISHED_PART = 10;

    private final SctpHost host;
    private final RandomGenerator random;
    private final Handshake handshake;
    private @Nullable EstablishedAssociation established;
    /** True if an unknown chunk of the packet at hand was reported. */
    private boolean hasReported;

    SctpAssociation(SctpHost host, RandomGenerator random) {
        this.host = host;
        this.random = random;
        handshake = new Handshake(host, random);
    }

    /** Returns its state. */
    public SctpState state() {
        return established == null ? handshake.state() : established.closing.state();
    }

    /** Begins, if nothing has begun yet. */
    public void connect(long nowNs, SctpSink sink) {
        if (state() == SctpState.CLOSED) {
            handshake.begin(nowNs, sink);
        }
    }

    /**
     * Sends a message. The array is the association's afterwards if it was accepted.
     *
     * @param streamId 0 to 65535
     * @param ppid payload protocol identifier
     * @param payload at least one byte
     */
    public SendResult send(long nowNs, int streamId, int ppid, Reliability reliability, byte[] payload, SctpSink sink) {
        if (streamId < 0 || streamId > 0xFFFF || payload.length == 0) {
            throw new IllegalArgumentException("a message of %d bytes on stream %d: expected 1 or more, 0 to 65535"
                    .formatted(payload.length, streamId));
        }
        EstablishedAssociation up = established;
        if (up == null || !up.closing.isUp()) {
            return SendResult.NOT_CONNECTED;
        }
        if (payload.length > host.config().buffers().maxMessageBytes()) {
            return SendResult.TOO_LARGE;
        }
        if (up.resets.isBusy(streamId)) {
            return SendResult.NO_SUCH_STREAM;
        }
        SendResult result = up.transmission.queue().offer(nowNs, streamId, ppid, reliability, payload);
        if (result == SendResult.ACCEPTED) {
            transmit(nowNs, sink);
        }
        return result;
    }

    /**
     * Resets streams of ours once all that was sent on them is on its way; {@link SctpSink#onOutgoingReset} tells when
     * it is done.
     *
     * @return false if the association is not up or the peer does not know how
     */
    public boolean resetStreams(long nowNs, int[] streamIds, SctpSink sink) {
        EstablishedAssociation up = established;
        if (up == null || !up.closing.isUp() || !up.resets.isPossible() || streamIds.length == 0) {
            return false;
        }
        up.resets.request(streamIds);
        transmit(nowNs, sink);
        return true;
    }

    /** Returns whether a reset of this stream of ours was asked for and is not over. */
    public boolean isResetting(int streamId) {
        return established != null && established.resets.isBusy(streamId);
    }

    /** Bytes that wait or are not acknowledged, with the overhead of each message. */
    public int bufferedBytes() {
        return established == null ? 0 : established.transmission.queue().bufferedBytes();
    }

    /** Receive memory in use. */
    public int heldBytes() {
        return established == null ? 0 : established.reception.heldBytes();
    }

    /** Ends it when everything is delivered (RFC 9260 section 9.2). */
    public void shutdown(long nowNs, SctpSink sink) {
        if (established != null) {
            established.closing.begin();
            transmit(nowNs, sink);
        } else {
            abort(sink);
        }
    }

    /** Ends it at once (RFC 9260 section 9.1). */
    public void abort(SctpSink sink) {
        if (state() != SctpState.CLOSED) {
            abort(ChunkWriter.CAUSE_USER_ABORT, SctpEnd.ABORTED, sink);
        }
    }

    /** Returns the time at which {@link #onTimeout} is due; {@link Long#MAX_VALUE} if never. */
    public long nextDeadlineNs() {
        return established == null ? handshake.nextDeadlineNs() : established.nextDeadlineNs();
    }

    /** Runs the timers that are due. */
    public void onTimeout(long nowNs, SctpSink sink) {
        boolean isHopeful = established == null ? handshake.onTimeout(nowNs, sink) : established.onTimeout(nowNs);
        if (isHopeful) {
            transmit(nowNs, sink);
        } else {
            abort(ChunkWriter.CAUSE_USER_ABORT, SctpEnd.TIMED_OUT, sink);
        }
    }

    /** A packet from the peer, that is, the application data of one DTLS record. Keeps no part of the array. */
    public void onPacket(long nowNs, byte[] bytes, SctpSink sink) {
        Packet packet = host.read(bytes);
        if (packet == null) {
            return;
        }
        switch (packet.chunks().getFirst()) {
            case Chunk.Init init when init.cookie() == null -> onInit(nowNs, packet, init, sink);
            case Chunk.CookieEcho echo -> {
                if (onCookieEcho(nowNs, packet.tag(), echo.cookie(), sink)) {
                    onChunks(nowNs, packet, 1, sink);
                }
            }
            default -> {
                if (isExpected(packet, sink)) {
                    onChunks(nowNs, packet, 0, sink);
                }
            }
        }
    }

    /** The rules of RFC 9260 sections 8.4 and 8.5 for what is neither INIT nor a cookie. */
    private boolean isExpected(Packet packet, SctpSink sink) {
        Chunk first = packet.chunks().getFirst();
        if (state() == SctpState.CLOSED) {
            handshake.onOutOfTheBlue(packet.tag(), first, sink);
            return false;
        }
        boolean isReflected = switch (first) {
            case Chunk.Abort abort -> abort.isTagReflected();
            case Chunk.ShutdownComplete complete -> complete.isTagReflected();
            default -> false;
        };
        EstablishedAssociation up = established;
        int localTag = up != null ? up.localTag : handshake.localTag();
        int peerTag = up != null ? up.peerTag : handshake.peerTag();
        if (packet.tag() == (isReflected ? peerTag : localTag) && packet.tag() != 0) {
            return true;
        }
        host.counts().add(SctpDropReason.WRONG_TAG);
        return false;
    }

    private void onChunks(long nowNs, Packet packet, int from, SctpSink sink) {
        hasReported = false;
        for (int i = from; i < packet.chunks().size(); i++) {
            if (state() == SctpState.CLOSED || !onChunk(nowNs, packet.chunks().get(i), sink)) {
                break;
            }
        }
        if (established != null) {
            established.reception.onPacketEnd(nowNs);
        }
        transmit(nowNs, sink);
    }

    /** @return whether the rest of the packet counts */
    private boolean onChunk(long nowNs, Chunk chunk, SctpSink sink) {
        switch (chunk) {
            case Chunk.Abort _ -> close(SctpEnd.ABORTED_BY_PEER, sink);
            case Chunk.Init answer -> onInitAck(nowNs, answer, sink);
            case Chunk.CookieAck _ -> {
                Handshake.Agreed agreed = handshake.onCookieAck(nowNs);
                if (agreed != null) {
                    establish(nowNs, agreed);
                    sink.onConnected();
                }
            }
            case Chunk.Complaint complaint -> handshake.onComplaint(nowNs, complaint, sink);
            case Chunk.CookieEcho _ -> host.counts().add(SctpDropReason.UNEXPECTED_CHUNK);
            case Chunk.Unknown unknown -> {
                onUnknown(unknown);
                return !unknown.stops();
            }
            case Chunk.Data _,
                    Chunk.Sack _,
                    Chunk.Heartbeat _,
                    Chunk.HeartbeatAck _,
                    Chunk.ForwardTsn _,
                    Chunk.Reconfig _,
                    Chunk.Shutdown _,
                    Chunk.ShutdownAck _,
                    Chunk.ShutdownComplete _ -> {
                EstablishedAssociation up = established;
                if (up == null) {
                    host.counts().add(SctpDropReason.UNEXPECTED_CHUNK);
                } else {
                    onChunk(nowNs, chunk, up, sink);
                }
            }
        }
        return true;
    }

    private void onChunk(long nowNs, Chunk chunk, EstablishedAssociation up, SctpSink sink) {
        switch (up.onChunk(nowNs, chunk, sink)) {
            case GOES_ON -> {}
            case SHUT_DOWN -> {
                if (chunk instanceof Chunk.ShutdownAck) {
                    up.sendAlone(ChunkWriter.empty(Chunk.SHUTDOWN_COMPLETE, 0), sink);
                }
                close(SctpEnd.SHUTDOWN, sink);
            }
            case NO_USER_DATA -> abort(ChunkWriter.CAUSE_NO_USER_DATA, SctpEnd.PROTOCOL_VIOLATION, sink);
            case PROTOCOL_VIOLATION -> abort(ChunkWriter.CAUSE_PROTOCOL_VIOLATION, SctpEnd.PROTOCOL_VIOLATION, sink);
        }
    }

    /** One of a packet is reported: a report is longer than what it reports. */
    private void onUnknown(Chunk.Unknown unknown) {
        host.counts().add(SctpDropReason.UNKNOWN_CHUNK);
        if (unknown.isToBeReported()
                && established != null
                && !hasReported
                && unknown.raw().length <= MAX_REPORTED_BYTES) {
            hasReported = true;
            established.later(ChunkWriter.cause(Chunk.ERROR, 0, ChunkWriter.CAUSE_UNRECOGNIZED_CHUNK, unknown.raw()));
        }
    }

    private void onInit(long nowNs, Packet packet, Chunk.Init init, SctpSink sink) {
        if (!packet.isInitAlone() || !init.isUsable()) {
            host.counts().add(SctpDropReason.BAD_INIT);
            return;
        }
        if (!handshake.isAnswerable(nowNs)) {
            return;
        }
        EstablishedAssociation up = established;
        if (up != null && up.closing.awaitsCompletion()) {
            up.later(ChunkWriter.empty(Chunk.SHUTDOWN_ACK, 0)); // First the end of what is there (section 9.2).
            transmit(nowNs, sink);
        } else {
            handshake.onInit(nowNs, init, up, sink);
        }
    }

    private void onInitAck(long nowNs, Chunk.Init answer, SctpSink sink) {
        if (!handshake.onInitAck(nowNs, answer, sink)) {
            close(SctpEnd.PROTOCOL_VIOLATION, sink);
        }
    }

    /** @return whether what follows in the packet belongs to the association */
    private boolean onCookieEcho(long nowNs, int tag, byte[] cookie, SctpSink sink) {
        EstablishedAssociation up = established;
        switch (handshake.onCookieEcho(nowNs, tag, cookie, up, sink)) {
            case Handshake.Refused _ -> {
                return false;
            }
            case Handshake.Known _ -> {
                if (up != null) {
                    up.later(ChunkWriter.empty(Chunk.COOKIE_ACK, 0));
                }
            }
            case Handshake.Agreed agreed -> {
                if (up != null && up.closing.awaitsCompletion()) {
                    up.later(ChunkWriter.empty(Chunk.SHUTDOWN_ACK, 0));
                    up.later(ChunkWriter.cause(
                            Chunk.ERROR, 0, ChunkWriter.CAUSE_COOKIE_WHILE_SHUTTING_DOWN, new byte[0]));
                    transmit(nowNs, sink);
                    return false;
                }
                if (up != null) {
                    close(SctpEnd.RESTARTED, sink);
                }
                establish(nowNs, agreed).later(ChunkWriter.empty(Chunk.COOKIE_ACK, 0));
                sink.onConnected();
            }
        }
        return true;
    }

    private EstablishedAssociation establish(long nowNs, Handshake.Agreed agreed) {
        handshake.stop();
        EstablishedAssociation up =
                new EstablishedAssociation(host, agreed.cookie(), agreed.roundTrip(), random, nowNs);
        established = up;
        return up;
    }

    /**
     * Part of a snapshot. One that is not established begins again; what is read goes into a new one. After reading,
     * {@link #nextDeadlineNs} says when it goes on.
     */
    public void state(State state) throws StateException {
        handshake.state(state);
        EstablishedAssociation known = established;
        if (!state.bool(known != null)) {
            return;
        }
        Cookies.Cookie agreed = EstablishedAssociation.agreement(state, known);
        if (known == null) {
            known = new EstablishedAssociation(host, agreed, new RoundTrip(host.config()), random, state.nowNs());
            established = known;
        }
        state.part(ESTABLISHED_PART, 1, known::state);
    }

    private void transmit(long nowNs, SctpSink sink) {
        EstablishedAssociation up = established;
        if (up != null) {
            up.transmit(nowNs, sink);
            if (up.isWritableAgain()) {
                sink.onWritable();
            }
        }
    }

    private void abort(int cause, SctpEnd end, SctpSink sink) {
        if (established != null) {
            established.sendAlone(ChunkWriter.cause(Chunk.ABORT, 0, cause, new byte[0]), sink);
        }
        close(end, sink);
    }

    private void close(SctpEnd end, SctpSink sink) {
        handshake.stop();
        if (established != null) {
            established.close();
            established = null;
        }
        if (end != SctpEnd.RESTARTED) {
            handshake.onEnd();
        }
        sink.onClosed(end);
    }
}
