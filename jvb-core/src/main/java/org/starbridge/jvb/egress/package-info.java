/**
 * Finished datagrams on their way to the socket: a packet is written once, into a slot of the worker's send memory, and
 * handed to the kernel with its neighbours. Pacing, the retransmission cache and runs for one receiver have their place
 * here.
 */
@NullMarked
package org.starbridge.jvb.egress;

import org.jspecify.annotations.NullMarked;
