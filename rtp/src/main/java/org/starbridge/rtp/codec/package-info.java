/**
 * What the bridge must know of a codec's payload: the VP8 payload descriptor (RFC 7741), and for each codec whether a
 * packet begins a key frame.
 *
 * <p>Comes in: the address and length of an RTP payload without padding. Goes out: a flyweight or an answer; malformed
 * payloads yield a fault or "no", never an exception. Nothing allocates per packet; flyweights belong to one thread.
 */
@NullMarked
package org.starbridge.rtp.codec;

import org.jspecify.annotations.NullMarked;
