package org.starbridge.bridge.export.mediajson;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.export.AudioFormat;

/**
 * Writes the events that a bridge sends. The numbers of {@code start} and {@code media}, chunk and timestamp are texts:
 * that is the format. One thread.
 */
public final class EventWriter {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String PING = "ping";
    private static final String PONG = "pong";

    private final StringBuilder text = new StringBuilder(512);

    /** One for each connection, or for several in turn. */
    public EventWriter() {}

    /** The event with the exported sources and those that are requested back. */
    public static String sources(Collection<String> exports, Collection<String> requests) {
        ObjectNode event = event("sources");
        exports.forEach(event.putArray("exports")::add);
        requests.forEach(event.putArray("requests")::add);
        return event.toString();
    }

    /** The event with the bridge's identity. */
    public static String info(String version, @Nullable String region) {
        ObjectNode event = event("info").put("application", "starbridge").put("version", version);
        if (region != null) {
            event.put("region", region);
        }
        return event.toString();
    }

    public static String ping(long id) {
        return event(PING).put("id", id).toString();
    }

    /** The answer to a ping of the service. */
    public static String pong(long id) {
        return event(PONG).put("id", id).toString();
    }

    /** Nothing more comes. */
    public static String sessionEnd() {
        return event("session-end").toString();
    }

    /** Audio of a source begins, or goes on in another format. */
    public static String start(long number, String tag, AudioFormat format, String endpointId, boolean diarize) {
        ObjectNode event = event("start").put("sequenceNumber", Long.toString(number));
        ObjectNode start = event.putObject("start").put("tag", tag);
        ObjectNode media = start.putObject("mediaFormat")
                .put("encoding", format.encoding())
                .put("sampleRate", format.clockRateHz())
                .put("channels", format.channels());
        ObjectNode parameters = media.putObject("parameters");
        format.parameters().forEach(parameters::put);
        start.putObject("customParameters").put("endpointId", endpointId);
        if (diarize) {
            start.put("diarize", true);
        }
        return event.toString();
    }

    /** A text between quotes. */
    public static String quoted(String value) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(value)) + '"';
    }

    /**
     * A packet of audio.
     *
     * @param quotedTag from {@link #quoted}
     * @param level 0 (loudest) to 127; negative if the sender does not tell
     */
    public String media(
            long number, String quotedTag, long chunk, long timestamp, byte[] payload, int level, boolean isVoice) {
        text.setLength(0);
        text.append("{\"event\":\"media\",\"sequenceNumber\":\"")
                .append(number)
                .append("\",\"media\":{\"tag\":")
                .append(quotedTag)
                .append(",\"chunk\":\"")
                .append(chunk)
                .append("\",\"timestamp\":\"")
                .append(timestamp)
                .append("\",\"payload\":\"")
                .append(Base64.getEncoder().encodeToString(payload))
                .append('"');
        if (level >= 0) {
            text.append(",\"audioLevel\":").append(level).append(",\"vad\":").append(isVoice);
        }
        return text.append("}}").toString();
    }

    private static ObjectNode event(String name) {
        return NODES.objectNode().put("event", name);
    }
}
