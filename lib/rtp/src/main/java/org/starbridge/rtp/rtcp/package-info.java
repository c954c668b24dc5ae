/**
 * RTCP: compound packets (RFC 3550 section 6, reduced size RFC 5506) with the feedback messages of RFC 4585, RFC 5104,
 * REMB and transport-wide congestion control, in native memory.
 *
 * <p>Comes in: the address and length of plaintext bytes. Goes out: a {@link org.starbridge.rtp.rtcp.RtcpView} that
 * walks the blocks, and one typed flyweight per kind of block; a fault is an enum constant. The other way round, static
 * writers return how many bytes they wrote, 0 if the capacity is too small. All of it belongs to one thread, and
 * nothing allocates per packet.
 */
@NullMarked
package org.starbridge.rtp.rtcp;

import org.jspecify.annotations.NullMarked;
