package org.starbridge.bridge.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class JvbLogFormatterTest {
    private static LogRecord event(String message) {
        LogRecord event = new LogRecord(Level.INFO, message);
        event.setLongThreadID(31);
        event.setSourceClassName("org.starbridge.control.calllog.CallLog");
        event.setSourceMethodName("write");
        return event;
    }

    @Test
    void aLineLooksAsThoseOfJitsiVideobridgeDo() {
        assertThat(new JvbLogFormatter("JVB", true).format(event("[confId=1a epId=2b] joined")))
                .matches("JVB \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} INFO: \\[31\\] \\[confId=1a epId=2b\\]"
                        + " CallLog\\.write: joined\\R");
        assertThat(new JvbLogFormatter(null, false).format(event("ready: {0}")))
                .isEqualTo("INFO: [31] CallLog.write: ready: {0}" + System.lineSeparator());
    }

    @Test
    void aStackTraceFollowsItsEvent() {
        LogRecord event = event("failed");
        event.setThrown(new IllegalStateException("why"));
        assertThat(new JvbLogFormatter("JVB", false).format(event).lines())
                .startsWith("JVB INFO: [31] CallLog.write: failed", "java.lang.IllegalStateException: why");
    }

    @Test
    void aFileThatAsksForTheirFormatterGetsIt() throws Exception {
        Logging.LastingManager manager = new Logging.LastingManager();
        String file = """
                java.util.logging.ConsoleHandler.formatter = org.jitsi.utils.logging2.JitsiLogFormatter
                java.util.logging.FileHandler.formatter = java.util.logging.SimpleFormatter
                org.jitsi.utils.logging2.JitsiLogFormatter.programname=JVB
                """;
        manager.readConfiguration(new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)));
        assertThat(manager.getProperty("java.util.logging.ConsoleHandler.formatter"))
                .isEqualTo(JvbLogFormatter.class.getName());
        assertThat(manager.getProperty("java.util.logging.FileHandler.formatter"))
                .isEqualTo("java.util.logging.SimpleFormatter");
        assertThat(manager.getProperty("org.jitsi.utils.logging2.JitsiLogFormatter.programname"))
                .isEqualTo("JVB");
    }
}
