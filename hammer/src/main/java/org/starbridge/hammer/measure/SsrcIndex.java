package org.starbridge.hammer.measure;

import java.util.Arrays;
import java.util.List;

/**
 * Finds a stream's index by SSRC: a small open-addressed table, without boxing. One of all streams is shared by all
 * receivers and not changed; one that is filled by and by belongs to one thread.
 */
public final class SsrcIndex {
    private static final int SPREAD = 0x9E37_79B9;
    private static final int FREE = -1;

    private final int[] ssrcs;
    private final int[] indices;
    private final int mask;

    private SsrcIndex(int streams) {
        int size = Integer.highestOneBit(Math.max(4, streams * 4 - 1)) * 2;
        ssrcs = new int[size];
        indices = new int[size];
        mask = size - 1;
        Arrays.fill(indices, FREE);
    }

    /**
     * Of all streams by the SSRCs under which they are sent.
     *
     * @throws IllegalArgumentException if two streams have one SSRC
     */
    public static SsrcIndex of(List<SentStream> streams) {
        SsrcIndex index = new SsrcIndex(streams.size());
        streams.forEach(stream -> index.put(stream.ssrc(), stream.index()));
        return index;
    }

    /** Of none yet; {@link #put} takes this many. */
    public static SsrcIndex empty(int streams) {
        return new SsrcIndex(streams);
    }

    /**
     * From now on the SSRC is this stream's.
     *
     * @throws IllegalArgumentException if it is another one's
     */
    public void put(int ssrc, int stream) {
        int slot = slot(ssrc);
        if (indices[slot] != FREE) {
            throw new IllegalArgumentException(
                    "two streams with SSRC " + Integer.toUnsignedString(ssrc) + ": expected different ones");
        }
        ssrcs[slot] = ssrc;
        indices[slot] = stream;
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
