package org.starbridge.hammer.page;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Command of a run, as a report shows it.
 *
 * @param line the command line
 * @param version the Hammer's
 * @param published figures of the experiment that is repeated; null if none is
 * @param publishedFigures the same as data, JSON; null if there is none
 * @param plots names of those that come first; the others follow
 */
public record RunCommand(
        String title,
        String description,
        String line,
        String version,
        @Nullable String published,
        @Nullable String publishedFigures,
        List<String> plots) {
    private static final String LAUNCHER = "--bridge-launcher";

    public RunCommand {
        plots = List.copyOf(plots);
    }

    /** The command line for people: without what scripts/hammer adds, and with quotes where a shell needs them. */
    public static String line(List<String> arguments) {
        List<String> words = new ArrayList<>(List.of("scripts/hammer"));
        boolean isHidden = false;
        for (String argument : arguments) {
            if (!isHidden && !argument.equals(LAUNCHER)) {
                words.add(argument.matches("[\\w@%+=:,./-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'");
            }
            isHidden = argument.equals(LAUNCHER);
        }
        return String.join(" ", words);
    }
}
