/**
 * Capacity of one receiver's link. With transport-wide feedback {@link org.starbridge.media.downlink.CongestionControl}
 * estimates it, numbers what is sent, and says when something is to wait or to be probed. Without it, report blocks
 * (RFC 3550 section 6.4.1) and REMB give two limits: {@link org.starbridge.media.downlink.LossGuard} from losses on the
 * way to the receiver, {@link org.starbridge.media.downlink.RembLimit} from the receiver's own estimate. Pure: time is
 * an argument. Owned by the receiver's worker.
 */
@NullMarked
package org.starbridge.media.downlink;

import org.jspecify.annotations.NullMarked;
