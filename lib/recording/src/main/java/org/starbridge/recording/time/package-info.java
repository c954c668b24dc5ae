/**
 * Capture times of frames, on the local clock, for recordings and HLS:
 * {@link org.starbridge.recording.time.TimedFrames} makes frames of one stream's packets, a
 * {@link org.starbridge.recording.time.MediaTimeline} gives each its time, and the streams of one sender share a
 * {@link org.starbridge.recording.time.SenderClock}. Owned by one thread; time is an argument.
 */
@NullMarked
package org.starbridge.recording.time;

import org.jspecify.annotations.NullMarked;
