package org.starbridge.colibri;

import org.jspecify.annotations.Nullable;

/**
 * One kind of RTCP feedback (RFC 4585 section 4.2): {@code nack}, {@code nack pli}, {@code ccm fir},
 * {@code transport-cc}, {@code goog-remb}.
 *
 * @param type first word; not blank
 * @param subtype second word; null when there is none
 */
public record RtcpFeedback(String type, @Nullable String subtype) {
    public RtcpFeedback {
        Checks.notBlank("rtcp-fb type", type);
    }
}
