package org.starbridge.hammer.hls;

/**
 * Plan of the viewers.
 *
 * @param options how each viewer watches
 * @param viewers how many
 * @param perSecond how many begin in a second
 * @param checks whether what the first viewer gets is checked by the rules
 * @param trustsAny whether any TLS certificate will do
 */
public record HlsPlan(ViewerOptions options, int viewers, double perSecond, boolean checks, boolean trustsAny) {
    /** Returns the time at which a viewer begins, in nanoseconds from the beginning. */
    long beginNs(int viewer) {
        return Math.round(viewer / perSecond * 1e9);
    }
}
