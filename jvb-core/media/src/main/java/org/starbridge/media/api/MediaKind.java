package org.starbridge.media.api;

/** The two kinds of media that are forwarded. */
public enum MediaKind {
    AUDIO,
    VIDEO
}
