/**
 * Knowledge and reports of a receiver of RTP: losses and jitter per source (RFC 3550 appendix A), and arrival times per
 * sender for transport-wide congestion control.
 *
 * <p>Comes in: sequence numbers and arrival times of authenticated packets. Goes out: report blocks and feedback
 * packets in native memory, when their owner asks. Time is an argument; each register belongs to one thread, has a
 * fixed size, and allocates nothing after its construction.
 */
@NullMarked
package org.starbridge.rtp.reception;

import org.jspecify.annotations.NullMarked;
