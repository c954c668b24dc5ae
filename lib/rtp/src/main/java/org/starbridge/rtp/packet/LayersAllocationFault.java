package org.starbridge.rtp.packet;

/** Reason why an element is not a video layers allocation. */
public enum LayersAllocationFault {
    /** It has no data. */
    EMPTY("The video layers allocation is empty."),
    /** It ends before what its first bytes announce. */
    TRUNCATED("The video layers allocation ends before the layers that it announces."),
    /** A bitrate has more than 5 bytes. */
    BAD_NUMBER("A bitrate in the video layers allocation is too long a number."),
    /** Its own stream is not among those it announces. */
    BAD_STREAM("The video layers allocation was sent on a stream that it does not announce."),
    /** Bytes are left over that are not one size and frame rate for each layer. */
    TRAILING_BYTES("The video layers allocation does not end after its last layer.");

    private final String sentence;

    LayersAllocationFault(String sentence) {
        this.sentence = sentence;
    }

    /** The reason as one English sentence, for statistics and logs. */
    public String sentence() {
        return sentence;
    }
}
