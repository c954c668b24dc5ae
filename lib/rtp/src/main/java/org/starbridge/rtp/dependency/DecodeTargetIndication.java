package org.starbridge.rtp.dependency;

/** Relation of a frame to a decode target, AV1 RTP appendix A (DTI). */
public enum DecodeTargetIndication {
    /** Not of the decode target: it is not forwarded. */
    NOT_PRESENT(0, '-'),
    /** Of the decode target, and no other frame of it depends on this one. */
    DISCARDABLE(1, 'D'),
    /** Of the decode target, and so are all later frames that depend on it only: one may switch to the target here. */
    SWITCH(2, 'S'),
    /** Of the decode target, and other frames of it depend on this one. */
    REQUIRED(3, 'R');

    private final int code;
    private final char symbol;

    DecodeTargetIndication(int code, char symbol) {
        this.code = code;
        this.symbol = symbol;
    }

    /** The letter that the specification's tables use: {@code -}, {@code D}, {@code S} or {@code R}. */
    public char symbol() {
        return symbol;
    }

    /** The indication with a code; the low two bits count. */
    static DecodeTargetIndication ofCode(int code) {
        return switch (code & 3) {
            case 0 -> NOT_PRESENT;
            case 1 -> DISCARDABLE;
            case 2 -> SWITCH;
            default -> REQUIRED;
        };
    }

    /** The code on the wire, 0 to 3. */
    int code() {
        return code;
    }

    /**
     * The indication with a letter of the specification's tables.
     *
     * @throws IllegalArgumentException if there is none
     */
    static DecodeTargetIndication ofSymbol(char symbol) {
        for (DecodeTargetIndication each : values()) {
            if (each.symbol == symbol) {
                return each;
            }
        }
        throw new IllegalArgumentException("decode target indication " + symbol + ": expected -, D, S or R");
    }
}
