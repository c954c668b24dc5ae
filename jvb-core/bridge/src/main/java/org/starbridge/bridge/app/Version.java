package org.starbridge.bridge.app;

/** Self-description of the program for those who ask. */
final class Version {
    /** The name by which tools know a bridge. */
    static final String PROGRAM = "JVB";

    private Version() {}

    /** As the jar says: {@code major.minor.patch} of a release. */
    static String current() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "1.0-dev" : version;
    }

    /** The operating system's name. */
    static String os() {
        return System.getProperty("os.name");
    }
}
