/**
 * The loss-based estimate. In: what was received and lost, the acknowledged bitrate and the delay-based estimate. Out:
 * a bitrate and a state. {@link org.starbridge.bandwidth.loss.LossBasedEstimator} needs transport-wide feedback;
 * {@link org.starbridge.bandwidth.loss.ReportedLoss} works with receiver reports alone. Owned by the receiver's media
 * worker.
 */
@NullMarked
package org.starbridge.bandwidth.loss;

import org.jspecify.annotations.NullMarked;
