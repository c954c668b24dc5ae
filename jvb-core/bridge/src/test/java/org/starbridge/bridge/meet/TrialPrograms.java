package org.starbridge.bridge.meet;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The programs of a trial: those of this checkout, and those that the caller has.
 *
 * @param checkout of this project
 * @param starbridge what starts the bridge: a script of the checkout, or of a package
 * @param captures folder for what the focus and the bridges say to each other, if that is wanted
 * @param jicofo a start script of Jicofo, or its jar with its libraries in {@code lib} beside it
 * @param videobridge the same of Jitsi Videobridge
 */
record TrialPrograms(
        Path checkout, Path starbridge, Optional<Path> jicofo, Optional<Path> videobridge, Optional<Path> captures) {
    static TrialPrograms ofEnvironment() {
        Path checkout = path("STARBRIDGE_TRIAL_CHECKOUT");
        return new TrialPrograms(
                checkout,
                optional("STARBRIDGE_TRIAL_PACKAGE")
                        .map(root -> root.resolve("usr/bin/starbridge"))
                        .orElseGet(() -> checkout.resolve("scripts/starbridge")),
                optional("STARBRIDGE_TRIAL_JICOFO"),
                optional("STARBRIDGE_TRIAL_VIDEOBRIDGE"),
                optional("STARBRIDGE_TRIAL_CAPTURES"));
    }

    private static Optional<Path> optional(String variable) {
        return Optional.ofNullable(System.getenv(variable)).map(Path::of);
    }

    static Path path(String variable) {
        return Path.of(Objects.requireNonNull(System.getenv(variable), variable));
    }

    /** What played the focus. */
    String focusName() {
        return jicofo.isEmpty() ? "stand-in, not Jicofo" : "Jicofo";
    }

    Path script(String name) {
        return checkout.resolve("scripts").resolve(name);
    }

    /**
     * Starts a Java program of the caller's.
     *
     * @param settings Java system properties, which override what is configured
     */
    static List<String> command(Path program, String mainClass, Map<String, String> settings) {
        if (!isJar(program)) {
            return List.of(program.toString());
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx512m");
        command.addAll(options(settings));
        command.addAll(List.of("-cp", program + File.pathSeparator + program.resolveSibling("lib") + "/*", mainClass));
        return command;
    }

    /** Starts the bridge of this project. */
    static List<String> starbridge(Path script, Path configuration, Map<String, String> settings) {
        List<String> command = new ArrayList<>();
        command.add(script.toString());
        command.addAll(options(settings));
        command.addAll(List.of("--config", configuration.toString()));
        return command;
    }

    /** Those of a start script. */
    static Map<String, String> environment(Path program, Map<String, String> settings) {
        return isJar(program) ? Map.of() : Map.of("JAVA_SYS_PROPS", String.join(" ", options(settings)));
    }

    private static boolean isJar(Path program) {
        return program.toString().endsWith(".jar");
    }

    private static List<String> options(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> "-D" + setting.getKey() + "=" + setting.getValue())
                .sorted()
                .toList();
    }
}
