package org.starbridge.rtp.dependency;

/** What a frame is to a decode target, AV1 RTP appendix A (DTI). The order is that of the codes on the wire, 0 to 3. */
public enum DecodeTargetIndication {
    /** Not of the decode target: it is not forwarded. */
    NOT_PRESENT('-'),
    /** Of the decode target, and no other frame of it depends on this one. */
    DISCARDABLE('D'),
    /** Of the decode target, and so are all later frames that depend on it only: one may switch to the target here. */
    SWITCH('S'),
    /** Of the decode target, and other frames of it depend on this one. */
    REQUIRED('R');

    private static final DecodeTargetIndication[] BY_CODE = values();

    private final char symbol;

    DecodeTargetIndication(char symbol) {
        this.symbol = symbol;
    }

    /** The letter that the specification's tables use: {@code -}, {@code D}, {@code S} or {@code R}. */
    public char symbol() {
        return symbol;
    }

    /** The indication with a code; the low two bits count. */
    static DecodeTargetIndication ofCode(int code) {
        return BY_CODE[code & 3];
    }

    /**
     * The indication with a letter of the specification's tables.
     *
     * @throws IllegalArgumentException if there is none
     */
    static DecodeTargetIndication ofSymbol(char symbol) {
        for (DecodeTargetIndication each : BY_CODE) {
            if (each.symbol == symbol) {
                return each;
            }
        }
        throw new IllegalArgumentException("decode target indication " + symbol + ": expected -, D, S or R");
    }
}
