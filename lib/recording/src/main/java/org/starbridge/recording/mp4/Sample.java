package org.starbridge.recording.mp4;

/**
 * A sample: an encoded frame with its duration.
 *
 * @param duration in units of the track's timescale
 * @param isSync whether decoding can begin with it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Sample(byte[] data, long duration, boolean isSync) {}
