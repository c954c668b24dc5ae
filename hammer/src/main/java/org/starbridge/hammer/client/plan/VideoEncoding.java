package org.starbridge.hammer.client.plan;

import org.starbridge.hammer.measure.SentStream;

/**
 * One of the encodings in which an endpoint sends its video.
 *
 * @param rtxSsrc the SSRC declared for its retransmissions; 0 if there is none
 */
public record VideoEncoding(SentStream stream, int rtxSsrc) {}
