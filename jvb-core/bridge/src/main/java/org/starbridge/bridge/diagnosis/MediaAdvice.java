package org.starbridge.bridge.diagnosis;

/** What to do about datagrams that are refused. */
final class MediaAdvice {
    private MediaAdvice() {}

    /**
     * A sentence; empty if there is nothing to do.
     *
     * @param reason the name of a {@link org.starbridge.media.drop.DropReason} in lower case
     */
    static String of(String reason) {
        return switch (reason) {
            case "authentication_failed" ->
                "Its SRTP keys are not ours: it went on with keys of an earlier session, or its packets are altered.";
            case "unknown_ssrc" ->
                "It sends an SSRC that signalling did not declare: compare its SDP with its sources.";
            case "unknown_payload_type" -> "It sends a payload type that signalling did not negotiate.";
            case "no_keys" -> "Some at the beginning are normal.";
            case "force_muted" -> "A moderator muted it.";
            case "replayed", "duplicate" -> "A few are normal; many mean that its network repeats packets.";
            default -> "";
        };
    }
}
