package org.starbridge.bridge.export.mediajson;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.json.JsonCursor;
import org.starbridge.colibri.json.JsonFaultException;
import org.starbridge.colibri.json.StrictJson;

/** An event of a service. Unknown fields are ignored; numbers may be texts. */
public sealed interface ServiceEvent {
    /** A result for clients: the whole object as it came. */
    record Result(ObjectNode event) implements ServiceEvent {}

    /**
     * A packet of audio for a synthetic source.
     *
     * @param payload null if it is no Base64
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Media(String tag, long chunk, long timestamp, byte @Nullable [] payload) implements ServiceEvent {}

    /** Audio of a synthetic source begins or ends at an RTP timestamp. */
    record Talk(String tag, boolean isSending, long timestamp) implements ServiceEvent {}

    /** The answer to a ping. */
    record Pong(long id) implements ServiceEvent {}

    /** A ping of the service. */
    record Ping(@Nullable Long id) implements ServiceEvent {}

    /** Information of the service about itself. */
    record Info() implements ServiceEvent {}

    /** One that means nothing: a begin or end without a time. */
    record Other() implements ServiceEvent {}

    /** Reads events of at most so many characters. Any thread. */
    final class Reader {
        private final StrictJson json;

        /** @param maxChars the longest event */
        public Reader(int maxChars) {
            json = new StrictJson(maxChars, maxChars);
        }

        /** Null if it is none, or lacks something. */
        public @Nullable ServiceEvent read(String text) {
            try {
                JsonCursor at = json.read(text);
                return read(at.require("event").string(), at);
            } catch (JsonFaultException _) {
                return null;
            }
        }

        private static @Nullable ServiceEvent read(String name, JsonCursor at) {
            return switch (name) {
                case "transcription-result" -> new Result((ObjectNode) at.node());
                case "media" -> media(at);
                case "start" -> start(at);
                case "stop" -> stop(at);
                case "pong" -> new Pong(at.require("id").longAttribute());
                case "ping" -> new Ping(at.optional("id", JsonCursor::longAttribute));
                case "info" -> new Info();
                default -> null;
            };
        }

        private static ServiceEvent media(JsonCursor at) {
            at.require("sequenceNumber").longAttribute();
            JsonCursor media = at.require("media").requireObject();
            return new Media(
                    media.require("tag").string(),
                    media.require("chunk").longAttribute(),
                    media.require("timestamp").longAttribute(),
                    decoded(media.require("payload").string()));
        }

        private static byte @Nullable [] decoded(String base64) {
            try {
                return Base64.getDecoder().decode(base64);
            } catch (IllegalArgumentException _) {
                return null;
            }
        }

        private static ServiceEvent start(JsonCursor at) {
            at.require("sequenceNumber").longAttribute();
            JsonCursor start = at.require("start").requireObject();
            JsonCursor format = start.require("mediaFormat").requireObject();
            format.require("encoding").string();
            format.require("sampleRate").longAttribute();
            format.require("channels").longAttribute();
            return talk(start, true);
        }

        private static ServiceEvent stop(JsonCursor at) {
            at.require("sequenceNumber").longAttribute();
            JsonCursor stop = at.require("stop").requireObject();
            JsonCursor info = stop.find("mediaInfo");
            if (info != null) {
                info.require("bytesSent").longAttribute();
                info.require("duration").longAttribute();
            }
            return talk(stop, false);
        }

        private static ServiceEvent talk(JsonCursor at, boolean isSending) {
            String tag = at.require("tag").string();
            Long timestamp = at.optional("timestamp", JsonCursor::longAttribute);
            return timestamp == null ? new Other() : new Talk(tag, isSending, timestamp);
        }
    }
}
