package org.starbridge.transport.sctp;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.sctp.Cookies.Cookie;

/**
 * One SCTP association over one DTLS session (RFC 9260, RFC 8261): its state machine, and the door to its halves.
 *
 * <p>Waits for the peer's INIT, keeping nothing until a cookie of ours comes back, unless {@link #connect} makes it begin;
 * both may begin at once. Not thread safe: whoever owns the session calls it, one call at a time. Nothing the peer sends
 * causes an exception; what is refused is counted in {@link SctpHost#counts}. After a call, {@link #nextDeadlineNs} says
 * when to call {@link #onTimeout} at the latest.
 */
public final class SctpAssociation {
    /** How often SHUTDOWN is sent, at most, before the association counts as gone anyway. */
    private static final int MAX_SHUTDOWNS = 8;

    private final SctpHost host;
    private final SctpConfig config;
    private final SctpCounts counts;
    private final RandomGenerator random;
    /** Makes cookies of this association good for nothing elsewhere. */
    private final long salt;

    private SctpState state = SctpState.CLOSED;
    private @Nullable Initiation initiation;
    private @Nullable Established established;
    private long shutdownTimeoutAtNs = Long.MAX_VALUE;
    private int shutdowns;

    SctpAssociation(SctpHost host, RandomGenerator random) {
        this.host = host;
        config = host.config();
        counts = host.counts();
        this.random = random;
        salt = random.nextLong();
    }

    /** Where it is. */
    public SctpState state() {
        return state;
    }

    /** Begins, if nothing has begun yet. */
    public void connect(long nowNs, SctpSink sink) {
        if (state == SctpState.CLOSED) {
            initiation = new Initiation(config, newTag(), random.nextInt());
            state = SctpState.COOKIE_WAIT;
            initiation.send(nowNs, config, sink);
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
        Established up = established;
        if (up == null || state != SctpState.ESTABLISHED) {
            return SendResult.NOT_CONNECTED;
        }
        if (payload.length > config.maxMessageBytes()) {
            return SendResult.TOO_LARGE;
        }
        if (up.resets.isBusy(streamId)) {
            return SendResult.NO_SUCH_STREAM;
        }
        SendResult result =
                up.transmission.queue().offer(new OutgoingMessage(nowNs, streamId, ppid, reliability, payload));
        if (result == SendResult.ACCEPTED) {
            transmit(nowNs, sink);
        }
        return result;
    }

    /**
     * Resets streams of ours once all that was sent on them is on its way; {@link SctpSink#onOutgoingReset} tells when it is
     * done.
     *
     * @return false if the association is not up or the peer does not know how
     */
    public boolean resetStreams(long nowNs, int[] streamIds, SctpSink sink) {
        Established up = established;
        if (up == null || state != SctpState.ESTABLISHED || !up.resets.isPossible() || streamIds.length == 0) {
            return false;
        }
        up.resets.request(streamIds);
        transmit(nowNs, sink);
        return true;
    }

    /** Whether a reset of this stream of ours was asked for and is not over. */
    public boolean isResetting(int streamId) {
        return established != null && established.resets.isBusy(streamId);
    }

    /** Bytes that wait or are not acknowledged, with what each message costs besides. */
    public int bufferedBytes() {
        return established == null ? 0 : established.transmission.queue().bufferedBytes();
    }

    /** Receive memory in use. */
    public int heldBytes() {
        return established == null ? 0 : established.reception.heldBytes();
    }

    /** Ends it when everything is delivered (RFC 9260 section 9.2). */
    public void shutdown(long nowNs, SctpSink sink) {
        switch (state) {
            case ESTABLISHED -> {
                state = SctpState.SHUTDOWN_PENDING;
                transmit(nowNs, sink);
            }
            case COOKIE_WAIT, COOKIE_ECHOED -> close(SctpEnd.ABORTED, sink);
            default -> {}
        }
    }

    /** Ends it at once (RFC 9260 section 9.1). */
    public void abort(SctpSink sink) {
        if (state != SctpState.CLOSED) {
            abort(ChunkWriter.CAUSE_USER_ABORT, SctpEnd.ABORTED, sink);
        }
    }

    /** When {@link #onTimeout} is due; {@link Long#MAX_VALUE} if never. */
    public long nextDeadlineNs() {
        long deadlineNs = shutdownTimeoutAtNs;
        if (initiation != null) {
            deadlineNs = Math.min(deadlineNs, initiation.timeoutAtNs());
        }
        if (established != null) {
            deadlineNs = Math.min(deadlineNs, established.nextDeadlineNs(state == SctpState.ESTABLISHED));
        }
        return deadlineNs;
    }

    /** Runs the timers that are due. */
    public void onTimeout(long nowNs, SctpSink sink) {
        if (initiation != null && nowNs >= initiation.timeoutAtNs()) {
            if (isTooOften(initiation.sends())) {
                close(SctpEnd.TIMED_OUT, sink);
                return;
            }
            initiation.send(nowNs, config, sink);
        }
        if (nowNs >= shutdownTimeoutAtNs) {
            shutdownTimeoutAtNs = Long.MAX_VALUE;
            if (shutdowns >= MAX_SHUTDOWNS) {
                abort(ChunkWriter.CAUSE_USER_ABORT, SctpEnd.TIMED_OUT, sink);
                return;
            }
            sendShutdown(nowNs);
        }
        if (established != null) {
            established.onTimeout(nowNs);
            if (isTooOften(established.failures())) {
                abort(ChunkWriter.CAUSE_USER_ABORT, SctpEnd.TIMED_OUT, sink);
                return;
            }
        }
        transmit(nowNs, sink);
    }

    private boolean isTooOften(int times) {
        return config.maxRetransmissions() > 0 && times > config.maxRetransmissions();
    }

    /** A packet from the peer, that is, the application data of one DTLS record. Keeps no part of the array. */
    public void onPacket(long nowNs, byte[] bytes, SctpSink sink) {
        switch (PacketParser.read(bytes)) {
            case PacketParser.Refused(SctpDropReason reason) -> counts.add(reason);
            case Packet packet -> onPacket(nowNs, packet, sink);
        }
    }

    private void onPacket(long nowNs, Packet packet, SctpSink sink) {
        if (packet.sourcePort() != config.remotePort() || packet.destinationPort() != config.localPort()) {
            counts.add(SctpDropReason.WRONG_PORT);
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
        boolean isReflected = switch (first) {
            case Chunk.Abort abort -> abort.isTagReflected();
            case Chunk.ShutdownComplete complete -> complete.isTagReflected();
            default -> false;
        };
        Established up = established;
        Initiation begun = initiation;
        if (up == null && begun == null) {
            onOutOfTheBlue(packet, first, sink);
            return false;
        }
        int localTag = up != null ? up.localTag : begun == null ? 0 : begun.localTag;
        int peerTag = up != null
                ? up.peerTag
                : begun == null || begun.answer() == null ? 0 : begun.answer().tag();
        if (packet.tag() == (isReflected ? peerTag : localTag) && packet.tag() != 0) {
            return true;
        }
        counts.add(SctpDropReason.WRONG_TAG);
        return false;
    }

    private void onOutOfTheBlue(Packet packet, Chunk first, SctpSink sink) {
        counts.add(SctpDropReason.OUT_OF_THE_BLUE);
        switch (first) {
            case Chunk.Abort _, Chunk.ShutdownComplete _, Chunk.CookieAck _, Chunk.Complaint _ -> {}
            case Chunk.ShutdownAck _ ->
                PacketAssembler.sendAlone(
                        config, packet.tag(), ChunkWriter.empty(Chunk.SHUTDOWN_COMPLETE, Chunk.FLAG_T), sink);
            default ->
                PacketAssembler.sendAlone(config, packet.tag(), ChunkWriter.empty(Chunk.ABORT, Chunk.FLAG_T), sink);
        }
    }

    private void onChunks(long nowNs, Packet packet, int from, SctpSink sink) {
        for (int i = from; i < packet.chunks().size(); i++) {
            if (state == SctpState.CLOSED || !onChunk(nowNs, packet.chunks().get(i), sink)) {
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
            case Chunk.CookieAck _ -> onCookieAck(nowNs, sink);
            case Chunk.Complaint complaint -> onComplaint(nowNs, complaint, sink);
            case Chunk.CookieEcho _ -> counts.add(SctpDropReason.UNEXPECTED_CHUNK);
            case Chunk.Unknown unknown -> {
                counts.add(SctpDropReason.UNKNOWN_CHUNK);
                if (unknown.isToBeReported() && established != null && unknown.raw().length <= 256) {
                    established.later(
                            ChunkWriter.cause(Chunk.ERROR, 0, ChunkWriter.CAUSE_UNRECOGNIZED_CHUNK, unknown.raw()));
                }
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
                Established up = established;
                if (up == null) {
                    counts.add(SctpDropReason.UNEXPECTED_CHUNK);
                } else {
                    onChunk(nowNs, chunk, up, sink);
                }
            }
        }
        return true;
    }

    private void onChunk(long nowNs, Chunk chunk, Established up, SctpSink sink) {
        switch (chunk) {
            case Chunk.Data data -> onData(nowNs, data, up, sink);
            case Chunk.Sack sack -> onSack(up.transmission.onSack(nowNs, sack));
            case Chunk.Heartbeat heartbeat -> up.later(ChunkWriter.withValue(Chunk.HEARTBEAT_ACK, heartbeat.info()));
            case Chunk.HeartbeatAck ack -> up.onHeartbeatAck(nowNs, ack.info());
            case Chunk.ForwardTsn skip -> up.reception.onForwardTsn(skip, sink);
            case Chunk.Reconfig reconfig -> up.resets.onReconfig(nowNs, reconfig, up::later, sink);
            case Chunk.Shutdown shutdown -> onShutdown(nowNs, shutdown, up);
            case Chunk.ShutdownAck _ -> onShutdownAck(up, sink);
            case Chunk.ShutdownComplete _ -> {
                if (state == SctpState.SHUTDOWN_ACK_SENT) {
                    close(SctpEnd.SHUTDOWN, sink);
                } else {
                    counts.add(SctpDropReason.UNEXPECTED_CHUNK);
                }
            }
            default -> counts.add(SctpDropReason.UNEXPECTED_CHUNK);
        }
    }

    private void onSack(@Nullable SctpDropReason refusal) {
        if (refusal != null) {
            counts.add(refusal);
        }
    }

    private void onData(long nowNs, Chunk.Data data, Established up, SctpSink sink) {
        if (state == SctpState.SHUTDOWN_RECEIVED || state == SctpState.SHUTDOWN_ACK_SENT) {
            counts.add(SctpDropReason.UNEXPECTED_CHUNK);
            return;
        }
        switch (up.reception.onData(nowNs, data, sink)) {
            case FINE -> {}
            case NO_USER_DATA -> abort(ChunkWriter.CAUSE_NO_USER_DATA, SctpEnd.PROTOCOL_VIOLATION, sink);
            case PROTOCOL_VIOLATION -> abort(ChunkWriter.CAUSE_PROTOCOL_VIOLATION, SctpEnd.PROTOCOL_VIOLATION, sink);
        }
        if (state == SctpState.SHUTDOWN_SENT) {
            shutdownTimeoutAtNs = Long.MAX_VALUE; // SHUTDOWN goes again with the SACK (RFC 9260 section 9.2).
        }
    }

    // Coming up: RFC 9260 sections 5.1 and 5.2.

    private void onInit(long nowNs, Packet packet, Chunk.Init init, SctpSink sink) {
        boolean isValid = packet.tag() == 0
                && packet.chunks().size() == 1
                && init.tag() != 0
                && init.outgoingStreams() != 0
                && init.incomingStreams() != 0;
        if (!isValid) {
            counts.add(SctpDropReason.BAD_INIT);
            return;
        }
        Established up = established;
        if (state == SctpState.SHUTDOWN_ACK_SENT && up != null) {
            up.later(ChunkWriter.empty(Chunk.SHUTDOWN_ACK, 0));
            transmit(nowNs, sink);
            return;
        }
        // If both begin at once, both INITs are about the same association, so ours keeps its tag.
        Initiation begun = initiation;
        Cookie cookie = new Cookie(
                nowNs,
                begun != null ? begun.localTag : newTag(),
                init.tag(),
                begun != null ? begun.initialTsn : random.nextInt(),
                init.initialTsn(),
                init.windowBytes(),
                init.incomingStreams(),
                init.outgoingStreams(),
                init.knowsForwardTsn(),
                init.knowsReconfig(),
                up == null ? 0 : up.localTag,
                up == null ? 0 : up.peerTag);
        byte[] answer = ChunkWriter.init(
                cookie.localTag(),
                config.receiveBufferBytes(),
                config.streams(),
                cookie.localInitialTsn(),
                host.cookies().bake(cookie, salt),
                init.unrecognized());
        PacketAssembler.sendAlone(config, init.tag(), answer, sink);
    }

    private void onInitAck(long nowNs, Chunk.Init answer, SctpSink sink) {
        Initiation begun = initiation;
        byte[] cookie = answer.cookie();
        if (state != SctpState.COOKIE_WAIT || begun == null || cookie == null) {
            counts.add(SctpDropReason.UNEXPECTED_CHUNK);
            return;
        }
        if (answer.tag() == 0
                || answer.outgoingStreams() == 0
                || answer.incomingStreams() == 0
                || Wire.HEADER_BYTES + 4 + cookie.length > config.maxPacketBytes()) {
            counts.add(SctpDropReason.BAD_INIT);
            close(SctpEnd.PROTOCOL_VIOLATION, sink);
            return;
        }
        begun.onInitAck(answer, cookie);
        state = SctpState.COOKIE_ECHOED;
        begun.send(nowNs, config, sink);
    }

    private void onCookieAck(long nowNs, SctpSink sink) {
        Initiation begun = initiation;
        Chunk.Init answer = begun == null ? null : begun.answer();
        if (state != SctpState.COOKIE_ECHOED || begun == null || answer == null) {
            return; // The answer to a cookie that went twice.
        }
        Cookie agreed = new Cookie(
                nowNs,
                begun.localTag,
                answer.tag(),
                begun.initialTsn,
                answer.initialTsn(),
                answer.windowBytes(),
                answer.incomingStreams(),
                answer.outgoingStreams(),
                answer.knowsForwardTsn(),
                answer.knowsReconfig(),
                0,
                0);
        establish(nowNs, agreed, begun.roundTrip);
        sink.onConnected();
    }

    private void onComplaint(long nowNs, Chunk.Complaint complaint, SctpSink sink) {
        if (state == SctpState.COOKIE_ECHOED && complaint.cause() == ChunkWriter.CAUSE_STALE_COOKIE) {
            state = SctpState.CLOSED; // Our cookie came too late: from the beginning (section 5.2.6).
            initiation = null;
            connect(nowNs, sink);
        }
    }

    private void establish(long nowNs, Cookie agreed, RoundTrip roundTrip) {
        initiation = null;
        established = new Established(host, agreed, roundTrip, random, nowNs);
        state = SctpState.ESTABLISHED;
        shutdownTimeoutAtNs = Long.MAX_VALUE;
        shutdowns = 0;
    }

    /** @return whether what follows in the packet belongs to the association */
    private boolean onCookieEcho(long nowNs, int tag, byte[] bytes, SctpSink sink) {
        if (!host.cookies().isOurs(bytes, salt)) {
            counts.add(SctpDropReason.BAD_COOKIE);
            return false;
        }
        Cookie cookie = Cookies.read(bytes);
        if (tag != cookie.localTag()) {
            counts.add(SctpDropReason.WRONG_TAG);
            return false;
        }
        Established up = established;
        if (up != null && up.localTag == cookie.localTag() && up.peerTag == cookie.peerTag()) {
            up.later(ChunkWriter.empty(Chunk.COOKIE_ACK, 0)); // Action D: our answer was lost.
            return true;
        }
        if (host.cookies().isExpired(cookie, nowNs)) {
            counts.add(SctpDropReason.EXPIRED_COOKIE);
            byte[] stale = ChunkWriter.cause(Chunk.ERROR, 0, ChunkWriter.CAUSE_STALE_COOKIE, new byte[4]);
            PacketAssembler.sendAlone(config, cookie.peerTag(), stale, sink);
            return false;
        }
        if (up == null) {
            return onFirstCookie(nowNs, cookie, sink);
        }
        boolean isRestart = up.localTag == cookie.localTie() && up.peerTag == cookie.peerTie();
        if (!isRestart) {
            counts.add(SctpDropReason.STALE_COOKIE); // Action C.
            return false;
        }
        if (state == SctpState.SHUTDOWN_ACK_SENT) {
            up.later(ChunkWriter.empty(Chunk.SHUTDOWN_ACK, 0));
            up.later(ChunkWriter.cause(Chunk.ERROR, 0, ChunkWriter.CAUSE_COOKIE_WHILE_SHUTTING_DOWN, new byte[0]));
            transmit(nowNs, sink);
            return false;
        }
        close(SctpEnd.RESTARTED, sink); // Action A: the peer lost its end.
        comeUp(nowNs, cookie, new RoundTrip(config), sink);
        return true;
    }

    /** No association yet. If ours has begun as well, the cookie must be about the same one (action B or D). */
    private boolean onFirstCookie(long nowNs, Cookie cookie, SctpSink sink) {
        Initiation begun = initiation;
        if (begun != null && begun.localTag != cookie.localTag()) {
            counts.add(SctpDropReason.STALE_COOKIE);
            return false;
        }
        comeUp(nowNs, cookie, begun == null ? new RoundTrip(config) : begun.roundTrip, sink);
        return true;
    }

    private void comeUp(long nowNs, Cookie cookie, RoundTrip roundTrip, SctpSink sink) {
        establish(nowNs, cookie, roundTrip);
        if (established != null) {
            established.later(ChunkWriter.empty(Chunk.COOKIE_ACK, 0));
        }
        sink.onConnected();
    }

    // Going down: RFC 9260 section 9.

    private void onShutdown(long nowNs, Chunk.Shutdown shutdown, Established up) {
        onSack(up.transmission.onCumulative(nowNs, shutdown.cumulativeTsn()));
        switch (state) {
            case ESTABLISHED, SHUTDOWN_PENDING -> state = SctpState.SHUTDOWN_RECEIVED;
            case SHUTDOWN_SENT -> {
                state = SctpState.SHUTDOWN_ACK_SENT; // Both at once.
                shutdowns = 0;
                sendShutdown(nowNs);
            }
            case SHUTDOWN_RECEIVED, SHUTDOWN_ACK_SENT -> {}
            case CLOSED, COOKIE_WAIT, COOKIE_ECHOED -> counts.add(SctpDropReason.UNEXPECTED_CHUNK);
        }
    }

    private void onShutdownAck(Established up, SctpSink sink) {
        if (state == SctpState.SHUTDOWN_SENT || state == SctpState.SHUTDOWN_ACK_SENT) {
            PacketAssembler.sendAlone(config, up.peerTag, ChunkWriter.empty(Chunk.SHUTDOWN_COMPLETE, 0), sink);
            close(SctpEnd.SHUTDOWN, sink);
        } else {
            counts.add(SctpDropReason.UNEXPECTED_CHUNK);
        }
    }

    private void sendShutdown(long nowNs) {
        Established up = established;
        if (up == null) {
            return;
        }
        if (shutdowns++ > 0) {
            up.roundTrip.backOff();
        }
        up.later(
                state == SctpState.SHUTDOWN_ACK_SENT
                        ? ChunkWriter.empty(Chunk.SHUTDOWN_ACK, 0)
                        : ChunkWriter.shutdown(up.reception.cumulativeTsn()));
        shutdownTimeoutAtNs = nowNs + up.roundTrip.timeoutNs();
    }

    private void transmit(long nowNs, SctpSink sink) {
        Established up = established;
        if (up == null) {
            return;
        }
        if (state == SctpState.SHUTDOWN_PENDING && up.transmission.isIdle()) {
            state = SctpState.SHUTDOWN_SENT;
            sendShutdown(nowNs);
        } else if (state == SctpState.SHUTDOWN_RECEIVED && up.transmission.isIdle()) {
            state = SctpState.SHUTDOWN_ACK_SENT;
            sendShutdown(nowNs);
        } else if (state == SctpState.SHUTDOWN_SENT && shutdownTimeoutAtNs == Long.MAX_VALUE) {
            sendShutdown(nowNs);
        }
        up.transmit(nowNs, state == SctpState.ESTABLISHED, sink);
        if (state == SctpState.ESTABLISHED && up.transmission.queue().isWritableAgain()) {
            sink.onWritable();
        }
    }

    private void abort(int cause, SctpEnd end, SctpSink sink) {
        if (established != null) {
            PacketAssembler.sendAlone(
                    config, established.peerTag, ChunkWriter.cause(Chunk.ABORT, 0, cause, new byte[0]), sink);
        }
        close(end, sink);
    }

    private void close(SctpEnd end, SctpSink sink) {
        state = SctpState.CLOSED;
        initiation = null;
        shutdownTimeoutAtNs = Long.MAX_VALUE;
        shutdowns = 0;
        if (established != null) {
            established.close();
            established = null;
        }
        sink.onClosed(end);
    }

    private int newTag() {
        int tag = random.nextInt();
        return tag == 0 ? 1 : tag;
    }
}
