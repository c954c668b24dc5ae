package org.starbridge.hammer.media.layer;

import java.util.Arrays;
import java.util.Optional;

/** Layering of a video, by its name in W3C's WebRTC-SVC, or in several encodings. */
public enum ScalabilityMode {
    /** Three encodings, each with three temporal layers. */
    SIMULCAST("simulcast"),
    /** One encoding with three temporal layers. */
    L1T3("L1T3"),
    /** Three spatial layers in one SSRC, each picture of which refers to the layer below. */
    L3T3("L3T3"),
    /** The same, but only key pictures refer to the layer below. */
    L3T3_KEY("L3T3_KEY");

    private final String text;

    ScalabilityMode(String text) {
        this.text = text;
    }

    /** As it is written on the command line. */
    public String text() {
        return text;
    }

    /** The mode of a name; empty if there is none. */
    public static Optional<ScalabilityMode> of(String text) {
        return Arrays.stream(values())
                .filter(mode -> mode.text.equalsIgnoreCase(text))
                .findFirst();
    }
}
