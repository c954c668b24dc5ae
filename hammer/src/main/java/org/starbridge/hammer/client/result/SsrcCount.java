package org.starbridge.hammer.client.result;

/**
 * What a bridge that rewrites SSRCs told one endpoint of them. Immutable.
 *
 * @param mapped sources that it gave an SSRC of its own
 * @param moved how often it gave a source another one, or one to another source; the Hammer does not follow that
 */
public record SsrcCount(int mapped, int moved) {}
