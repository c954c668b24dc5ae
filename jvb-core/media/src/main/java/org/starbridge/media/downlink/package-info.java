/**
 * What one receiver can take, by its own reports, until the bridge estimates bandwidth itself. In come report blocks
 * (RFC 3550 section 6.4.1), REMB and counts of what was sent; out come two limits:
 * {@link org.starbridge.media.downlink.LossGuard} from losses on the way to the receiver,
 * {@link org.starbridge.media.downlink.RembLimit} from the receiver's own estimate. Pure: time is an argument. Owned by
 * the receiver's worker.
 */
@NullMarked
package org.starbridge.media.downlink;

import org.jspecify.annotations.NullMarked;
