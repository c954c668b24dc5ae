package org.starbridge.hammer.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Check before a measurement that the result files can be written. Stateless. */
final class OutputFiles {
    private OutputFiles() {}

    /** A mistake of the caller, as a sentence; null if there is none. Makes the report's directory. */
    static @Nullable String check(Arguments arguments) {
        Path directory = arguments.report.directory();
        String mistake = directory == null ? null : folder("--report " + directory, directory);
        if (mistake == null && arguments.json != null) {
            mistake = file("--json " + arguments.json, arguments.json);
        }
        if (mistake == null && arguments.csv != null) {
            mistake = file("--csv " + arguments.csv, arguments.csv);
        }
        return mistake;
    }

    private static @Nullable String file(String option, Path file) {
        if (Files.isDirectory(file)) {
            return option + ": this is a directory; expected a file";
        }
        Path parent = file.toAbsolutePath().getParent();
        boolean isThere = parent != null && Files.isDirectory(parent);
        if (!isThere || !Files.isWritable(Files.exists(file) ? file : parent)) {
            return option + ": cannot be written; expected a file in a directory that exists and can be written";
        }
        return null;
    }

    private static @Nullable String folder(String option, Path directory) {
        try {
            Files.createDirectories(directory);
            Files.delete(Files.createTempFile(directory, ".hammer", ".tmp"));
            return null;
        } catch (IOException e) {
            return option + ": cannot be written (" + e + "); expected a directory that can be made and written";
        }
    }
}
