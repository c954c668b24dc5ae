package org.starbridge.hammer.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a scenario, as picocli fills them in. */
public final class ScenarioArguments {
    private static final double MAX_SCALE = 100;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "Run a bundled scenario; --list shows their names. Other options override its settings.")
    @Nullable
    String preset;

    @Option(
            names = "--scenario",
            paramLabel = "FILE",
            description = "Run your own scenario from this file; --show prints one to start from.")
    @Nullable
    Path file;

    @Option(
            names = "--scale",
            paramLabel = "X",
            defaultValue = "1",
            description = "Multiply the scenario's numbers of endpoints by this factor, for example 0.25 (default: 1).")
    double scale = 1;

    @Option(names = "--list", description = "List all scenarios of --preset and --bad-link, and exit.")
    boolean isListing;

    @Option(names = "--show", paramLabel = "NAME", description = "Print the file of a bundled scenario and exit.")
    @Nullable
    String shown;

    /** Returns whether a scenario is named. */
    public boolean isMeant() {
        return preset != null || file != null;
    }

    /** Returns whether the scenarios are to be listed. */
    public boolean isListing() {
        return isListing;
    }

    /** The preset whose file is to be shown; null if none is. */
    public @Nullable String shown() {
        return shown;
    }

    /** By how much the numbers of endpoints are multiplied. */
    public double scale() {
        return scale;
    }

    /**
     * The scenario that is named.
     *
     * @throws IllegalArgumentException if there is none, or for a mistake in it
     */
    public ScenarioFile read() throws IOException {
        Path path = file;
        if (path != null) {
            try {
                String name = String.valueOf(path.getFileName()).replaceFirst("\\.conf$", "");
                return ScenarioParser.parse(name, Files.readString(path));
            } catch (NoSuchFileException e) {
                throw new IllegalArgumentException("--scenario " + path + ": there is no such file", e);
            }
        }
        ScenarioFile found = Presets.named(String.valueOf(preset));
        if (found == null) {
            throw new IllegalArgumentException(
                    "--preset " + preset + ": expected one of " + String.join(", ", Presets.names()));
        }
        return found;
    }

    /** A mistake of the caller, as a sentence; null if there is none. */
    public @Nullable String check() {
        if (preset != null && file != null) {
            return "--preset and --scenario cannot be combined";
        }
        return scale > 0 && scale <= MAX_SCALE ? null : "--scale " + scale + ": expected more than 0, at most 100";
    }
}
