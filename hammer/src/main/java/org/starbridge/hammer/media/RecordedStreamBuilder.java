package org.starbridge.hammer.media;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Gathers a recording's packets in order and makes them a loop: drops what precedes the first key frame, marks frames,
 * and works out the gap that joins the end to the beginning.
 */
public final class RecordedStreamBuilder {
    /** With RTP header, extensions, SRTP tag, UDP and IPv6 this still fits an Ethernet frame. */
    public static final int MAX_PAYLOAD_BYTES = 1400;

    public static final int MAX_DURATION_S = 10_000;

    /** Half a day of one endpoint's packets; bounds the heap where a file consists of tiny records. */
    public static final int MAX_PACKETS = 2_000_000;

    private static final int NO_MARKER = 0;
    private static final byte[] NO_DESCRIPTOR = {};

    private final FileBytes file;
    private final Codec codec;

    private byte[] payloads = new byte[1 << 16];
    private int[] ends = new int[256];
    private long[] timestamps = new long[256];
    private long[] sendOffsetsNs = new long[256];
    private byte[] flags = new byte[256];
    private int[] fileOffsets = new int[256];
    private byte[][] descriptors = new byte[256][];
    private boolean isDescribed;
    private int packets;
    private int missingPackets;

    public RecordedStreamBuilder(FileBytes file, Codec codec) {
        this.file = file;
        this.codec = codec;
    }

    /** Sets the number of packets that the recording itself has lost. */
    public RecordedStreamBuilder missingPackets(int count) {
        missingPackets = count;
        return this;
    }

    /**
     * Adds the next packet in sequence order; copies its payload.
     *
     * @param timestamp RTP ticks, unwrapped, from any origin
     * @param sendOffsetNs from any origin; a packet that was captured out of order is due with its predecessor
     */
    public void add(
            int fileOffset,
            byte[] bytes,
            int offset,
            int lengthBytes,
            boolean marker,
            long timestamp,
            long sendOffsetNs) {
        if (lengthBytes > MAX_PAYLOAD_BYTES) {
            throw file.fault(
                    fileOffset, "an RTP payload of " + lengthBytes + " bytes; expected at most " + MAX_PAYLOAD_BYTES);
        }
        if (packets == MAX_PACKETS) {
            throw file.fault(fileOffset, "too many packets; expected at most " + MAX_PACKETS);
        }
        reserve(lengthBytes);
        int start = packets == 0 ? 0 : ends[packets - 1];
        System.arraycopy(bytes, offset, payloads, start, lengthBytes);
        ends[packets] = start + lengthBytes;
        timestamps[packets] = timestamp;
        sendOffsetsNs[packets] = packets == 0 ? sendOffsetNs : Math.max(sendOffsetNs, sendOffsetsNs[packets - 1]);
        fileOffsets[packets] = fileOffset;
        descriptors[packets] = NO_DESCRIPTOR;
        flags[packets] = (byte) (marker ? RecordedStream.MARKER : NO_MARKER);
        packets++;
    }

    /** The dependency descriptor of the packet that was added last. Only if all packets have one do they count. */
    public RecordedStreamBuilder descriptor(byte[] bytes) {
        descriptors[packets - 1] = bytes;
        isDescribed = true;
        return this;
    }

    private byte @Nullable [][] descriptors(int first) {
        if (!isDescribed) {
            return null;
        }
        for (int i = first; i < packets; i++) {
            if (descriptors[i].length == 0) {
                throw file.fault(fileOffsets[i], "a packet without a dependency descriptor; expected one in each");
            }
        }
        return Arrays.copyOfRange(descriptors, first, packets);
    }

    public RecordedStream build() {
        if (packets == 0) {
            throw file.fault(file.length(), "no packet; expected at least one");
        }
        markFrames();
        int first = firstKeyFrame();
        int count = packets - first;
        int firstByte = first == 0 ? 0 : ends[first - 1];
        byte[] bytes = Arrays.copyOfRange(payloads, firstByte, ends[packets - 1]);
        int[] offsets = new int[count + 1];
        int[] ticks = new int[count];
        long[] sendNs = new long[count];
        for (int i = 0; i < count; i++) {
            offsets[i + 1] = ends[first + i] - firstByte;
            ticks[i] = ticksSince(first, first + i);
            sendNs[i] = sendOffsetsNs[first + i] - sendOffsetsNs[first];
        }
        if (sendNs[count - 1] / 1_000_000_000 > MAX_DURATION_S) {
            throw file.fault(
                    fileOffsets[packets - 1],
                    "a packet " + sendNs[count - 1] / 1_000_000_000 + " s after the first; expected at most "
                            + MAX_DURATION_S);
        }
        int gapTicks = typicalGapTicks(ticks);
        int loopTicks = Arrays.stream(ticks).max().orElse(0) + gapTicks;
        try {
            return new RecordedStream(
                    codec,
                    bytes,
                    offsets,
                    new RecordedStream.Schedule(ticks, sendNs, Arrays.copyOfRange(flags, first, packets)),
                    new RecordedStream.Loop(loopTicks, loopNs(loopTicks, gapTicks, sendNs[count - 1])),
                    missingPackets,
                    descriptors(first));
        } catch (IllegalArgumentException e) {
            throw file.fault(fileOffsets[first], String.valueOf(e.getMessage()));
        }
    }

    /** Packets in a row with the same timestamp are a frame; if one shows a key frame, the first is where it starts. */
    private void markFrames() {
        int frame = 0;
        int start = 0;
        for (int i = 0; i < packets; i++) {
            if (i == 0 || timestamps[i] != timestamps[i - 1]) {
                frame = i;
                flags[i] |= RecordedStream.FRAME_START;
            }
            if (VideoPayload.marksKeyFrame(codec, payloads, start, ends[i] - start)) {
                flags[frame] |= RecordedStream.KEY_FRAME_START;
            }
            start = ends[i];
        }
    }

    private int firstKeyFrame() {
        for (int i = 0; i < packets; i++) {
            if ((flags[i] & RecordedStream.KEY_FRAME_START) != 0) {
                return i;
            }
        }
        throw file.fault(fileOffsets[0], "no " + codec + " key frame; expected one, as a loop must begin with it");
    }

    private int ticksSince(int first, int packet) {
        long ticks = timestamps[packet] - timestamps[first];
        if (ticks < 0 || ticks > (long) MAX_DURATION_S * codec.clockRateHz()) {
            throw file.fault(
                    fileOffsets[packet],
                    "an RTP timestamp " + ticks + " ticks after the first key frame's; expected 0 to "
                            + (long) MAX_DURATION_S * codec.clockRateHz());
        }
        return (int) ticks;
    }

    /**
     * The mean distance of frames, which keeps the average rate over loops, unless pauses have made it something else
     * than typical; then the median. A single frame is taken for a thirtieth, or 20 ms of sound.
     */
    private int typicalGapTicks(int[] ticks) {
        int[] gaps = new int[ticks.length];
        int count = 0;
        long sum = 0;
        for (int i = 1; i < ticks.length; i++) {
            if (ticks[i] > ticks[i - 1]) {
                gaps[count] = ticks[i] - ticks[i - 1];
                sum += gaps[count++];
            }
        }
        if (count == 0) {
            return codec.clockRateHz() / (codec.kind() == MediaKind.VIDEO ? 30 : 50);
        }
        Arrays.sort(gaps, 0, count);
        int median = gaps[count / 2];
        int mean = (int) Math.round((double) sum / count);
        return mean * 4L >= median * 3L && mean * 4L <= median * 5L ? mean : median;
    }

    /**
     * A loop lasts as long as its RTP timestamps say, so that the sender's reports stay right. Only where the
     * recording's two clocks contradict each other, by more than 100 ms and a twentieth, the capture's times count.
     */
    private long loopNs(int loopTicks, int gapTicks, long lastSendNs) {
        long byTimestamp = nanos(loopTicks);
        long bySendTime = lastSendNs + nanos(gapTicks);
        long tolerance = Math.max(100_000_000, bySendTime / 20);
        return Math.abs(byTimestamp - bySendTime) <= tolerance ? Math.max(byTimestamp, lastSendNs + 1) : bySendTime;
    }

    private long nanos(int ticks) {
        return ticks * 1_000_000_000L / codec.clockRateHz();
    }

    private void reserve(int lengthBytes) {
        if (packets == ends.length) {
            int capacity = packets * 2;
            ends = Arrays.copyOf(ends, capacity);
            timestamps = Arrays.copyOf(timestamps, capacity);
            sendOffsetsNs = Arrays.copyOf(sendOffsetsNs, capacity);
            flags = Arrays.copyOf(flags, capacity);
            fileOffsets = Arrays.copyOf(fileOffsets, capacity);
            descriptors = Arrays.copyOf(descriptors, capacity);
        }
        int used = packets == 0 ? 0 : ends[packets - 1];
        if (used + lengthBytes > payloads.length) {
            payloads = Arrays.copyOf(payloads, used + Math.max(used / 2, lengthBytes));
        }
    }
}
