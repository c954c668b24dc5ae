package org.starbridge.hammer.measure;

import org.starbridge.rtp.memory.Memory;

/**
 * Counts the H.264 key frames of one received stream that are complete: both parameter sets, then IDR slices, by their
 * numbers, and every packet from the first to the one with the marker, in whatever order they arrive (RFC 6184 section
 * 5). Owned by the receiver's thread; allocates nothing per packet.
 */
public final class KeyFrameCheck {
    /** Key frames whose packets may still come. */
    private static final int OPEN = 8;

    private static final int IDR_SLICE = 5;
    private static final int SEQUENCE_PARAMETER_SET = 7;
    private static final int PICTURE_PARAMETER_SET = 8;
    private static final int FRAGMENT = 28;
    private static final long NONE = -1;

    private final int[] timestamps = new int[OPEN];
    private final long[] sequenceParameterSet = new long[OPEN];
    private final long[] pictureParameterSet = new long[OPEN];
    private final long[] firstSlice = new long[OPEN];
    private final long[] last = new long[OPEN];
    private final int[] packets = new int[OPEN];
    private int newest;
    private long complete;

    /**
     * Takes a packet that did not come before.
     *
     * @param rtpTimestamp all 32 bits
     * @param payload the address of its decrypted payload
     * @param marker whether it is the last one of its picture
     */
    public void onPacket(long extSeq, int rtpTimestamp, long payload, int payloadBytes, boolean marker) {
        int type = nalType(payload, payloadBytes);
        if (type != IDR_SLICE && type != SEQUENCE_PARAMETER_SET && type != PICTURE_PARAMETER_SET) {
            return;
        }
        int i = place(rtpTimestamp);
        packets[i]++;
        switch (type) {
            case SEQUENCE_PARAMETER_SET -> sequenceParameterSet[i] = extSeq;
            case PICTURE_PARAMETER_SET -> pictureParameterSet[i] = extSeq;
            default -> firstSlice[i] = firstSlice[i] == NONE ? extSeq : Math.min(firstSlice[i], extSeq);
        }
        if (marker) {
            last[i] = extSeq;
        }
        complete += isComplete(i) ? 1 : 0;
    }

    /** That of a fragment is the type of what it is a fragment of; 0 if the packet is too short to tell. */
    private static int nalType(long payload, int payloadBytes) {
        int type = payloadBytes < 1 ? 0 : Memory.u8(payload) & 0x1F;
        if (type != FRAGMENT) {
            return type;
        }
        return payloadBytes < 2 ? 0 : Memory.u8(payload + 1) & 0x1F;
    }

    /** Returns the place at which the key frame of this time is noted; the oldest one gives way to one that begins. */
    private int place(int rtpTimestamp) {
        for (int i = 0; i < OPEN; i++) {
            if (packets[i] > 0 && timestamps[i] == rtpTimestamp) {
                return i;
            }
        }
        newest = (newest + 1) % OPEN;
        timestamps[newest] = rtpTimestamp;
        packets[newest] = 0;
        sequenceParameterSet[newest] = NONE;
        pictureParameterSet[newest] = NONE;
        firstSlice[newest] = NONE;
        last[newest] = NONE;
        return newest;
    }

    private boolean isComplete(int i) {
        return sequenceParameterSet[i] != NONE
                && pictureParameterSet[i] > sequenceParameterSet[i]
                && firstSlice[i] > pictureParameterSet[i]
                && packets[i] == last[i] - sequenceParameterSet[i] + 1;
    }

    /** Key frames that are complete. */
    public long complete() {
        return complete;
    }
}
