package org.starbridge.jvb.app;

/** The program's version, as its jar says. */
final class Version {
    private Version() {}

    /** {@code major.minor-build}, as conference focuses parse it. */
    static String current() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "0.1-dev" : version;
    }
}
