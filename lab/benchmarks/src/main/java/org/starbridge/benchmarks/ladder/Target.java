package org.starbridge.benchmarks.ladder;

import java.util.List;

/** Target of the Hammer's traffic. */
enum Target {
    FLOOR("floor", "-Dstarbridge.floor.mode=grouped"),
    BRIDGE("bridge", ""),
    FLOOR_SINGLE("floor, singly", "-Dstarbridge.floor.mode=single"),
    BRIDGE_SINGLE("bridge, singly", "-Dstarbridge.media.segmentation=false"),
    BRIDGE_WITHOUT_ESTIMATION("bridge, without estimation", "-Dstarbridge.downlink.estimation=false"),
    PORTABLE("bridge, NIO + JCE", "-Dstarbridge.media.io=nio -Dstarbridge.srtp.crypto=jce");

    private final String label;
    private final String properties;

    Target(String label, String properties) {
        this.label = label;
        this.properties = properties;
    }

    /** For people. */
    String label() {
        return label;
    }

    /** Returns the properties that make it this one, as {@code -Dkey=value}. */
    List<String> properties() {
        return properties.isEmpty() ? List.of() : List.of(properties.split(" ", -1));
    }

    boolean isFloor() {
        return this == FLOOR || this == FLOOR_SINGLE;
    }

    /** The floor that does it the same way. */
    Target floor() {
        return this == FLOOR || this == BRIDGE || this == BRIDGE_WITHOUT_ESTIMATION ? FLOOR : FLOOR_SINGLE;
    }
}
