package org.starbridge.hammer.measure;

import java.util.Arrays;
import java.util.List;

/** Finds a stream's index by SSRC: a small open-addressed table, without boxing. Immutable; shared by all receivers. */
public final class SsrcIndex {
    private static final int SPREAD = 0x9E37_79B9;
    private static final int FREE = -1;

    private final int[] ssrcs;
    private final int[] indices;
    private final int mask;

    /**
     * @throws IllegalArgumentException if two streams have one SSRC
     */
    public SsrcIndex(List<SentStream> streams) {
        int size = Integer.highestOneBit(Math.max(4, streams.size() * 4 - 1)) * 2;
        ssrcs = new int[size];
        indices = new int[size];
        mask = size - 1;
        Arrays.fill(indices, FREE);
        for (SentStream stream : streams) {
            int slot = slot(stream.ssrc());
            if (indices[slot] != FREE) {
                throw new IllegalArgumentException("two streams with SSRC " + Integer.toUnsignedString(stream.ssrc())
                        + ": expected different ones");
            }
            ssrcs[slot] = stream.ssrc();
            indices[slot] = stream.index();
        }
    }

    /** The index of the stream with this SSRC, or -1. */
    public int find(int ssrc) {
        return indices[slot(ssrc)];
    }

    private int slot(int ssrc) {
        int slot = ((ssrc * SPREAD) >>> 16) & mask;
        while (indices[slot] != FREE && ssrcs[slot] != ssrc) {
            slot = slot + 1 & mask;
        }
        return slot;
    }
}
