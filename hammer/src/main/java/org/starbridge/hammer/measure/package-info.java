/**
 * Exact bookkeeping of what was sent and what arrived: which packets belong to the measured window, which are missing,
 * double, late or changed, and how long a bridge kept them.
 *
 * <p>{@link org.starbridge.hammer.measure.SentStream} is written by the sending endpoint's thread and read by all;
 * {@link org.starbridge.hammer.measure.ReceivedStream} is one receiver's view of it and belongs to the receiver's
 * thread. No clocks, sockets or threads here; nothing allocates per packet.
 */
@NullMarked
package org.starbridge.hammer.measure;

import org.jspecify.annotations.NullMarked;
