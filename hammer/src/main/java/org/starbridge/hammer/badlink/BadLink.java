package org.starbridge.hammer.badlink;

import java.util.List;
import java.util.function.Function;
import org.starbridge.hammer.report.RunReport;

/**
 * One scenario: senders of audio and of video in three encodings, and receivers behind links.
 *
 * @param name on the command line
 * @param description a part of a sentence
 * @param senders endpoints that send and receive
 * @param receivers endpoints that only receive
 * @param seconds the length of the measured window
 * @param links as for {@code --link}
 */
public record BadLink(
        String name,
        String description,
        int senders,
        int receivers,
        int seconds,
        List<String> links,
        Function<Measured, List<Figure>> targets) {
    /** The name that stands for all scenarios. */
    public static final String ALL = "all";

    public BadLink {
        links = List.copyOf(links);
    }

    /** The figures of a run of this scenario. */
    public List<Figure> figures(RunReport report) {
        return targets.apply(Measured.of(report));
    }
}
