package org.starbridge.hammer.page;

import java.util.Arrays;
import java.util.List;

/** The plots of a report, by name. Stateless. */
public final class Plots {
    /** All but those of scraped metrics, in the order of a report. */
    public static final List<String> NAMES = List.of(
            "overview",
            "viewers",
            "requests",
            "behind",
            "stalls",
            "streams",
            "joins",
            "packets",
            "bitrate",
            "delay",
            "missing",
            "cpu",
            "threads",
            "memory",
            "gc",
            "layers",
            "links");

    private Plots() {}

    /** Names with commas between them; none for an empty text. */
    static List<String> split(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }
}
