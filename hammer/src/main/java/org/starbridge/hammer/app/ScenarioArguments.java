package org.starbridge.hammer.app;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name a scenario, as picocli fills them in. */
final class ScenarioArguments {
    private static final double MAX_SCALE = 100;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "Run a bundled scenario: --list names them. Other options override what it says.")
    @Nullable
    String preset;

    @Option(
            names = "--scenario",
            paramLabel = "FILE",
            description = "Run a scenario of your own; --show prints one to start from.")
    @Nullable
    Path file;

    @Option(
            names = "--scale",
            paramLabel = "X",
            defaultValue = "1",
            description = "Multiply the scenario's numbers of endpoints, for example by 0.25 (default: 1).")
    double scale = 1;

    @Option(names = "--list", description = "List all scenarios, those of --preset and of --bad-link, and end.")
    boolean isListing;

    @Option(names = "--show", paramLabel = "NAME", description = "Print the file of a bundled scenario and end.")
    @Nullable
    String shown;

    boolean isMeant() {
        return preset != null || file != null;
    }

    /** A mistake of the caller, as a sentence; null if there is none. */
    @Nullable
    String check() {
        if (preset != null && file != null) {
            return "--preset and --scenario: expected one of them";
        }
        return scale > 0 && scale <= MAX_SCALE ? null : "--scale " + scale + ": expected more than 0, at most 100";
    }
}
