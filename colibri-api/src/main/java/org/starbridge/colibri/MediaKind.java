package org.starbridge.colibri;

/** The kinds of media that Colibri2 can name. The bridge forwards {@link #AUDIO} and {@link #VIDEO}. */
public enum MediaKind {
    AUDIO,
    VIDEO,
    DATA,
    APPLICATION,
    MESSAGE,
    TEXT,
    IMAGE,
    CONTROL
}
