/**
 * RTP packets (RFC 3550) and their header extensions (RFC 8285) in native memory.
 *
 * <p>Comes in: the address and length of bytes from the network. Goes out: a flyweight view of them, or an
 * {@link org.starbridge.rtp.packet.RtpFault} with the reason; and the other way round, headers written in an egress
 * slot. Views and writers are plain mutable objects that one thread makes once and re-uses for every packet; nothing
 * here allocates per packet, and no bytes whatsoever cause an exception.
 */
@NullMarked
package org.starbridge.rtp.packet;

import org.jspecify.annotations.NullMarked;
