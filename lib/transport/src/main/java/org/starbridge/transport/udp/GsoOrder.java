package org.starbridge.transport.udp;

/**
 * Order in which a few packets to the same receivers leave, so that {@link SendBatch} makes few and long GSO batches of
 * them: the longest first with all that are as long or can be made so, then the next longest as the end of the GSO
 * batch, and so on. A packet is made longer by RTP padding (RFC 3550 section 5.1), which its receivers take off again;
 * only as far as the {@link GsoLimits} allow, and never beyond the length that WebRTC's senders keep to themselves.
 * Packets of the same source never change places. Owned by one thread, used for one set of packets after the other.
 *
 * <pre>
 *   added       source 1: 998, 998, 999    source 2: 80    source 3: 80
 *   arranged    998+1  998+1  999  80  |  80                 two GSO batches
 * </pre>
 */
public final class GsoOrder {
    /** Length that libwebrtc's packets do not exceed, so that every path carries them. */
    static final int MAX_PADDED_LENGTH_BYTES = 1200;

    private static final int NONE = -1;

    private final GsoLimits limits;
    private final int[] sources;
    private final int[] lengths;
    private final boolean[] mayBePadded;
    private final int[] paddings;
    /** The packet before it of the same source, or {@link #NONE}. */
    private final int[] predecessors;

    private final boolean[] placed;
    private final int[] order;
    private int size;
    private int maxPaddingBytes;

    /**
     * For up to {@code capacity} packets.
     *
     * @param limits of the port through which they leave
     */
    public GsoOrder(int capacity, GsoLimits limits) {
        this.limits = limits;
        sources = new int[capacity];
        lengths = new int[capacity];
        mayBePadded = new boolean[capacity];
        paddings = new int[capacity];
        predecessors = new int[capacity];
        placed = new boolean[capacity];
        order = new int[capacity];
    }

    /** Forgets all packets. */
    public void clear() {
        size = 0;
    }

    /**
     * Adds a packet.
     *
     * @param source packets with the same number stay in the order in which they were added
     * @param lengthBytes as it leaves, but for what all have in common
     */
    public void add(int source, int lengthBytes, boolean mayBePadded) {
        int i = size++;
        sources[i] = source;
        lengths[i] = lengthBytes;
        this.mayBePadded[i] = mayBePadded;
        paddings[i] = 0;
        placed[i] = false;
        int before = i - 1;
        while (before >= 0 && sources[before] != source) {
            before--;
        }
        predecessors[i] = before;
    }

    /** Chooses order and padding. */
    public void arrange() {
        maxPaddingBytes = limits.maxPaddingBytes();
        int count = 0;
        while (count < size) {
            int first = count;
            int lengthBytes = longestRun();
            count = placeAll(lengthBytes, 0, count);
            count = placeAll(lengthBytes, maxPaddingBytes, count);
            int shorter = longestUnder(lengthBytes);
            if (shorter != NONE) {
                place(shorter, count++);
            }
            for (int at = first; at < count - 1; at++) { // the last one may be shorter
                paddings[order[at]] = lengthBytes - lengths[order[at]];
            }
        }
    }

    /**
     * Places what fits into the GSO batch with so much padding; {@code count} are placed before, the result are
     * afterwards.
     */
    private int placeAll(int runLengthBytes, int paddingBytes, int count) {
        int placedNow = count;
        for (int i = 0; i < size; i++) { // a source's next packet lies behind its predecessor
            if (mayBeNext(i) && fits(i, runLengthBytes, paddingBytes)) {
                place(i, placedNow++);
            }
        }
        return placedNow;
    }

    private void place(int i, int at) {
        placed[i] = true;
        order[at] = i;
    }

    /**
     * The length of the longest packet that may be next, or can be once what is before it in its source is in the same
     * GSO batch.
     */
    private int longestRun() {
        int longest = NONE;
        for (int i = 0; i < size; i++) {
            if (!placed[i] && lengths[i] > longest && fitsWithAllBefore(i)) {
                longest = lengths[i];
            }
        }
        return longest;
    }

    private boolean fitsWithAllBefore(int i) {
        for (int before = predecessors[i]; before != NONE && !placed[before]; before = predecessors[before]) {
            if (!fits(before, lengths[i], maxPaddingBytes)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the packet is of the GSO batch's length, or can be made so by at most so much padding. */
    private boolean fits(int i, int runLengthBytes, int paddingBytes) {
        int missing = runLengthBytes - lengths[i];
        if (missing == 0) {
            return true;
        }
        return missing > 0 && missing <= paddingBytes && mayBePadded[i] && runLengthBytes <= MAX_PADDED_LENGTH_BYTES;
    }

    /** The first of the longest packets that are shorter and may be next; {@link #NONE} without any. */
    private int longestUnder(int limitBytes) {
        int longest = NONE;
        for (int i = 0; i < size; i++) {
            if (lengths[i] < limitBytes && (longest == NONE || lengths[i] > lengths[longest]) && mayBeNext(i)) {
                longest = i;
            }
        }
        return longest;
    }

    private boolean mayBeNext(int i) {
        return !placed[i] && (predecessors[i] == NONE || placed[predecessors[i]]);
    }

    /** Packets added. */
    public int size() {
        return size;
    }

    /** Returns the packet, by the order of adding, that leaves as the {@code at}th. */
    public int packet(int at) {
        return order[at];
    }

    /** By how many bytes of padding the {@code i}th packet that was added is to be made longer, 0 to 255. */
    public int paddingBytes(int i) {
        return paddings[i];
    }
}
