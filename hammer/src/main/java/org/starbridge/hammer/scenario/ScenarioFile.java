package org.starbridge.hammer.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Content of a scenario file.
 *
 * @param description a sentence; empty if the file has none
 * @param needs what the Hammer lacks for it, a sentence; null if it can run
 * @param published the figures of the experiment that it repeats, for people; null if it repeats none
 * @param publishedFigures the same as data, JSON with {@code source}, {@code rows} and {@code missing}; null if there
 *     is none
 * @param steps one run each
 */
public record ScenarioFile(
        String name,
        String description,
        @Nullable String needs,
        @Nullable String published,
        @Nullable String publishedFigures,
        List<ScenarioStep> steps) {
    public ScenarioFile {
        steps = List.copyOf(steps);
    }
}
