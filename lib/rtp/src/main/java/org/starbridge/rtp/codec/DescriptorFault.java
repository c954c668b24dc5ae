package org.starbridge.rtp.codec;

/** Reason why a payload does not begin with the descriptor of its codec. */
public enum DescriptorFault {
    /** There is no payload. */
    EMPTY("The RTP packet has no payload."),
    /** The payload ends within the descriptor. */
    TRUNCATED("The RTP payload ends within the payload descriptor of its codec."),
    /** A VP9 frame refers to more than three pictures. */
    TOO_MANY_REFERENCES("The VP9 payload descriptor refers to more than three pictures.");

    private final String sentence;

    DescriptorFault(String sentence) {
        this.sentence = sentence;
    }

    /** The reason as one English sentence, for statistics and logs. */
    public String sentence() {
        return sentence;
    }
}
