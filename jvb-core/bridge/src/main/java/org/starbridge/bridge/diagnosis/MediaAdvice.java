package org.starbridge.bridge.diagnosis;

/** Advice about datagrams that are refused. */
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
                "Its SRTP keys do not match: it uses keys of an earlier session, or its packets were altered.";
            case "unknown_ssrc" ->
                "It sends an SSRC that was not signalled: compare its SDP with its declared sources.";
            case "unknown_payload_type" -> "It sends a payload type that was not negotiated.";
            case "no_keys" -> "Some at the beginning are normal.";
            case "force_muted" -> "A moderator muted it.";
            case "replayed", "duplicate" -> "A few are normal; many mean that its network duplicates packets.";
            default -> "";
        };
    }
}
