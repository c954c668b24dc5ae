/**
 * Viewers that watch a live stream by HLS or low-latency HLS (RFC 8216bis) as hls.js does. The URL of a playlist comes
 * in; requests go out, and what came of them: bytes, times, distance from the live edge, stalls, breaches of the rules.
 *
 * <p>Viewers have no clock, thread or socket; {@link org.starbridge.hammer.hls.HlsLoad} runs them on one thread, and
 * Jetty's client makes their requests.
 */
@NullMarked
package org.starbridge.hammer.hls;

import org.jspecify.annotations.NullMarked;
