package org.starbridge.colibri;

/** Content of a video source. */
public enum VideoType {
    CAMERA,
    DESKTOP,
    DESKTOP_HIGH_FPS,
    /** Muted: takes no part in allocation. */
    NONE,
    /** Another word for {@link #NONE}. */
    DISABLED
}
