package org.starbridge.hammer.media;

/** Kind of media that a stream carries. */
public enum MediaKind {
    AUDIO,
    VIDEO
}
