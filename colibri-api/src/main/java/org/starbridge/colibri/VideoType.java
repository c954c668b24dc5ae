package org.starbridge.colibri;

/** What a video source shows. */
public enum VideoType {
    CAMERA,
    DESKTOP,
    DESKTOP_HIGH_FPS,
    /** Muted: takes no part in allocation. */
    NONE,
    /** Another word for {@link #NONE}. */
    DISABLED
}
