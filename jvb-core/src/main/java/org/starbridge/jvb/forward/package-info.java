/**
 * From one source's packet to one packet for each receiver: an {@link org.starbridge.jvb.forward.OutgoingStream} writes a
 * patched header into the egress slot and has the shared payload encrypted behind it. Nothing here parses a payload, and
 * only a {@link org.starbridge.jvb.forward.Retransmitter} copies one: it answers NACKs (RFC 4585, RFC 4588) from {@code
 * SentPackets}, which keeps for a second what was sent as it was sent. Owned by the receiver's worker.
 */
@NullMarked
package org.starbridge.jvb.forward;

import org.jspecify.annotations.NullMarked;
