package org.starbridge.benchmarks.floor;

import java.util.Locale;

/**
 * Settings by which the floor runs.
 *
 * @param httpPort of its REST interface; 0 for any
 * @param mediaPort UDP; 0 for any
 * @param decryptEvery how many packets of a source to a decrypted payload, 1 or more; 7 has no common divisor with the
 *     64 of the Hammer's sample, so all of its receivers meet some
 */
record FloorSettings(int httpPort, int mediaPort, Grouping grouping, int decryptEvery) {
    private static final String PREFIX = "starbridge.floor.";

    FloorSettings {
        if (decryptEvery < 1) {
            throw new IllegalArgumentException(PREFIX + "decrypt-every " + decryptEvery + ": expected 1 or more");
        }
    }

    /**
     * From system properties: a bridge's {@code videobridge.http-servers.private.port} and
     * {@code videobridge.ice.udp.port}, and {@code starbridge.floor.mode} and {@code starbridge.floor.decrypt-every}.
     */
    static FloorSettings fromProperties() {
        return new FloorSettings(
                Integer.getInteger("videobridge.http-servers.private.port", 0),
                Integer.getInteger("videobridge.ice.udp.port", 0),
                Grouping.valueOf(System.getProperty(PREFIX + "mode", "grouped").toUpperCase(Locale.ROOT)),
                Integer.getInteger(PREFIX + "decrypt-every", 7));
    }
}
