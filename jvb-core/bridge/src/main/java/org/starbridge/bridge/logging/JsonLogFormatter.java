package org.starbridge.bridge.logging;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.calllog.LoggedCall;

/**
 * Each event as one line with a JSON object: {@code time} (ISO 8601, UTC), {@code level}, {@code logger},
 * {@code thread}, {@code message}, for lines about calls {@code confId}, {@code conf_name}, {@code meeting_id} and
 * {@code epId}, and {@code stack_trace} of an exception. Public because a {@code logging.properties} may name it. Any
 * thread.
 */
public final class JsonLogFormatter extends Formatter {
    private final JsonFactory json = new JsonFactory();

    /** Made by the JDK, too. */
    public JsonLogFormatter() {}

    @Override
    public String format(LogRecord event) {
        StringWriter line = new StringWriter();
        try (JsonGenerator out = json.createGenerator(line)) {
            out.writeStartObject();
            out.writeStringField("time", event.getInstant().toString());
            out.writeStringField("level", event.getLevel().getName());
            out.writeStringField("logger", event.getLoggerName());
            out.writeNumberField("thread", event.getLongThreadID());
            LoggedCall call = LoggedCall.current();
            String message = formatMessage(event);
            if (call == null) {
                out.writeStringField("message", message);
            } else {
                out.writeStringField("message", message.substring(call.prefixChars()));
                out.writeStringField("confId", call.conferenceId());
                put(out, "conf_name", call.conferenceName());
                put(out, "meeting_id", call.meetingId());
                put(out, "epId", call.endpointId());
            }
            put(out, "stack_trace", trace(event.getThrown()));
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return line.append('\n').toString();
    }

    private static void put(JsonGenerator out, String name, @Nullable String value) throws IOException {
        if (value != null) {
            out.writeStringField(name, value);
        }
    }

    private static @Nullable String trace(@Nullable Throwable thrown) {
        if (thrown == null) {
            return null;
        }
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace, true));
        return trace.toString();
    }
}
