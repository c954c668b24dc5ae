package org.starbridge.bridge.logging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.starbridge.control.calllog.CallLog;
import org.starbridge.control.event.CallEvent;

class JsonLogFormatterTest {
    private final JsonLogFormatter formatter = new JsonLogFormatter();

    private static LogRecord record(String message) {
        LogRecord event = new LogRecord(Level.WARNING, message);
        event.setLoggerName("org.starbridge.Any");
        event.setInstant(Instant.parse("2026-11-25T08:00:00.123Z"));
        return event;
    }

    @Test
    void isOneObjectInOneLine() throws Exception {
        LogRecord event = record("two\nlines, and a \"quotation\"");
        event.setThrown(new IllegalStateException("why"));
        String line = formatter.format(event);
        assertThat(line.indexOf('\n')).isEqualTo(line.length() - 1);
        JsonNode object = new ObjectMapper().readTree(line);
        assertThat(object.get("time").asText()).isEqualTo("2026-11-25T08:00:00.123Z");
        assertThat(object.get("level").asText()).isEqualTo("WARNING");
        assertThat(object.get("logger").asText()).isEqualTo("org.starbridge.Any");
        assertThat(object.get("message").asText()).isEqualTo("two\nlines, and a \"quotation\"");
        assertThat(object.get("stack_trace").asText()).contains("IllegalStateException: why");
        assertThat(object.has("confId")).isFalse();
    }

    @Test
    void eventsOfCallsHaveTheirIdsAsFields() throws Exception {
        List<String> lines = new ArrayList<>();
        Logger logger = Logger.getLogger(CallLog.class.getName());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord event) {
                lines.add(formatter.format(event));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try (CallLog calls = new CallLog(Runnable::run, () -> 0)) {
            calls.onEvent(new CallEvent.ConferenceCreated("c1", "room] epId=forged", "m1"));
            calls.onEvent(new CallEvent.Joined("c1", "e1", null, false, 1));
        } finally {
            logger.removeHandler(handler);
        }
        JsonNode created = new ObjectMapper().readTree(lines.get(0));
        assertThat(created.get("message").asText()).isEqualTo("conference created");
        assertThat(created.get("conf_name").asText()).isEqualTo("room] epId=forged");
        assertThat(created.has("epId")).isFalse();
        JsonNode joined = new ObjectMapper().readTree(lines.get(1));
        assertThat(joined.get("message").asText()).isEqualTo("joined, 1 endpoint here now");
        assertThat(joined.get("confId").asText()).isEqualTo("c1");
        assertThat(joined.get("epId").asText()).isEqualTo("e1");
        assertThat(joined.get("meeting_id").asText()).isEqualTo("m1");
    }
}
