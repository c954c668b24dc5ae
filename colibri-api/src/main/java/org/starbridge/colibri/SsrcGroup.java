package org.starbridge.colibri;

import java.util.List;

/**
 * SSRCs that belong together (RFC 5576 section 4.2).
 *
 * @param semantics {@link #SIM}, {@link #FID}, {@link #FEC_FR}, or another word that is ignored
 * @param ssrcs each 0 to 2^32-1, in the order the semantics asks for; at least one
 */
public record SsrcGroup(String semantics, List<Long> ssrcs) {
    /** Simulcast encodings, low to high quality. */
    public static final String SIM = "SIM";

    /** A primary SSRC and its retransmission SSRC. */
    public static final String FID = "FID";

    /** A primary SSRC and its flexible FEC SSRC. */
    public static final String FEC_FR = "FEC-FR";

    public SsrcGroup {
        Checks.notBlank("ssrc-group semantics", semantics);
        ssrcs = List.copyOf(ssrcs);
        if (ssrcs.isEmpty()) {
            throw new IllegalArgumentException("ssrc-group " + semantics + " []: expected at least one ssrc");
        }
        for (long ssrc : ssrcs) {
            Checks.inRange("ssrc", ssrc, 0, Checks.MAX_UINT32);
        }
    }
}
