package org.starbridge.hammer.media;

/**
 * Plays one recording for one endpoint, in a loop without end: says when the next packet is due, and then what is in
 * it. Owned by its endpoint's thread; not thread safe; allocates nothing after construction.
 *
 * <p>Sequence numbers go on by one, RTP timestamps by the recording's distances, and over the loop's seam by a typical
 * frame gap; picture id, TL0PICIDX and KEYIDX of VP8 and VP9, and the frame numbers of dependency descriptors, go on as
 * if it were one long recording. A PLI or FIR makes the next frame a key frame: the replay continues at the recording's
 * next one, which takes the place, the send time and the timestamp of the frame that would have come.
 *
 * <p>A stream that no receiver wants stops at a frame's end. Its time goes on, as a camera's does: what would have been
 * sent is left out, in sequence numbers and picture ids, too, but not in timestamps. When it is wanted again, it goes
 * on at the next key frame.
 *
 * <p>A packet is due at its recorded distance from the others. When the caller is late, the distances to the next
 * packets are halved until the schedule is met again, so recorded bursts keep their size and order and none is added.
 * After a stall of more than {@value #MAX_LATE_NS} ns the schedule is moved instead, timestamps included, as if the
 * camera had paused.
 */
public final class Replay {
    /** Time by which a frame may be late before the schedule is given up and moved. */
    static final long MAX_LATE_NS = 500_000_000;

    /** Key frames on request keep this distance, as encoders' do; a request waits. */
    static final long MIN_KEY_FRAME_DISTANCE_NS = 300_000_000;

    private final RecordedStream stream;
    private final ReplayOptions options;
    private final RunningNumbers numbers;

    /** Time at which the recording's packet 0 would have been due in this pass, and its RTP timestamp. */
    private long passStartNs;

    private long passTimestamp;
    private int nextPacket;
    private long nextSendAtNs;
    private boolean isSeam;
    private boolean keyFrameWanted;
    private long keyFrameDueNs;

    private int packet;
    private long extSeq;
    private long dueNs;
    private long rtpTimestamp;
    private boolean isWanted = true;
    private boolean isSending = true;

    private long packetsSent;
    private long payloadBytesSent;
    private long loops;
    private long keyFrameRequests;
    private long keyFrameJumps;
    private long stalls;
    private long restarts;

    /**
     * A replay whose first packet is due at {@code startNs}.
     *
     * @throws IllegalArgumentException if the start packet doesn't begin a key frame
     */
    public Replay(RecordedStream stream, ReplayOptions options, long startNs) {
        int start = options.startPacket();
        if (start >= stream.packets() || !stream.isKeyFrameStart(start)) {
            throw new IllegalArgumentException("startPacket " + start + ": expected the first packet of a key frame");
        }
        this.stream = stream;
        this.options = options;
        numbers = new RunningNumbers(stream);
        nextPacket = start;
        passStartNs = startNs - pacedNs(stream.sendOffsetNs(start));
        passTimestamp = options.firstRtpTimestamp() - pacedTicks(stream.timestampOffset(start));
        nextSendAtNs = startNs;
        dueNs = startNs;
        rtpTimestamp = options.firstRtpTimestamp();
        keyFrameDueNs = startNs - MIN_KEY_FRAME_DISTANCE_NS;
        packet = start;
        extSeq = options.firstSequence() - 1L;
    }

    /** Returns the time at which the current packet was due by the recording, however late {@link #next} was called. */
    public long dueNs() {
        return dueNs;
    }

    /** Returns the time to call {@link #next}; never {@code Long.MAX_VALUE}, as a loop has no end. */
    public long nextSendAtNs() {
        return nextSendAtNs;
    }

    /**
     * Steps to the packet that is due, whose fields the accessors below then describe; the caller sends it now.
     *
     * @return false if there is nothing to send: none is due yet, and nothing has changed; or the one that was due is
     *     left out, as the stream is stopped
     */
    public boolean next(long nowNs) {
        if (nowNs < nextSendAtNs) {
            return false;
        }
        if (stream.isFrameStart(nextPacket)) {
            onFrameStart(nowNs);
        }
        packet = nextPacket;
        dueNs = dueNs(packet);
        rtpTimestamp = passTimestamp + pacedTicks(stream.timestampOffset(packet)) & 0xFFFF_FFFFL;
        if (isSending) {
            extSeq++;
            packetsSent++;
            payloadBytesSent += stream.payloadBytes(packet);
            numbers.describe(packet, isSeam);
        }
        isSeam = !isSending;
        advance(nowNs);
        return isSending;
    }

    private void onFrameStart(long nowNs) {
        long frameDueNs = dueNs(nextPacket);
        long lateNs = nowNs - frameDueNs;
        if (lateNs > MAX_LATE_NS) {
            passStartNs += lateNs;
            passTimestamp += lateNs * stream.codec().clockRateHz() / 1_000_000_000;
            frameDueNs = nowNs;
            stalls++;
        }
        if (keyFrameWanted
                && !stream.isKeyFrameStart(nextPacket)
                && frameDueNs - keyFrameDueNs >= MIN_KEY_FRAME_DISTANCE_NS) {
            jump(frameDueNs);
        }
        if (stream.isKeyFrameStart(nextPacket)) {
            keyFrameWanted = false;
            keyFrameDueNs = frameDueNs;
            if (isWanted && !isSending) {
                isSending = true;
                restarts++;
            }
        }
        isSending &= isWanted;
    }

    private void jump(long frameDueNs) {
        long timestamp = passTimestamp + pacedTicks(stream.timestampOffset(nextPacket));
        int target = stream.keyFrameFrom(nextPacket);
        if (target == stream.packets()) {
            target = 0;
            loops++;
        }
        passStartNs = frameDueNs - pacedNs(stream.sendOffsetNs(target));
        passTimestamp = timestamp - pacedTicks(stream.timestampOffset(target));
        nextPacket = target;
        isSeam = true;
        keyFrameJumps++;
    }

    private void advance(long nowNs) {
        nextPacket++;
        if (nextPacket == stream.packets()) {
            nextPacket = 0;
            passStartNs += pacedNs(stream.loopNs());
            passTimestamp += pacedTicks(stream.loopTicks());
            isSeam = true;
            loops++;
        }
        long nextDueNs = dueNs(nextPacket);
        nextSendAtNs = Math.max(nextDueNs, nowNs + (nextDueNs - dueNs) / 2);
    }

    private long dueNs(int ofPacket) {
        return passStartNs + pacedNs(stream.sendOffsetNs(ofPacket));
    }

    private long pacedNs(long ns) {
        return options.pace() == 1 ? ns : Math.round(ns / options.pace());
    }

    private long pacedTicks(int ticks) {
        return options.pace() == 1 ? ticks : Math.round(ticks / options.pace());
    }

    /**
     * A receiver asks for a key frame (PLI or FIR): the next frame will be one, or the next after
     * {@value #MIN_KEY_FRAME_DISTANCE_NS} ns since the last. Requests until then are one. Without effect on sound.
     */
    public void jumpToKeyFrame() {
        keyFrameRequests++;
        keyFrameWanted = true;
    }

    /**
     * The encoder restarts, as browsers' do when one more encoding of their video is wanted: the next frame is a key
     * frame, however short ago the last one was.
     */
    public void beginAnew() {
        keyFrameWanted = true;
        keyFrameDueNs = Long.MIN_VALUE / 2;
    }

    /**
     * Sets whether a receiver wants the stream; if none does, it stops with the next frame, and begins again with a key
     * frame.
     */
    public void want(boolean wanted) {
        isWanted = wanted;
    }

    /** Returns whether packets are sent, and not left out. */
    public boolean isSending() {
        return isSending;
    }

    /** Writes the current packet's payload, descriptor rewritten, to native memory; returns its length in bytes. */
    public int writePayload(long address) {
        return numbers.writePayload(packet, address);
    }

    /** The length of the current packet's dependency descriptor in bytes; 0 if the recording has none. */
    public int descriptorBytes() {
        return numbers.descriptorBytes(packet);
    }

    /** Writes the current packet's dependency descriptor, its frame number running on, to native memory. */
    public void writeDescriptor(long address) {
        numbers.writeDescriptor(packet, address);
    }

    /** The stream's SSRC, 0 to 2^32 - 1. */
    public long ssrc() {
        return options.ssrc();
    }

    /** The stream's payload type, 0 to 127. */
    public int payloadType() {
        return options.payloadType();
    }

    /** The current packet's sequence number, 0 to 65535. */
    public int sequence() {
        return (int) extSeq & 0xFFFF;
    }

    /** The current packet's sequence number, counted on beyond 16 bits: the key of the {@link SentLog}. */
    public long extSeq() {
        return extSeq;
    }

    /** The current packet's RTP timestamp, 0 to 2^32 - 1. */
    public long rtpTimestamp() {
        return rtpTimestamp;
    }

    /** The RTP timestamp that belongs to {@code nowNs}, for sender reports (RFC 3550 section 6.4.1). */
    public long rtpTimestampAt(long nowNs) {
        long ticks = (nowNs - dueNs) * stream.codec().clockRateHz() / 1_000_000_000;
        return rtpTimestamp() + ticks & 0xFFFF_FFFFL;
    }

    /** The current packet's marker bit. */
    public boolean isMarked() {
        return stream.isMarked(packet);
    }

    /** The current packet's payload length in bytes. */
    public int payloadBytes() {
        return stream.payloadBytes(packet);
    }

    /** Returns whether the current packet begins a frame. */
    public boolean isFrameStart() {
        return stream.isFrameStart(packet);
    }

    /** Returns whether the current packet begins a key frame. */
    public boolean isKeyFrameStart() {
        return stream.isKeyFrameStart(packet);
    }

    /** The current packet's number in the recording. */
    public int recordedPacket() {
        return packet;
    }

    /** {@link PayloadHash} of the current packet's payload. */
    public long payloadHash() {
        return stream.payloadHash(packet);
    }

    /**
     * The level that an endpoint declares for the current packet in RFC 6464's extension, in -dBov: up and down between
     * 24 and 36, the same in every run, so that speech detection and silence suppression have something to hear.
     */
    public int audioLevel() {
        int phase = (int) (extSeq % 24);
        return 24 + Math.min(phase, 24 - phase);
    }

    /** Packets stepped to. */
    public long packetsSent() {
        return packetsSent;
    }

    /** Payload bytes of these packets: a sender report's octet count. */
    public long payloadBytesSent() {
        return payloadBytesSent;
    }

    /** Returns how often the recording's end was passed. */
    public long loops() {
        return loops;
    }

    /** Calls of {@link #jumpToKeyFrame}. */
    public long keyFrameRequests() {
        return keyFrameRequests;
    }

    /** Jumps that were made for them; a request just before a recorded key frame needs none. */
    public long keyFrameJumps() {
        return keyFrameJumps;
    }

    /** Returns how often it was stopped and went on. */
    public long restarts() {
        return restarts;
    }

    /** Returns how often the caller was so late that the schedule was moved. */
    public long stalls() {
        return stalls;
    }
}
