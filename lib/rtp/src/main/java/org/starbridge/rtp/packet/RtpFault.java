package org.starbridge.rtp.packet;

/** Reasons why some bytes are not an RTP packet, in the order in which {@link RtpView#wrap} looks. */
public enum RtpFault {
    /** Fewer than 12 bytes. */
    TOO_SHORT("The datagram is shorter than the fixed RTP header of 12 bytes."),
    /** The version is not 2. */
    BAD_VERSION("The version field of the RTP header is not 2."),
    /** The packet ends within the list of contributing sources. */
    TRUNCATED_CSRC("The RTP packet ends before the contributing sources that its CC field announces."),
    /** The packet ends within the header extension. */
    TRUNCATED_EXTENSION("The RTP packet ends before the header extension that its X bit announces."),
    /** The padding is longer than what follows the header, or its length is 0. */
    BAD_PADDING("The padding length in the last byte is 0 or more than the RTP packet has after its header.");

    private final String sentence;

    RtpFault(String sentence) {
        this.sentence = sentence;
    }

    /** The reason as one English sentence, for statistics and logs. */
    public String sentence() {
        return sentence;
    }
}
