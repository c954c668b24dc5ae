/**
 * Streams that an endpoint sends: one {@link org.starbridge.media.source.IncomingStream} for each SSRC it declared.
 * Takes an {@link org.starbridge.media.source.IncomingPacket}, fills it, and decides whether it goes on. A
 * retransmission (RFC 4588) is unwrapped where it lies; a number goes on once, however it came. Owned by the endpoint's
 * worker.
 */
@NullMarked
package org.starbridge.media.source;

import org.jspecify.annotations.NullMarked;
