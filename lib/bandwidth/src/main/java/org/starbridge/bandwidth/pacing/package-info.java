/**
 * Limit on how much may leave at once. In: the pacing rate, and what was sent. Out: whether the next run may leave, or
 * when. libwebrtc pacing_controller.cc, without its queue. Owned by the receiver's media worker.
 */
@NullMarked
package org.starbridge.bandwidth.pacing;

import org.jspecify.annotations.NullMarked;
