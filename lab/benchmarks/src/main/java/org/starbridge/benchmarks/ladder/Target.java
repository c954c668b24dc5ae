package org.starbridge.benchmarks.ladder;

/** Target of the Hammer's traffic. */
enum Target {
    FLOOR("floor", "grouped"),
    BRIDGE("bridge", ""),
    FLOOR_SINGLE("floor, singly", "single"),
    BRIDGE_SINGLE("bridge, singly", "-Dstarbridge.media.segmentation=false"),
    BRIDGE_WITHOUT_ESTIMATION("bridge, without estimation", "-Dstarbridge.downlink.estimation=false"),
    PORTABLE("bridge, NIO + JCE", "-Dstarbridge.media.io=nio -Dstarbridge.srtp.crypto=jce");

    private final String label;
    private final String settings;

    Target(String label, String settings) {
        this.label = label;
        this.settings = settings;
    }

    /** For people. */
    String label() {
        return label;
    }

    /** The mode of a floor; the system properties of a bridge, as {@code -Dkey=value}. */
    String settings() {
        return settings;
    }

    boolean isFloor() {
        return this == FLOOR || this == FLOOR_SINGLE;
    }

    /** Returns the floor that sends the same way. */
    Target floor() {
        return this == FLOOR || this == BRIDGE || this == BRIDGE_WITHOUT_ESTIMATION ? FLOOR : FLOOR_SINGLE;
    }
}
