package org.starbridge.jvb.media;

/** The two kinds of media that are forwarded. */
public enum MediaKind {
    AUDIO,
    VIDEO
}
