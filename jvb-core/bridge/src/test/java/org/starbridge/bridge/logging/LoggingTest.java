package org.starbridge.bridge.logging;

import static java.util.logging.Level.INFO;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class LoggingTest {
    @Test
    void anEventIsOneLine() throws IOException {
        assertThat(line("listening", ""))
                .isEqualTo("2026-01-02 03:04:05.678 INFO    org.starbridge.bridge.app.Main: listening"
                        + System.lineSeparator());
    }

    @Test
    void aStackTraceFollowsItsEvent() throws IOException {
        String trace = System.lineSeparator() + "java.lang.IllegalStateException: why"; // as SimpleFormatter passes it
        assertThat(line("failed", trace)).endsWith("Main: failed" + trace + System.lineSeparator());
    }

    @Test
    void detailsAreShownOfWhatWasNamedAndOfNothingElse() {
        Logger unnamed = Logger.getLogger("org.starbridge.test.other");
        Logger earlier = Logger.getLogger("org.starbridge.test.details.Earlier");
        Logging.showDetails(List.of("org.starbridge.test.details", "org.starbridge.test.One"));
        assertThat(earlier.isLoggable(Level.FINE)).isTrue();
        assertThat(Logger.getLogger("org.starbridge.test.details.Later").isLoggable(Level.FINER))
                .isTrue();
        assertThat(Logger.getLogger("org.starbridge.test.One").isLoggable(Level.FINE))
                .isTrue();
        assertThat(unnamed.isLoggable(Level.FINE)).isFalse();
    }

    private static String line(String message, String trace) throws IOException {
        Properties settings = new Properties();
        try (InputStream in = Logging.class.getResourceAsStream("logging.properties")) {
            settings.load(in);
        }
        LogRecord event = new LogRecord(INFO, message);
        return String.format(
                settings.getProperty("java.util.logging.SimpleFormatter.format"),
                Instant.parse("2026-01-02T03:04:05.678Z").atZone(ZoneOffset.UTC),
                "source",
                "org.starbridge.bridge.app.Main",
                event.getLevel().getName(),
                event.getMessage(),
                trace);
    }
}
