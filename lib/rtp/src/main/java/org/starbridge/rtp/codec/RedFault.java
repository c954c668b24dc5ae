package org.starbridge.rtp.codec;

/** Reason why a payload is not redundant audio, RFC 2198. */
public enum RedFault {
    /** There is no payload. */
    EMPTY("The RTP packet has no payload."),
    /** The payload ends within the block headers, or within a redundant block. */
    TRUNCATED("The RTP payload ends before the redundant blocks that its headers announce."),
    /** More blocks than any sender needs. */
    TOO_MANY_BLOCKS("The redundant payload has more than 8 blocks.");

    private final String sentence;

    RedFault(String sentence) {
        this.sentence = sentence;
    }

    /** The reason as one English sentence, for statistics and logs. */
    public String sentence() {
        return sentence;
    }
}
