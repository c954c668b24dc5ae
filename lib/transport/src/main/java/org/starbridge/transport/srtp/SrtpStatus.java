package org.starbridge.transport.srtp;

/**
 * Outcome for a packet. Methods that return a length return {@code -status.ordinal()} instead when they refuse, so a
 * result is a length if it is 0 or more.
 */
public enum SrtpStatus {
    OK("The packet was accepted."),
    TOO_SHORT("The packet is shorter than its header and tag."),
    MALFORMED_HEADER("The header is not a valid RTP or RTCP header of this stream."),
    REPLAYED("A packet with this index was accepted before (replay)."),
    TOO_OLD("The packet is older than the replay window."),
    AUTHENTICATION_FAILED("The authentication tag does not match."),
    NOT_ENCRYPTED("The SRTCP packet is marked as unencrypted, which none of the supported profiles allows."),
    STREAM_TABLE_FULL("The session has reached its limit of streams; this SSRC is refused."),
    STREAM_RETIRED("The stream was removed before its first packet was accepted; request it again."),
    KEY_LIFETIME_OVER("The key's lifetime for this stream is over: it has protected the maximum number of packets."),
    CRYPTO_ERROR("The crypto library reported an error.");

    private static final SrtpStatus[] BY_ORDINAL = values();

    private final String sentence;

    SrtpStatus(String sentence) {
        this.sentence = sentence;
    }

    /** One sentence for people. */
    public String sentence() {
        return sentence;
    }

    /** The status behind a result of protect or unprotect: OK for every length. */
    public static SrtpStatus of(int result) {
        return result >= 0 ? OK : BY_ORDINAL[-result];
    }

    /** The result that stands for this status: 0 or less. The order of the constants is part of no protocol. */
    @SuppressWarnings("EnumOrdinal")
    public int result() {
        return -ordinal();
    }
}
