/**
 * Parts of a codec's payload that the bridge must know: the VP8 payload descriptor (RFC 7741), for each codec whether a
 * packet begins a key frame, what of this a receiver's projection needs ({@link org.starbridge.rtp.codec.FrameFacts}),
 * and the blocks of redundant audio (RFC 2198).
 *
 * <p>Comes in: the address and length of an RTP payload without padding. Goes out: a flyweight or an answer; malformed
 * payloads yield a fault or "no", never an exception. Nothing allocates per packet; flyweights belong to one thread.
 */
@NullMarked
package org.starbridge.rtp.codec;

import org.jspecify.annotations.NullMarked;
