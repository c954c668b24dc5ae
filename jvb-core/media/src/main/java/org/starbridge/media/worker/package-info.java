/**
 * The media workers: each owns its endpoints, one socket of the shared port, one ring, and runs one short duty cycle
 * over and over. Open {@link org.starbridge.media.worker.PacketPath} first: it is a packet's life from the socket to
 * the ring; {@link org.starbridge.media.worker.FanOutPath} is its second half,
 * {@link org.starbridge.media.worker.FeedbackPath} its twin for RTCP. No thread, clock or socket is made here: a test
 * runs the duty cycle itself, under a clock of its own.
 */
@NullMarked
package org.starbridge.media.worker;

import org.jspecify.annotations.NullMarked;
