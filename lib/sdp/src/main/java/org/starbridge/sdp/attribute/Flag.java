package org.starbridge.sdp.attribute;

/** Attributes without a value. */
public enum Flag implements Attribute {
    /** RTP and RTCP share a port (RFC 5761 section 5.1.1). */
    RTCP_MUX("rtcp-mux"),
    /** The sender takes nothing but that (RFC 8858). */
    RTCP_MUX_ONLY("rtcp-mux-only"),
    /** Reduced-size RTCP (RFC 5506 section 5). */
    RTCP_RSIZE("rtcp-rsize"),
    /** One- and two-byte header extensions may be mixed in a stream (RFC 8285 section 6). */
    EXTMAP_ALLOW_MIXED("extmap-allow-mixed"),
    /** The section is only meant for a bundle (RFC 9143 section 6). */
    BUNDLE_ONLY("bundle-only"),
    /** The sender answers ICE checks only (RFC 8839 section 5.3). */
    ICE_LITE("ice-lite"),
    /** No candidates will follow (RFC 8838 section 8.2). */
    END_OF_CANDIDATES("end-of-candidates");

    private final String text;

    Flag(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
