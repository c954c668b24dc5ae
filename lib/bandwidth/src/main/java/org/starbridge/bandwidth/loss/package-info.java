/**
 * The loss-based estimate. In: what was received and lost, the acknowledged bitrate and the delay-based estimate. Out:
 * a bitrate and a state. Owned by the receiver's media worker.
 */
@NullMarked
package org.starbridge.bandwidth.loss;

import org.jspecify.annotations.NullMarked;
