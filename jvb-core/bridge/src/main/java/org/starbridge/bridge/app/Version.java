package org.starbridge.bridge.app;

/** What the program says of itself to those who ask. */
final class Version {
    /** The name by which tools know a bridge. */
    static final String PROGRAM = "JVB";

    private Version() {}

    /** {@code major.minor-build} as the jar says, as conference focuses parse it. */
    static String current() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "0.1-dev" : version;
    }

    /** The operating system's name. */
    static String os() {
        return System.getProperty("os.name");
    }
}
