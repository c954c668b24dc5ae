/**
 * Packets that are sent only so that their arrival shows what a link carries: RTX copies of what was sent lately, else
 * padding. When and how many is decided by the receiver's estimator
 * ({@link org.starbridge.media.downlink.CongestionControl}); packets come from
 * {@link org.starbridge.media.forward.ProbeSender}. Owned by the receiver's worker.
 */
@NullMarked
package org.starbridge.media.probe;

import org.jspecify.annotations.NullMarked;
