package org.starbridge.hammer.media.layer;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The frames of one recording, by their numbers from 0: a frame is one spatial layer of one picture. Immutable; any
 * thread. {@link RecordedFramesBuilder} makes it.
 */
public final class RecordedFrames {
    private final byte[][] descriptors;
    private final int[] frameOfPacket;
    private final Frame[] frames;
    private final int[] heightsPx;
    private final long[] hashes;
    private final long[] keys;
    private final int[] packetsOfKeys;

    /**
     * One frame.
     *
     * @param picture the number of its picture, from 0
     * @param firstPacket its first packet's number in the recording
     * @param lastPacket its last packet's number in the recording
     * @param template the index of its template in the structure, from 0
     * @param spatial its spatial layer, from 0
     * @param temporal its temporal layer, from 0
     * @param number as its encoder wrote it, 0 to 65535
     * @param references the frames that it refers to, by their numbers in the recording
     * @param isKey whether decoding can begin with it
     */
    @SuppressWarnings("ArrayRecordComponent") // two are never compared
    record Frame(
            int picture,
            int firstPacket,
            int lastPacket,
            int template,
            int spatial,
            int temporal,
            int number,
            int[] references,
            boolean isKey) {}

    /**
     * Of a recording.
     *
     * @param descriptors of all packets
     * @param frameOfPacket the frame of each packet
     * @param heightsPx the smaller side of each spatial layer in pixels; empty if unknown
     * @param hashes of the payloads of all packets
     */
    RecordedFrames(byte[][] descriptors, int[] frameOfPacket, Frame[] frames, int[] heightsPx, long[] hashes) {
        this.descriptors = descriptors;
        this.frameOfPacket = frameOfPacket;
        this.frames = frames;
        this.heightsPx = heightsPx;
        this.hashes = hashes;
        int capacity = Integer.highestOneBit(Math.max(1, hashes.length)) << 2;
        keys = new long[capacity];
        packetsOfKeys = new int[capacity];
        Arrays.fill(packetsOfKeys, -1);
        for (int packet = 0; packet < hashes.length; packet++) {
            int i = slot(hashes[packet]);
            if (packetsOfKeys[i] < 0) {
                keys[i] = hashes[packet];
                packetsOfKeys[i] = packet;
            }
        }
    }

    private int slot(long hash) {
        int mask = keys.length - 1;
        int i = (int) (hash ^ hash >>> 32) & mask;
        while (packetsOfKeys[i] >= 0 && keys[i] != hash) {
            i = i + 1 & mask;
        }
        return i;
    }

    /** The first packet with a payload; -1 if none has it. */
    public int packetOf(long payloadHash) {
        return packetsOfKeys[slot(payloadHash)];
    }

    /** Returns whether a packet has this payload. */
    public boolean isSame(int packet, long payloadHash) {
        return hashes[packet] == payloadHash;
    }

    /** Returns the number of frames of a loop. */
    public int size() {
        return frames.length;
    }

    /** Returns the number of packets of a loop. */
    public int packets() {
        return frameOfPacket.length;
    }

    /** The descriptor of a packet as it was recorded; not to be written to. */
    public byte[] descriptor(int packet) {
        return descriptors[packet];
    }

    /** The frame of a packet. */
    public int frameOf(int packet) {
        return frameOfPacket[packet];
    }

    /** Returns whether a packet is the first one of its frame. */
    public boolean isFirstOfFrame(int packet) {
        return frames[frameOfPacket[packet]].firstPacket() == packet;
    }

    /** Returns whether a packet is the last one of its frame. */
    public boolean isLastOfFrame(int packet) {
        return frames[frameOfPacket[packet]].lastPacket() == packet;
    }

    /** The picture of a frame, from 0. */
    public int picture(int frame) {
        return frames[frame].picture();
    }

    /** The spatial layer of a frame, from 0. */
    public int spatialLayer(int frame) {
        return frames[frame].spatial();
    }

    /** The temporal layer of a frame, from 0. */
    public int temporalLayer(int frame) {
        return frames[frame].temporal();
    }

    /** The index of a frame's template in the structure, from 0. */
    public int template(int frame) {
        return frames[frame].template();
    }

    /** The number of a frame as its encoder wrote it, 0 to 65535. */
    public int number(int frame) {
        return frames[frame].number();
    }

    /** Returns the number of frames that a frame refers to. */
    public int references(int frame) {
        return frames[frame].references().length;
    }

    /** A frame that a frame refers to. */
    public int reference(int frame, int i) {
        return frames[frame].references()[i];
    }

    /** Returns whether decoding can begin with a frame. */
    public boolean isKey(int frame) {
        return frames[frame].isKey();
    }

    /** Returns the number of spatial layers. */
    public int spatialLayers() {
        return 1 + Arrays.stream(frames).mapToInt(Frame::spatial).max().orElse(0);
    }

    /** The smaller side of a spatial layer in pixels; -1 if unknown. */
    public int heightPx(int spatialLayer) {
        return spatialLayer < heightsPx.length ? heightsPx[spatialLayer] : -1;
    }

    /** The same of all spatial layers, low to high. */
    public int[] heightsPx() {
        return IntStream.range(0, spatialLayers()).map(this::heightPx).toArray();
    }
}
