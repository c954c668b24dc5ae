/**
 * Video that waits because a burst is more than a receiver's link takes at once. In come packets that the pacing budget
 * of their receiver refuses, as references into the ring; out they go, in order, when the budget has room. With a good
 * link nothing waits. Owned by the receiver's worker.
 */
@NullMarked
package org.starbridge.media.pacing;

import org.jspecify.annotations.NullMarked;
