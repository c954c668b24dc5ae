package org.starbridge.hammer.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of a scenario.
 *
 * @param label what is different in it, for people
 * @param options by their names on the command line, without dashes: {@code senders} is {@code 33}; {@code true} for an
 *     option without a value
 * @param lists options that may be repeated, by their names, with the value of each: {@code link}, {@code guests}
 */
public record ScenarioStep(String label, Map<String, String> options, Map<String, List<String>> lists) {
    /** Options that are numbers of endpoints; {@code --scale} multiplies them. */
    private static final List<String> SCALED = List.of("endpoints", "senders", "receivers", "join-burst", "viewers");

    /** The number of conferences; where it is there, it is multiplied, and the endpoints of each are not. */
    private static final String CONFERENCES = "conferences";

    public ScenarioStep {
        options = Map.copyOf(options);
        lists = Map.copyOf(lists);
    }

    /**
     * The same with fewer or more endpoints; one sender stays one, and there are always two endpoints; of conferences
     * fewer or more, but two where they begin in batches.
     */
    public ScenarioStep scaled(double scale) {
        Map<String, String> scaled = new LinkedHashMap<>(options);
        for (String name : options.containsKey(CONFERENCES) ? List.of(CONFERENCES) : SCALED) {
            scaled.computeIfPresent(name, (_, value) -> {
                int number = Integer.parseInt(value);
                boolean isTwo = name.equals("endpoints") || options.containsKey("batch");
                int least = isTwo ? 2 : Math.min(number, 1);
                return String.valueOf(Math.max(least, Math.round(number * scale)));
            });
        }
        return scale == 1 ? this : new ScenarioStep(label + " × " + scale, scaled, lists);
    }

    /** The number that an option stands for; null if it isn't there. */
    public @Nullable String option(String name) {
        return options.get(name);
    }

    /** As words of a command line, without the options that are said there already. */
    public List<String> arguments(List<String> said) {
        List<String> words = new ArrayList<>();
        options.forEach((name, value) -> {
            String option = "--" + name;
            boolean isOverridden = said.stream()
                    .anyMatch(word ->
                            word.equals(option) || word.startsWith(option + "=") || (isCount(name) && isCount(word)));
            if (!isOverridden && !value.equals("false")) {
                words.add(value.equals("true") ? option : option + "=" + value);
            }
        });
        lists.forEach((name, values) -> {
            String option = "--" + name;
            if (said.stream().noneMatch(word -> word.equals(option) || word.startsWith(option + "="))) {
                values.forEach(value -> words.add(option + "=" + value));
            }
        });
        return words;
    }

    /**
     * Returns whether it says how many endpoints there are: {@code -k} replaces {@code --senders} and
     * {@code --receivers}.
     */
    private static boolean isCount(String word) {
        String name = word.replaceFirst("^-+", "").replaceFirst("=.*$", "");
        return name.equals("k")
                || name.matches("k\\d+")
                || List.of("endpoints", "senders", "receivers").contains(name);
    }
}
