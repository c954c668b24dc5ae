package org.starbridge.bridge.logging;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;

/**
 * Lines as the log of Jitsi Videobridge has them, for deployments whose {@code logging.properties} asks for its
 * formatter: {@code JVB 2026-01-02 03:04:05.678 INFO: [31] [confId=… epId=…] CallLog.write: joined}. Its settings are
 * honoured: {@code programname} and {@code disableTimestamp}. Line numbers are left out. Public because the JDK makes
 * it by name. Any thread.
 */
public final class JvbLogFormatter extends Formatter {
    /** Under which name those files ask for it. */
    static final String ORIGINAL = "org.jitsi.utils.logging2.JitsiLogFormatter";

    private static final String CONTEXT = "[confId=";
    private static final String CONTEXT_END = "] ";
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS ").withZone(ZoneId.systemDefault());

    private final String programName;
    private final boolean hasTimestamp;

    /** Reads its settings from the log manager. */
    public JvbLogFormatter() {
        this(
                LogManager.getLogManager().getProperty(ORIGINAL + ".programname"),
                !Boolean.parseBoolean(LogManager.getLogManager().getProperty(ORIGINAL + ".disableTimestamp")));
    }

    JvbLogFormatter(@Nullable String programName, boolean hasTimestamp) {
        this.programName = programName == null ? "" : programName + " ";
        this.hasTimestamp = hasTimestamp;
    }

    @Override
    public String format(LogRecord event) {
        String message = formatMessage(event);
        int contextEnds = message.startsWith(CONTEXT) && message.contains(CONTEXT_END)
                ? message.indexOf(CONTEXT_END) + CONTEXT_END.length()
                : 0;
        return programName
                + (hasTimestamp ? TIMESTAMP.format(event.getInstant()) : "")
                + event.getLevel().getLocalizedName()
                + ": ["
                + event.getLongThreadID()
                + "] "
                + message.substring(0, contextEnds)
                + source(event)
                + ": "
                + message.substring(contextEnds)
                + System.lineSeparator()
                + trace(event.getThrown());
    }

    private static String source(LogRecord event) {
        String source = event.getSourceClassName() == null ? event.getLoggerName() : event.getSourceClassName();
        String method = event.getSourceMethodName() == null ? "" : "." + event.getSourceMethodName();
        return source == null ? "" : source.substring(source.lastIndexOf('.') + 1) + method;
    }

    private static String trace(@Nullable Throwable thrown) {
        if (thrown == null) {
            return "";
        }
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace, true));
        return trace.toString();
    }
}
