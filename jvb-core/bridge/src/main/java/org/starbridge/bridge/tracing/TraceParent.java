package org.starbridge.bridge.tracing;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.xml.XmlElement;

/**
 * The span that caused a request (W3C Trace Context section 3.2).
 *
 * @param traceId 32 hexadecimal digits in lower case, not all zero
 * @param spanId 16 of them, not all zero
 * @param isSampled whether its sender records the trace
 */
public record TraceParent(String traceId, String spanId, boolean isSampled) {
    /** The name of the HTTP header. */
    public static final String HEADER = "traceparent";

    private static final String NAMESPACE = "jitsi:opentelemetry";
    private static final String NAME = "traceparent";
    private static final Pattern TRACE_ID = Pattern.compile("(?!0{32})[0-9a-f]{32}");
    private static final Pattern SPAN_ID = Pattern.compile("(?!0{16})[0-9a-f]{16}");
    private static final Pattern FLAGS = Pattern.compile("[0-9a-f]{2}");
    private static final Pattern HEADER_VALUE = Pattern.compile("00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})");

    /** Of the values of the header {@code traceparent}; null unless it is there once and well-formed. */
    public static @Nullable TraceParent ofHeader(List<String> values) {
        Matcher header =
                HEADER_VALUE.matcher(values.size() == 1 ? values.getFirst().strip() : "");
        return header.matches() ? of(header.group(1), header.group(2), header.group(3)) : null;
    }

    /** Of Jicofo's element in a Colibri2 request; null if there is none, or it stands for no trace. */
    public static @Nullable TraceParent ofElement(XmlElement request) {
        XmlElement element = request.child(NAMESPACE, NAME);
        return element == null
                ? null
                : of(element.attribute("trace_id"), element.attribute("parent_id"), element.attribute("trace_flags"));
    }

    private static @Nullable TraceParent of(@Nullable String traceId, @Nullable String spanId, @Nullable String flags) {
        if (traceId == null || spanId == null || flags == null) {
            return null;
        }
        boolean isValid = TRACE_ID.matcher(traceId).matches()
                && SPAN_ID.matcher(spanId).matches()
                && FLAGS.matcher(flags).matches();
        return isValid ? new TraceParent(traceId, spanId, (Integer.parseInt(flags, 16) & 1) != 0) : null;
    }
}
