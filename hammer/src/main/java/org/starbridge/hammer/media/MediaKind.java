package org.starbridge.hammer.media;

/** What a stream carries. */
public enum MediaKind {
    AUDIO,
    VIDEO
}
