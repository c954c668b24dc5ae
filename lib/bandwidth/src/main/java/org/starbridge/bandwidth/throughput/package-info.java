/**
 * Bitrate that the receiver's link carried lately. In: acknowledged packets. Out: the acknowledged bitrate. Owned by
 * the receiver's media worker.
 */
@NullMarked
package org.starbridge.bandwidth.throughput;

import org.jspecify.annotations.NullMarked;
