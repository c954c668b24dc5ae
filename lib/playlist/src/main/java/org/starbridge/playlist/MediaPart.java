package org.starbridge.playlist;

/**
 * A part of a segment ({@code EXT-X-PART}).
 *
 * @param uri relative to the playlist
 * @param seconds how long it plays
 * @param isIndependent whether it begins with a key frame
 * @param isGap whether there is no media
 */
public record MediaPart(String uri, double seconds, boolean isIndependent, boolean isGap) {}
