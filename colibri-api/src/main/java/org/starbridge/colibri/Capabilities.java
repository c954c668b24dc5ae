package org.starbridge.colibri;

/** The endpoint capabilities that have an effect on a bridge. */
public final class Capabilities {
    /** Sources have names of their own; mandatory on create. */
    public static final String SOURCE_NAMES = "source-names";

    /** The bridge rewrites SSRCs toward this endpoint and announces them in source maps. */
    public static final String SSRC_REWRITING = "ssrc-rewriting";

    /** Private host candidates are offered to this endpoint even where they are hidden from others. */
    public static final String PRIVATE_ADDRESS_CONNECTIVITY = "private-address-connectivity";

    /** Together with {@link #SSRC_REWRITING}: rewritten media carries an {@code sdes:mid} header extension. */
    public static final String RTP_MID_DEMUX = "rtp-mid-demux";

    /**
     * Starbridge's own: the client has one media section of each kind, so it is sent one audio and one video source at
     * most, each under SSRCs that never change. Implies {@link #SSRC_REWRITING}.
     */
    public static final String ONE_SOURCE_PER_KIND = "one-source-per-kind";

    /**
     * Starbridge's own: a restart of ICE gives new credentials even before ICE has found a way. A focus gets the first
     * ones again until then.
     */
    public static final String EARLY_ICE_RESTART = "early-ice-restart";

    private Capabilities() {}
}
