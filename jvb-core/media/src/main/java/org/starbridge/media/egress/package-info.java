/**
 * Finished datagrams on their way to the socket: a packet is written once, into a slot of the worker's send memory, and
 * handed to the kernel with its neighbours. Pacing and runs for one receiver have their place here; what is kept for
 * retransmission belongs to the stream, in {@code forward}.
 */
@NullMarked
package org.starbridge.media.egress;

import org.jspecify.annotations.NullMarked;
