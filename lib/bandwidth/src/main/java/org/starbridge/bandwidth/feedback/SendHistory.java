package org.starbridge.bandwidth.feedback;

import org.starbridge.bandwidth.state.Fields;

/**
 * The packets that were last sent over one transport: a ring of primitives indexed by the extended transport-wide
 * sequence number. It gives out the numbers, 1, 2, 3 …, of which the header extension carries the low 16 bits.
 *
 * <p>The ring doubles while it holds less than {@link #SPAN_NS} of packets, up to {@link #MAX_SLOTS}; then the oldest
 * packets are forgotten. It is halved when much less is sent than before, as after the first probes. libwebrtc keeps 60
 * s (transport_feedback_adapter.cc); feedback older than 2 s does not describe the link any more. Times are
 * {@link NearTimes}. Owned by one worker.
 */
public final class SendHistory {
    /**
     * Time for which packets are kept while there is memory for them: the longest feedback delay that is still useful.
     */
    public static final long SPAN_NS = 2_000_000_000L;

    /** 8 bytes each: 2 KB at first, enough for 2 s of audio and a small picture. */
    static final int FIRST_SLOTS = 256;

    /** 64 KB, reached at 4000 packets/s only; at 5 Mbit/s it is 2048 slots, 16 KB. */
    static final int MAX_SLOTS = 8192;

    private static final int FIRST_SLOT_BITS = 8;
    private static final int MAX_SLOT_BITS = 13;

    private static final int SENT = 0;
    private static final int ACKED = 1;
    private static final int LOST = 2;
    private static final int NOT_SENT = 3;
    private static final int STATE_MASK = 3;
    private static final int PROBE_SHIFT = 2;
    private static final int SIZE_SHIFT = 16;

    /** Packets that are older than this are forgotten with the next look: {@link NearTimes} reaches no further. */
    private static final long OLD_NS = NearTimes.REACH_NS / 2;

    /** Time between two looks at what the ring needs. */
    private static final long LOOK_INTERVAL_NS = 5_000_000_000L;

    /** The ring is halved if four times what is sent in {@link #SPAN_NS} fits in. */
    private static final int SPARE = 4;

    private NearTimes sendTimes = new NearTimes(FIRST_SLOTS);
    /** The size in bits 16 to 31, the probe in bits 2 to 9, the state in bits 0 and 1: one word, so one cache line. */
    private int[] details = new int[FIRST_SLOTS];

    private long nextNumber = 1;
    private long oldestNumber = 1;
    private long lastSentAtNs = Long.MIN_VALUE;
    private long lookAtNs = Long.MIN_VALUE;
    private long numberAtLook = 1;
    private long sentBytes;

    /** An empty history. */
    public SendHistory() {}

    /**
     * Enters the next packet.
     *
     * @param sizeBytes of the UDP payload, 0 to 65535
     * @param probeId which probe it belongs to, 1 to 255, or 0
     * @return its extended transport-wide sequence number
     */
    public long add(long sendTimeNs, int sizeBytes, int probeId) {
        makeRoom(sendTimeNs);
        long number = nextNumber++;
        int slot = slot(number);
        sendTimes.put(slot, sendTimeNs);
        details[slot] = sizeBytes << SIZE_SHIFT | (probeId & 0xFF) << PROBE_SHIFT | SENT;
        lastSentAtNs = sendTimeNs;
        sentBytes += sizeBytes;
        return number;
    }

    /**
     * Replaces the send time of {@code count} consecutive packets: the time of the system call that sent them as one
     * run.
     */
    public void setSendTime(long firstNumber, int count, long sendTimeNs) {
        for (long number = firstNumber; number < firstNumber + count; number++) {
            if (contains(number)) {
                sendTimes.put(slot(number), sendTimeNs);
            }
        }
        lastSentAtNs = Math.max(lastSentAtNs, sendTimeNs);
    }

    /** Takes back a packet that was numbered and did not leave: the gap that receivers report is not a loss. */
    public void markNotSent(long number) {
        if (contains(number) && state(slot(number)) == SENT) {
            setState(slot(number), NOT_SENT);
            sentBytes -= sizeBytes(number);
        }
    }

    private void makeRoom(long nowNs) {
        if (nowNs >= lookAtNs) {
            look(nowNs);
        }
        int capacity = details.length;
        if (nextNumber - oldestNumber < capacity) {
            return;
        }
        if (capacity < MAX_SLOTS && nowNs - sendTimeNs(oldestNumber) < SPAN_NS) {
            resize(capacity * 2);
            return;
        }
        oldestNumber++;
    }

    private void look(long nowNs) {
        while (oldestNumber < nextNumber && nowNs - sendTimeNs(oldestNumber) > OLD_NS) {
            oldestNumber++;
        }
        long perSpan = (nextNumber - numberAtLook) * SPAN_NS / LOOK_INTERVAL_NS;
        if (details.length > FIRST_SLOTS && SPARE * perSpan < details.length) {
            oldestNumber = Math.max(oldestNumber, nextNumber - details.length / 2);
            resize(details.length / 2);
        }
        lookAtNs = nowNs + LOOK_INTERVAL_NS;
        numberAtLook = nextNumber;
    }

    private void resize(int capacity) {
        NearTimes oldTimes = sendTimes;
        int[] oldDetails = details;
        int oldMask = oldDetails.length - 1;
        sendTimes = new NearTimes(capacity);
        details = new int[capacity];
        for (long number = oldestNumber; number < nextNumber; number++) {
            int from = (int) number & oldMask;
            int to = slot(number);
            sendTimes.take(to, oldTimes, from);
            details[to] = oldDetails[from];
        }
    }

    private int slot(long number) {
        return (int) number & (details.length - 1);
    }

    private int state(int slot) {
        return details[slot] & STATE_MASK;
    }

    private void setState(int slot, int state) {
        details[slot] = (details[slot] & ~STATE_MASK) | state;
    }

    /** Packets that there is memory for now. */
    int slots() {
        return details.length;
    }

    boolean contains(long number) {
        return number >= oldestNumber && number < nextNumber;
    }

    /** Marks a packet as received; returns whether this is news, and takes back a loss. */
    boolean acknowledge(long number) {
        int slot = slot(number);
        boolean news = state(slot) == SENT || state(slot) == LOST;
        if (news) {
            setState(slot, ACKED);
        }
        return news;
    }

    /** Marks a packet as lost; returns whether this is news. */
    boolean lose(long number) {
        int slot = slot(number);
        if (state(slot) != SENT) {
            return false;
        }
        setState(slot, LOST);
        return true;
    }

    boolean isLost(long number) {
        return state(slot(number)) == LOST;
    }

    /** Returns the time at which a packet of the history was sent, rounded down to 16 ns. */
    public long sendTimeNs(long number) {
        return sendTimes.get(slot(number));
    }

    /** The size of a packet of the history. */
    public int sizeBytes(long number) {
        return details[slot(number)] >>> SIZE_SHIFT;
    }

    /** The probe of a packet of the history, 1 to 255, or 0. */
    public int probeId(long number) {
        return details[slot(number)] >> PROBE_SHIFT & 0xFF;
    }

    /** The first number that is still in the history. */
    public long oldestNumber() {
        return oldestNumber;
    }

    /** Begins with a number: others were sent elsewhere. Before anything is added. */
    public void startAt(long number) {
        nextNumber = number;
        oldestNumber = number;
    }

    /** The number of the packet that will be sent next. */
    public long nextNumber() {
        return nextNumber;
    }

    /** Returns the time at which the last packet was sent; {@link Long#MIN_VALUE} before the first. */
    public long lastSentAtNs() {
        return lastSentAtNs;
    }

    /** Bytes sent since the beginning. */
    public long sentBytes() {
        return sentBytes;
    }

    /** Its fields: every packet that may still be acknowledged, at most 8192. */
    public void state(Fields fields) {
        int slots = 1 << fields.i32(Integer.numberOfTrailingZeros(details.length), FIRST_SLOT_BITS, MAX_SLOT_BITS);
        oldestNumber = fields.i64(oldestNumber);
        int count = fields.i32((int) (nextNumber - oldestNumber), 0, slots);
        if (fields.isReading()) {
            sendTimes = new NearTimes(slots);
            details = new int[slots];
            nextNumber = oldestNumber + count;
        }
        for (long number = oldestNumber; number < nextNumber; number++) {
            int slot = slot(number);
            sendTimes.put(slot, fields.time(sendTimes.get(slot)));
            details[slot] = fields.i32(details[slot]);
        }
        lastSentAtNs = fields.time(lastSentAtNs);
        lookAtNs = fields.time(lookAtNs);
        numberAtLook = fields.i64(numberAtLook);
        sentBytes = fields.i64(sentBytes);
    }
}
