package org.starbridge.hammer.scenario;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads scenario files. Stateless. */
public final class ScenarioParser {
    private static final Map<String, Set<String>> SECTIONS = Map.of(
            "who",
                    Set.of(
                            "conferences",
                            "batch",
                            "attempts",
                            "endpoints",
                            "senders",
                            "receivers",
                            "join-rate",
                            "join-burst"),
            "send",
                    Set.of(
                            "kinds",
                            "bitrate",
                            "simulcast",
                            "codec",
                            "scalability-mode",
                            "portrait",
                            "vary-audio",
                            "audio-packet",
                            "video",
                            "audio",
                            "lose-key-frames",
                            "whip",
                            "rtx",
                            "nack",
                            "messages",
                            "messages-to",
                            "bridge-channel"),
            "request", Set.of("last-n", "max-height", "turns", "mute", "ssrc-rewriting", "ignore-sender-constraints"),
            "watch",
                    Set.of(
                            "viewers",
                            "hls-publish",
                            "hls-segment",
                            "hls-part",
                            "hls-no-hints",
                            "hls-segments",
                            "hls-max-bitrate",
                            "hls-max-rate"),
            "phases", Set.of("warmup", "seconds"),
            "stop", Set.of("until"),
            "report", Set.of("plots"),
            "attack", Set.of("hostile", "hostile-rate", "soak"));

    /** Lists, and the option that each entry is a value of. */
    private static final Map<String, String> LISTS = Map.of("links", "link", "guests", "guests");

    private static final Set<String> TEXTS = Set.of("description", "needs", "published");

    private static final String FIGURES = "published-figures";
    private static final int MAX_STEPS = 100;

    private ScenarioParser() {}

    /**
     * Reads a file's text.
     *
     * @param name of the scenario
     * @throws IllegalArgumentException for a mistake, with its place
     */
    public static ScenarioFile parse(String name, String text) {
        try {
            Config config = ConfigFactory.parseString(
                            text, ConfigParseOptions.defaults().setOriginDescription(name))
                    .resolve();
            return scenario(name, config);
        } catch (ConfigException e) {
            throw new IllegalArgumentException("scenario " + name + ": " + problem(e), e);
        }
    }

    /** The library means any bracket by parentheses. */
    private static String problem(ConfigException e) {
        return String.valueOf(e.getMessage())
                .replace(
                        "expecting a close parentheses ')' here, not: end of file",
                        "the file ends, and a closing } or ] is missing");
    }

    private static ScenarioFile scenario(String name, Config config) {
        Map<String, String> common = options(config, Set.of("steps", "links", "guests", FIGURES));
        Map<String, List<String>> lists = lists(config, Map.of());
        List<ScenarioStep> steps = new ArrayList<>();
        for (Config step : config.hasPath("steps") ? config.getConfigList("steps") : List.<Config>of()) {
            Map<String, String> options = new LinkedHashMap<>(common);
            options.putAll(options(step, Set.of("label", "links", "guests")));
            steps.add(new ScenarioStep(step.getString("label"), options, lists(step, lists)));
        }
        if (steps.size() > MAX_STEPS) {
            throw new IllegalArgumentException(
                    "scenario " + name + ": " + steps.size() + " steps, expected " + MAX_STEPS + " at most");
        }
        if (steps.isEmpty()) {
            steps.add(new ScenarioStep(name, common, lists));
        }
        String description = text(config, "description");
        return new ScenarioFile(
                name,
                description == null ? "" : description,
                text(config, "needs"),
                text(config, "published"),
                config.hasPath(FIGURES) ? config.getObject(FIGURES).render(ConfigRenderOptions.concise()) : null,
                steps);
    }

    /** The lists of a file or of a step, by the options that they stand for. */
    private static Map<String, List<String>> lists(Config config, Map<String, List<String>> common) {
        Map<String, List<String>> lists = new LinkedHashMap<>(common);
        LISTS.forEach((key, option) -> {
            if (config.hasPath(key)) {
                lists.put(option, config.getStringList(key));
            }
        });
        return lists;
    }

    private static @Nullable String text(Config config, String key) {
        return config.hasPath(key) ? config.getString(key) : null;
    }

    /** The options in the sections of a file or of a step. */
    private static Map<String, String> options(Config config, Set<String> beside) {
        Map<String, String> options = new LinkedHashMap<>();
        for (Map.Entry<String, ConfigValue> entry : config.root().entrySet()) {
            String key = entry.getKey();
            Set<String> known = SECTIONS.get(key);
            if (known == null) {
                if (!beside.contains(key) && !TEXTS.contains(key)) {
                    Set<String> expected = new TreeSet<>(SECTIONS.keySet());
                    expected.addAll(beside);
                    expected.addAll(TEXTS);
                    throw unknown(entry, expected);
                }
                continue;
            }
            for (Map.Entry<String, ConfigValue> option :
                    config.getConfig(key).root().entrySet()) {
                ConfigValueType type = option.getValue().valueType();
                if (!known.contains(option.getKey())
                        || type == ConfigValueType.OBJECT
                        || type == ConfigValueType.LIST) {
                    throw unknown(option, known);
                }
                options.put(option.getKey(), String.valueOf(option.getValue().unwrapped()));
            }
        }
        return options;
    }

    private static IllegalArgumentException unknown(Map.Entry<String, ConfigValue> entry, Set<String> known) {
        return new IllegalArgumentException(
                entry.getValue().origin().description() + ": " + entry.getKey() + " is unknown; expected "
                        + String.join(", ", known.stream().sorted().toList()));
    }
}
