package org.starbridge.jvb.config;

import static java.util.logging.Level.INFO;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Properties;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class LoggingTest {
    @Test
    void anEventIsOneLine() throws IOException {
        assertThat(line("listening", ""))
                .isEqualTo("2026-01-02 03:04:05.678 INFO    org.starbridge.jvb.app.Main: listening"
                        + System.lineSeparator());
    }

    @Test
    void aStackTraceFollowsItsEvent() throws IOException {
        String trace = System.lineSeparator() + "java.lang.IllegalStateException: why"; // as SimpleFormatter passes it
        assertThat(line("failed", trace)).endsWith("Main: failed" + trace + System.lineSeparator());
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
                "org.starbridge.jvb.app.Main",
                event.getLevel().getName(),
                event.getMessage(),
                trace);
    }
}
