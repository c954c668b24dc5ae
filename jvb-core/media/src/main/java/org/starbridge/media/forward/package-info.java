/**
 * From one source's packet to one packet for each receiver: an {@link org.starbridge.media.forward.OutgoingStream}
 * writes a patched header into the egress slot, behind it the payload descriptor if a receiver gets another layer than
 * others (see {@code projection}), and has the rest of the shared payload encrypted behind that. Only a
 * {@link org.starbridge.media.forward.Retransmitter} copies one: it answers NACKs (RFC 4585, RFC 4588) from
 * {@code SentPackets}, which keeps for a second what was sent as it was sent. A receiver whose SSRCs are rewritten has
 * streams that carry changing sources: source slots. Owned by the receiver's worker.
 */
@NullMarked
package org.starbridge.media.forward;

import org.jspecify.annotations.NullMarked;
