package org.starbridge.hammer.media;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.media.layer.RecordedFrames;
import org.starbridge.hammer.media.layer.RecordedFramesBuilder;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * One recorded RTP stream as a loop that begins with a key frame. Immutable; shared by all endpoints' {@link Replay}s,
 * on any thread.
 *
 * <p>Packets are numbered from 0. Their payloads, without RTP header, extensions and padding, lie one after another in
 * one array.
 */
public final class RecordedStream {
    /** The fixed RTP header, which every figure at RTP level counts together with the payload. */
    public static final int RTP_HEADER_BYTES = 12;

    static final int MARKER = 1;
    static final int FRAME_START = 2;
    static final int KEY_FRAME_START = 4;

    private final Codec codec;
    private final byte[] payloads;
    private final int[] payloadOffsets;
    private final int[] timestamps;
    private final long[] sendOffsetsNs;
    private final byte[] flags;
    private final long[] hashes;
    private final int[] keyFrames;
    private final Schedule schedule;
    private final Loop loop;
    private final int missingPackets;
    private final @Nullable RecordedFrames frames;

    /**
     * @param payloads of all packets, one after another
     * @param payloadOffsets where each begins, and where the last one ends
     * @param missingPackets how many the recording lacks
     * @param descriptors the dependency descriptors of all packets; null if they have none
     * @throws IllegalArgumentException if a descriptor cannot be read
     */
    RecordedStream(
            Codec codec,
            byte[] payloads,
            int[] payloadOffsets,
            Schedule schedule,
            Loop loop,
            int missingPackets,
            byte @Nullable [][] descriptors) {
        this.codec = codec;
        this.payloads = payloads;
        this.payloadOffsets = payloadOffsets;
        this.schedule = schedule;
        timestamps = schedule.timestamps;
        sendOffsetsNs = schedule.sendOffsetsNs;
        flags = schedule.flags;
        this.loop = loop;
        this.missingPackets = missingPackets;
        hashes = new long[timestamps.length];
        int[] starts = new int[timestamps.length];
        int count = 0;
        for (int i = 0; i < timestamps.length; i++) {
            hashes[i] = PayloadHash.ofPayload(codec, payloads, payloadOffset(i), payloadBytes(i));
            if (isKeyFrameStart(i)) {
                starts[count++] = i;
            }
        }
        keyFrames = Arrays.copyOf(starts, count);
        frames = descriptors == null
                ? null
                : RecordedFramesBuilder.read(descriptors, timestamps, hashes, h264HeightPx());
    }

    /**
     * Returns the height in the parameter set of the first key frame of H.264; -1 if the codec is another one, or there
     * is none.
     */
    private int h264HeightPx() {
        FrameFacts facts = new FrameFacts();
        try (Slab slab = Slab.allocate(RecordedStreamBuilder.MAX_PAYLOAD_BYTES)) {
            for (int i = 0; codec == Codec.H264 && i < packets() && timestamps[i] == timestamps[0]; i++) {
                Memory.copyIn(payloads, payloadOffset(i), slab.address(), payloadBytes(i));
                facts.parse(VideoCodec.H264, 0, slab.address(), payloadBytes(i), false);
                if (facts.smallerSide() > 0) {
                    return facts.smallerSide();
                }
            }
        }
        return -1;
    }

    /** Send time, RTP timestamp and flags of each packet; three arrays of the same length. */
    static final class Schedule {
        private final int[] timestamps;
        private final long[] sendOffsetsNs;
        private final byte[] flags;

        /** {@code timestamps} and {@code sendOffsetsNs} are relative to the first packet. */
        Schedule(int[] timestamps, long[] sendOffsetsNs, byte[] flags) {
            this.timestamps = timestamps;
            this.sendOffsetsNs = sendOffsetsNs;
            this.flags = flags;
        }
    }

    /**
     * Length of the recording when it is played in a loop.
     *
     * @param ticks of the RTP clock
     * @param ns the same as a time
     */
    record Loop(int ticks, long ns) {}

    /** The same times and marks with other payloads; {@code offsets} has one more than there are packets. */
    RecordedStream withPayloads(byte[] otherPayloads, int[] offsets) {
        return new RecordedStream(codec, otherPayloads, offsets, schedule, loop, missingPackets, null);
    }

    /** Packets of so many each, put behind one another; what remains at the end is left out. */
    RecordedStream merged(int count) {
        int merged = packets() / count;
        int[] offsets = new int[merged + 1];
        offsets[0] = payloadOffsets[0];
        int[] mergedTimestamps = new int[merged];
        long[] mergedOffsetsNs = new long[merged];
        byte[] mergedFlags = new byte[merged];
        for (int i = 0; i < merged; i++) {
            offsets[i + 1] = payloadOffsets[(i + 1) * count];
            mergedTimestamps[i] = timestamps[i * count];
            mergedOffsetsNs[i] = sendOffsetsNs[i * count];
            mergedFlags[i] = flags[i * count];
        }
        int left = packets() - merged * count;
        int ticks = left == 0 ? loop.ticks() : timestamps[merged * count];
        long ns = left == 0 ? loop.ns() : sendOffsetsNs[merged * count];
        return new RecordedStream(
                codec,
                payloads,
                offsets,
                new Schedule(mergedTimestamps, mergedOffsetsNs, mergedFlags),
                new Loop(ticks, ns),
                missingPackets,
                null);
    }

    /** Audio or video. */
    public MediaKind kind() {
        return codec.kind();
    }

    /** Returns the codec that the payloads were recognised as. */
    public Codec codec() {
        return codec;
    }

    /** Packets in one loop, 1 or more. */
    public int packets() {
        return timestamps.length;
    }

    /** The array with all payloads; not to be written to. */
    byte[] payloadArray() {
        return payloads;
    }

    int payloadOffset(int packet) {
        return payloadOffsets[packet];
    }

    /** A payload's length, codec descriptor included. */
    public int payloadBytes(int packet) {
        return payloadOffsets[packet + 1] - payloadOffsets[packet];
    }

    /** A copy of a payload as it was recorded. */
    public byte[] copyOfPayload(int packet) {
        return Arrays.copyOfRange(payloads, payloadOffsets[packet], payloadOffsets[packet + 1]);
    }

    /** The RTP marker bit. */
    public boolean isMarked(int packet) {
        return (flags[packet] & MARKER) != 0;
    }

    /** Returns whether the packet is the first of its frame; of sound, each is. */
    public boolean isFrameStart(int packet) {
        return (flags[packet] & FRAME_START) != 0;
    }

    /** Returns whether the packet is the first of a key frame; of sound, each is. Packet 0 always is. */
    public boolean isKeyFrameStart(int packet) {
        return (flags[packet] & KEY_FRAME_START) != 0;
    }

    /** RTP ticks since packet 0. */
    public int timestampOffset(int packet) {
        return timestamps[packet];
    }

    /** Returns the time at which the packet is sent, in nanoseconds since packet 0; never before its predecessor. */
    public long sendOffsetNs(int packet) {
        return sendOffsetsNs[packet];
    }

    /** {@link PayloadHash} of the packet; the same in every loop, as rewritten descriptors are left out of it. */
    public long payloadHash(int packet) {
        return hashes[packet];
    }

    /** RTP ticks from a packet to the same packet in the next loop: the recording and one typical frame gap. */
    public int loopTicks() {
        return loop.ticks();
    }

    /** Nanoseconds from a packet to the same packet in the next loop. */
    public long loopNs() {
        return loop.ns();
    }

    /**
     * Pixels of the smaller side of the picture, of several spatial layers the highest; -1 if the codec is not VP8 and
     * there is no dependency descriptor.
     */
    public int heightPx() {
        if (frames != null) {
            return frames.heightPx(frames.spatialLayers() - 1);
        }
        return codec == Codec.VP8 ? VideoPayload.vp8HeightPx(payloads, payloadOffsets[0], payloadBytes(0)) : -1;
    }

    /**
     * The heights of the pictures that can be had from the stream, low to high: the smaller side in pixels, one for
     * each spatial layer; -1 where it is unknown.
     */
    public int[] heightsPx() {
        return frames == null ? new int[] {heightPx()} : frames.heightsPx();
    }

    /** Its frames; null if the recording has no dependency descriptors. */
    public @Nullable RecordedFrames frames() {
        return frames;
    }

    /** Returns the number of key frames of a loop, 1 or more. */
    public int keyFrames() {
        return keyFrames.length;
    }

    /** The first packet of the loop's {@code n}th key frame. */
    public int keyFrame(int n) {
        return keyFrames[n];
    }

    /** The first key frame start at or behind {@code packet}; {@link #packets()} if only the next loop has one. */
    int keyFrameFrom(int packet) {
        int found = Arrays.binarySearch(keyFrames, packet);
        int n = found >= 0 ? found : -found - 1;
        return n < keyFrames.length ? keyFrames[n] : packets();
    }

    /** Packets that the recording itself lacks, by its sequence numbers; they are played as if they had never been. */
    public int missingPackets() {
        return missingPackets;
    }

    /** The average over a loop at RTP level: 12 bytes of header and the payload; no extensions, SRTP tag, UDP or IP. */
    public double averageBitrateBps() {
        long bytes = payloads.length + (long) RTP_HEADER_BYTES * packets();
        return bytes * 8 * 1e9 / loop.ns();
    }

    /**
     * Returns the packet at which endpoint {@code endpoint} of {@code endpoints} begins, so that they don't all show
     * the same picture: the key frame that lies nearest behind its share of the loop's time. So recordings whose key
     * frames stand at the same times begin together.
     */
    public int startPacket(int endpoint, int endpoints) {
        long wantedNs = loop.ns() * Math.floorMod(endpoint, endpoints) / endpoints;
        for (int start : keyFrames) {
            if (sendOffsetsNs[start] >= wantedNs) {
                return start;
            }
        }
        return 0;
    }

    /**
     * Returns how much later than its neighbours an endpoint begins, so that key frames, or sound packets, of those who
     * join together don't coincide: its share of the mean distance of key frames.
     */
    public long startDelayNs(int endpoint, int endpoints) {
        return loop.ns() / keyFrames() * Math.floorMod(endpoint, endpoints) / endpoints;
    }
}
