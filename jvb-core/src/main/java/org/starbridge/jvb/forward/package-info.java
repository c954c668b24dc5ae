/**
 * From one source's packet to one packet for each receiver: an {@link org.starbridge.jvb.forward.OutgoingStream} writes a
 * patched header into the egress slot and has the shared payload encrypted behind it. Nothing here parses or copies a
 * payload. Owned by the receiver's worker.
 */
@NullMarked
package org.starbridge.jvb.forward;

import org.jspecify.annotations.NullMarked;
