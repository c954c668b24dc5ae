/**
 * What an endpoint sends: one {@link org.starbridge.media.source.IncomingStream} for each SSRC it declared. Takes
 * authenticated packets, gives the decision whether they go on, and what the endpoint is to be told (receiver reports,
 * transport-wide feedback, NACKs, key frame requests). A retransmission (RFC 4588) is unwrapped where it lies; a number goes on
 * once, however it came. Owned by the endpoint's worker.
 */
@NullMarked
package org.starbridge.media.source;

import org.jspecify.annotations.NullMarked;
