package org.starbridge.benchmarks.floor;

/**
 * The media of one conference that one look at the socket has brought: where each packet lies in the receive batch. Owned by
 * the floor's thread, and empty again after each fan-out.
 */
final class Pass {
    private final FloorSource[] sources;
    private final long[] indices;
    private final long[] headers;
    private final int[] headerBytes;
    private final int[] payloadBytes;
    private final int[] order;
    private final boolean[] placed;
    /** In which scan a source was last seen, by its number. */
    private int[] seen = new int[64];

    private int scan;
    private int size;

    Pass(int capacity) {
        sources = new FloorSource[capacity];
        indices = new long[capacity];
        headers = new long[capacity];
        headerBytes = new int[capacity];
        payloadBytes = new int[capacity];
        order = new int[capacity];
        placed = new boolean[capacity];
    }

    /** Adds a packet whose header is at {@code header} and whose payload follows it. */
    void add(FloorSource source, long index, long header, int headerLengthBytes, int payloadLengthBytes) {
        int i = size++;
        sources[i] = source;
        indices[i] = index;
        headers[i] = header;
        headerBytes[i] = headerLengthBytes;
        payloadBytes[i] = payloadLengthBytes;
        if (source.number() >= seen.length) {
            seen = new int[2 * source.number()];
            scan = 0;
        }
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    FloorSource source(int i) {
        return sources[i];
    }

    long index(int i) {
        return indices[i];
    }

    long header(int i) {
        return headers[i];
    }

    int headerBytes(int i) {
        return headerBytes[i];
    }

    int payloadBytes(int i) {
        return payloadBytes[i];
    }

    /** The packet that leaves as the {@code i}th, after {@link #arrange}. */
    int ordered(int i) {
        return order[i];
    }

    /**
     * Chooses the order in which the packets leave: each source's own stays, and equal lengths meet as far as that allows. Of
     * the packets that may be next, one as long as the last goes first, else the longest: so a run is as long as it can be,
     * and a shorter packet behind it ends it.
     */
    void arrange() {
        for (int i = 0; i < size; i++) {
            placed[i] = false;
        }
        int last = -1;
        for (int i = 0; i < size; i++) {
            int next = next(last);
            placed[next] = true;
            order[i] = next;
            last = lengthBytes(next);
        }
    }

    private int next(int lastLengthBytes) {
        scan++;
        int longest = -1;
        for (int i = 0; i < size; i++) {
            int number = sources[i].number();
            if (placed[i] || seen[number] == scan) {
                continue;
            }
            seen[number] = scan;
            if (lengthBytes(i) == lastLengthBytes) {
                return i;
            }
            if (longest < 0 || lengthBytes(i) > lengthBytes(longest)) {
                longest = i;
            }
        }
        return longest;
    }

    private int lengthBytes(int i) {
        return headerBytes[i] + payloadBytes[i];
    }
}
