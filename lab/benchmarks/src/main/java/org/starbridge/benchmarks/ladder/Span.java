package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/** Span between two moments, by the bridge's wall clock, to a millisecond. Both ends belong to it. */
record Span(Instant begin, Instant end) {
    /** As the bridge writes {@code current_timestamp} into its statistics: UTC. */
    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

    /**
     * A run's window, by the bridge's statistics that the Hammer asks for just before and just after it.
     *
     * @throws LadderException if the report has none
     */
    static Span of(JsonNode report) {
        return new Span(moment(report, "before"), moment(report, "after"));
    }

    private static Instant moment(JsonNode report, String side) {
        String text =
                report.path("bridgeStats").path(side).path("current_timestamp").asText();
        try {
            return LocalDateTime.parse(text, TIMESTAMP).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            throw new LadderException(
                    "the Hammer's report does not say when it measured: the bridge's statistics " + side
                            + " the window have \"" + text + "\" as their time",
                    e);
        }
    }

    boolean contains(Instant moment) {
        return !moment.isBefore(begin) && !moment.isAfter(end);
    }

    boolean contains(Span other) {
        return contains(other.begin) && contains(other.end);
    }
}
