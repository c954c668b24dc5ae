package org.starbridge.rtp.rtcp;

import org.starbridge.rtp.memory.Memory;

/**
 * Writes a transport-wide feedback: {@link #begin}, {@link #addReceived} and {@link #addMissing} in the order of the
 * sequence numbers, {@link #end}. The wire format is drawn above {@link TransportFeedback}. Owned by one thread; used
 * for one packet after the other.
 *
 * <p>Chunks are packed greedily: symbols are held back as long as one chunk can hold them all, either because they are
 * all the same, or because 14 of one bit or 7 of two bits are not yet reached. So chunks go to memory as they are
 * known, while the deltas, which come behind the last chunk, wait in an array.
 */
public final class TransportFeedbackWriter {
    /** The most packets that one feedback reports as received. */
    public static final int MAX_RECEIVED = 1024;

    private static final int LARGE_DELTA_BYTES = 2;
    private static final int ONE_BIT_SYMBOLS = 14;
    private static final int TWO_BIT_SYMBOLS = 7;

    private final short[] deltas = new short[MAX_RECEIVED];
    private final boolean[] isLarge = new boolean[MAX_RECEIVED];

    private long address;
    private long limit;
    private long chunk;
    private int statusCount;
    private int deltaCount;
    private int deltaBytes;
    /**
     * The first {@value #ONE_BIT_SYMBOLS} held symbols, two bits each, the first one lowest. Not an array: for one that
     * is filled in some turns of a caller's loop only, the compiler bets on the bounds of all turns, loses, and
     * recompiles, endlessly.
     */
    private int held;

    private int heldCount;
    private boolean heldAllSame;
    private boolean heldHasLarge;

    /** A writer of nothing; {@link #begin} comes first. */
    public TransportFeedbackWriter() {}

    /**
     * Starts a packet.
     *
     * @param baseSequenceNumber the transport-wide number of the first packet to be added; low 16 bits
     * @param referenceTime in 64 ms; low 24 bits
     * @param feedbackCount low 8 bits
     * @return false, and nothing written, if {@code capacityBytes} is less than 28
     */
    public boolean begin(
            long address,
            int capacityBytes,
            int senderSsrc,
            int mediaSsrc,
            int baseSequenceNumber,
            int referenceTime,
            int feedbackCount) {
        this.address = address;
        this.limit = address + capacityBytes;
        this.chunk = address + TransportFeedback.CHUNKS_OFFSET;
        statusCount = 0;
        deltaCount = 0;
        deltaBytes = 0;
        clearHeld();
        if (!fits(LARGE_DELTA_BYTES)) {
            return false;
        }
        Memory.put32(address + 4, senderSsrc);
        Memory.put32(address + 8, mediaSsrc);
        Memory.put16(address + 12, baseSequenceNumber);
        Memory.put24(address + 16, referenceTime);
        Memory.put8(address + 19, feedbackCount);
        return true;
    }

    /**
     * Reports the next packet as received.
     *
     * @param deltaTicks in 250 µs since the packet reported before, or since the reference time
     * @return false, and nothing added, if the packet is full or the delta is outside -32768 to 32767
     */
    public boolean addReceived(long deltaTicks) {
        boolean large = deltaTicks < 0 || deltaTicks > 255;
        int bytes = large ? LARGE_DELTA_BYTES : 1;
        if (deltaTicks != (short) deltaTicks || deltaCount == MAX_RECEIVED || !fits(bytes)) {
            return false;
        }
        addSymbol(large ? TransportFeedback.LARGE_DELTA : TransportFeedback.SMALL_DELTA);
        deltas[deltaCount] = (short) deltaTicks;
        isLarge[deltaCount++] = large;
        deltaBytes += bytes;
        return true;
    }

    /** Reports the next packet as not received; returns false, and adds nothing, if the packet is full. */
    public boolean addMissing() {
        if (!fits(0)) {
            return false;
        }
        addSymbol(TransportFeedback.NOT_RECEIVED);
        return true;
    }

    /** Returns whether one more symbol, which makes at most two more chunks, and its delta fit, with padding. */
    private boolean fits(int moreDeltaBytes) {
        return statusCount < 0xFFFF && address + roundUp(chunk - address + 4 + deltaBytes + moreDeltaBytes) <= limit;
    }

    private void addSymbol(int symbol) {
        boolean same = heldAllSame && (heldCount == 0 || held(0) == symbol);
        boolean large = symbol == TransportFeedback.LARGE_DELTA;
        boolean oneChunk = heldCount < TWO_BIT_SYMBOLS
                || (heldCount < ONE_BIT_SYMBOLS && !heldHasLarge && !large)
                || (same && heldCount < TransportFeedback.RUN_LENGTH_MAX);
        if (!oneChunk) {
            releaseChunk();
        }
        hold(symbol);
        statusCount++;
    }

    private void hold(int symbol) {
        if (heldCount < ONE_BIT_SYMBOLS) {
            held |= symbol << (2 * heldCount);
        }
        heldAllSame = heldAllSame && held(0) == symbol;
        heldHasLarge = heldHasLarge || symbol == TransportFeedback.LARGE_DELTA;
        heldCount++;
    }

    private int held(int i) {
        return (held >>> (2 * i)) & 0b11;
    }

    private void clearHeld() {
        held = 0;
        heldCount = 0;
        heldAllSame = true;
        heldHasLarge = false;
    }

    /** Writes the fullest chunk that the held symbols make and holds on to the rest, at most 6. */
    private void releaseChunk() {
        if (heldAllSame || heldCount == ONE_BIT_SYMBOLS) {
            writeAllHeld();
            return;
        }
        int rest = held >>> (2 * TWO_BIT_SYMBOLS);
        int count = heldCount - TWO_BIT_SYMBOLS;
        putChunk(twoBits(TWO_BIT_SYMBOLS));
        clearHeld();
        for (int i = 0; i < count; i++) {
            hold((rest >>> (2 * i)) & 0b11);
        }
    }

    /** Writes all held symbols as one chunk; they always fit in one. */
    private void writeAllHeld() {
        if (heldAllSame) {
            putChunk(held(0) << 13 | heldCount);
        } else if (heldHasLarge) {
            putChunk(twoBits(heldCount));
        } else {
            int bits = 0b10 << ONE_BIT_SYMBOLS;
            for (int i = 0; i < heldCount; i++) {
                bits |= held(i) << (ONE_BIT_SYMBOLS - 1 - i);
            }
            putChunk(bits);
        }
        clearHeld();
    }

    private int twoBits(int count) {
        int bits = 0b11 << ONE_BIT_SYMBOLS;
        for (int i = 0; i < count; i++) {
            bits |= held(i) << (2 * (TWO_BIT_SYMBOLS - 1 - i));
        }
        return bits;
    }

    private void putChunk(int bits) {
        Memory.put16(chunk, bits);
        chunk += 2;
    }

    /** Finishes the packet; returns its length, or 0 if nothing was added. */
    public int end() {
        if (statusCount == 0) {
            return 0;
        }
        if (heldCount > 0) {
            writeAllHeld();
        }
        long position = chunk;
        for (int i = 0; i < deltaCount; i++) {
            if (isLarge[i]) {
                Memory.put16(position, deltas[i]);
                position += LARGE_DELTA_BYTES;
            } else {
                Memory.put8(position++, deltas[i]);
            }
        }
        return finish(position);
    }

    /** Zeros to 32 bits without the P bit, as the draft has it: so a compound packet may go on behind it. */
    private int finish(long deltasEnd) {
        int used = (int) (deltasEnd - address);
        int length = (int) roundUp(used);
        RtcpView.writeHeader(address, RtcpKind.FORMAT_TRANSPORT_FEEDBACK, RtcpKind.TYPE_RTPFB, length);
        Memory.put16(address + 14, statusCount);
        for (int i = used; i < length; i++) {
            Memory.put8(address + i, 0);
        }
        return length;
    }

    private static long roundUp(long lengthBytes) {
        return (lengthBytes + 3) & -4;
    }
}
