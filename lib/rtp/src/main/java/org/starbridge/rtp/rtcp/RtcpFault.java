package org.starbridge.rtp.rtcp;

/** Reason why some bytes are not RTCP, or a block is not what its type says. */
public enum RtcpFault {
    /** Fewer than 4 bytes. */
    TOO_SHORT("The datagram is shorter than the RTCP header of 4 bytes."),
    /** A block's version is not 2. */
    BAD_VERSION("The version field of an RTCP block is not 2."),
    /** A block's type is not one of RTCP's. */
    BAD_TYPE("The type field of an RTCP block is outside 192 to 223."),
    /** A block goes on behind the end of the datagram. */
    TRUNCATED("The datagram ends within an RTCP block."),
    /** Padding before the last block, or of an impossible length. */
    BAD_PADDING("An RTCP block before the last one has padding, or the padding is 0 or longer than the block."),
    /** The typed flyweight does not fit the block's type. */
    WRONG_KIND("The RTCP block is of another type than expected."),
    /** The block is too short for what its kind or its count announces. */
    BODY_TOO_SHORT("The RTCP block is too short for its type or its number of entries."),
    /** A transport-wide feedback whose chunks or deltas make no sense. */
    BAD_STATUS("The transport-wide feedback has no status, a reserved symbol, or ends within chunks or deltas.");

    private final String sentence;

    RtcpFault(String sentence) {
        this.sentence = sentence;
    }

    /** The reason as one English sentence, for statistics and logs. */
    public String sentence() {
        return sentence;
    }
}
