package org.starbridge.hammer.bridge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Starts a bridge as scripts/starbridge does, without a build. Needs a shell. */
public final class BridgeLauncher {
    static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    static final String CLASS_PATH = System.getProperty("java.class.path");

    private BridgeLauncher() {}

    /** Writes the script into a directory: it takes options of the Java machine before others. */
    public static Path in(Path directory) throws IOException {
        Path launcher = Files.writeString(directory.resolve("launch"), """
                #!/bin/sh
                for argument; do
                    shift
                    case $argument in
                        -D*) options="$options $argument" ;;
                        *) set -- "$@" "$argument" ;;
                    esac
                done
                exec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED \\
                    --sun-misc-unsafe-memory-access=allow $options -cp '%s' org.starbridge.bridge.app.Main "$@"
                """.formatted(JAVA, CLASS_PATH));
        return Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    }
}
