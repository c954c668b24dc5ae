package org.starbridge.benchmarks.floor;

/**
 * The media of one conference that one look at the socket has brought: where each packet lies in the receive batch. Owned by
 * the floor's thread, and empty again after each fan-out.
 */
final class Pass {
    private static final int MAX_PACKETS = 32;
    private static final int NONE = -1;

    private final FloorSource[] sources;
    private final long[] indices;
    private final long[] headers;
    private final int[] headerBytes;
    private final int[] payloadBytes;
    private final int[] order;
    private final boolean[] placed;
    /** The packet before it of the same source. */
    private final int[] predecessors;

    private int size;

    /** As many as the bridge sends together at most. */
    Pass() {
        this(MAX_PACKETS);
    }

    Pass(int capacity) {
        sources = new FloorSource[capacity];
        indices = new long[capacity];
        headers = new long[capacity];
        headerBytes = new int[capacity];
        payloadBytes = new int[capacity];
        order = new int[capacity];
        placed = new boolean[capacity];
        predecessors = new int[capacity];
    }

    /** Adds a packet whose header is at {@code header} and whose payload follows it. */
    void add(FloorSource source, long index, long header, int headerLengthBytes, int payloadLengthBytes) {
        int i = size++;
        sources[i] = source;
        indices[i] = index;
        headers[i] = header;
        headerBytes[i] = headerLengthBytes;
        payloadBytes[i] = payloadLengthBytes;
    }

    boolean isFull() {
        return size == order.length;
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
     * Chooses the order in which the packets leave, as the bridge does: the longest first with all that are as long, then the
     * next longest as the end of the run, and so on; each source's own order stays.
     */
    void arrange() {
        for (int i = 0; i < size; i++) {
            int before = i - 1;
            while (before >= 0 && sources[before] != sources[i]) {
                before--;
            }
            predecessors[i] = before;
            placed[i] = false;
        }
        int count = 0;
        while (count < size) {
            int longest = longest(Integer.MAX_VALUE);
            int lengthBytes = lengthBytes(longest);
            for (int i = longest; i < size; i++) { // a source's next packet lies behind its predecessor
                if (mayBeNext(i) && lengthBytes(i) == lengthBytes) {
                    placed[i] = true;
                    order[count++] = i;
                }
            }
            int shorter = longest(lengthBytes);
            if (shorter != NONE) {
                placed[shorter] = true;
                order[count++] = shorter;
            }
        }
    }

    /** The first of the longest packets under {@code limitBytes} that may be next. */
    private int longest(int limitBytes) {
        int longest = NONE;
        for (int i = 0; i < size; i++) {
            int lengthBytes = lengthBytes(i);
            if (lengthBytes < limitBytes && (longest == NONE || lengthBytes > lengthBytes(longest)) && mayBeNext(i)) {
                longest = i;
            }
        }
        return longest;
    }

    private boolean mayBeNext(int i) {
        return !placed[i] && (predecessors[i] == NONE || placed[predecessors[i]]);
    }

    private int lengthBytes(int i) {
        return headerBytes[i] + payloadBytes[i];
    }
}
