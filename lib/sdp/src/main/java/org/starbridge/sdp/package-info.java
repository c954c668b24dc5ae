/**
 * Session descriptions as WebRTC uses them (RFC 8866, RFC 8829): text goes in, immutable records come out, and the same
 * records are written as text. Attributes that offers and answers depend on have types of their own; others are kept as
 * name and value. Descriptions come from strangers: the reader is strict, bounded by
 * {@link org.starbridge.sdp.SdpLimits}, and names the line and the fault in a
 * {@link org.starbridge.sdp.text.SdpException}.
 *
 * <p>No input or output, no clock, no state: any thread.
 */
@NullMarked
package org.starbridge.sdp;

import org.jspecify.annotations.NullMarked;
