package org.starbridge.hammer.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bundled scenarios. Stateless. */
public final class Presets {
    private static final List<String> NAMES = List.of(
            "jvb-2013",
            "jvb-lastn",
            "lk-audio",
            "lk-meeting",
            "lk-livestream",
            "lk-suite",
            "openvidu-rooms",
            "tiny-whep",
            "jellyfish-hls",
            "jellyfish-llhls",
            "burst-join",
            "speaker-storm",
            "bad-links",
            "soak",
            "hostile",
            "churn");

    private Presets() {}

    /** Their names, in the order in which they are listed. */
    public static List<String> names() {
        return NAMES;
    }

    /** The file of a preset; null if there is none of this name. */
    public static @Nullable String text(String name) {
        if (!NAMES.contains(name)) {
            return null;
        }
        try (InputStream file = Presets.class.getResourceAsStream(name + ".conf")) {
            if (file == null) {
                throw new IllegalStateException("the preset " + name + " is missing from the jar");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A preset; null if there is none of this name. */
    public static @Nullable ScenarioFile named(String name) {
        String text = text(name);
        return text == null ? null : ScenarioParser.parse(name, text);
    }

    /** All of them. */
    public static List<ScenarioFile> all() {
        return NAMES.stream()
                .map(name -> ScenarioParser.parse(name, String.valueOf(text(name))))
                .toList();
    }
}
