package org.starbridge.colibri.json;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.Colibri2Exception.Reason;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;

/**
 * Turns Colibri2 records into JSON and back; the mapping is that of jitsi-xmpp-extensions, so its users understand us
 * and we understand them.
 *
 * <ul>
 *   <li>A known key with a value of another type is an error; keys that are not known are ignored; a key that occurs
 *       twice is an error.
 *   <li>Defaults are left out. Attributes that are strings in the library's output (payload types, candidates) are
 *       strings in ours; on input they may be numbers too.
 *   <li>Words from open lists (DTLS {@code setup}, {@code videoType}) that are not known read as absent: the protocol
 *       treats them so. Words from closed lists (media type, {@code muc-role}) are errors.
 *   <li>Beyond the library: {@code ice-restart} in a transport and {@code diarize} in an endpoint, and a source that
 *       has only a {@code videoType} keeps it.
 *   <li>Bounds: {@value #MAX_BODY_CHARS} characters, {@value #MAX_STRING_CHARS} in one string,
 *       {@link StrictJson#MAX_DEPTH} levels, {@link JsonCursor#MAX_ENTRIES} entries in one array or map.
 * </ul>
 *
 * <p>Stateless; any thread.
 */
public final class Colibri2Json {
    /** Longest body: room for a batch of 10,000 endpoints at 1.6 kB each. */
    public static final int MAX_BODY_CHARS = 16 << 20;

    /** Longest string value: a hundred times the longest we have seen (an AV1 fmtp parameter). */
    public static final int MAX_STRING_CHARS = 20_000;

    private static final StrictJson JSON = new StrictJson(MAX_BODY_CHARS, MAX_STRING_CHARS);

    private Colibri2Json() {}

    /**
     * Reads a request.
     *
     * @param meetingIdFromPath the conference the URL names; null when the body must name it. The body may name it as
     *     well, but no other.
     * @throws Colibri2Exception BAD_REQUEST with a sentence that names the path and the value
     */
    public static ConferenceModify parseModify(String body, @Nullable String meetingIdFromPath) {
        return refusing(() -> ConferenceMapping.readModify(JSON.read(body), meetingIdFromPath, null));
    }

    /** Reads a request from UTF-8; see {@link #parseModify(String, String)}. */
    public static ConferenceModify parseModify(byte[] body, @Nullable String meetingIdFromPath) {
        return refusing(() -> ConferenceMapping.readModify(JSON.read(body), meetingIdFromPath, null));
    }

    /**
     * Reads a request from UTF-8 as a bridge should: strictly where an endpoint is created; in the update of one,
     * entries and members that cannot be (a payload type 300, a group without SSRCs) are left out, because a refusal
     * would cost all participants their session. A wrong JSON type is refused everywhere.
     *
     * @param skipped takes a sentence for each that was left out
     */
    public static ConferenceModify parseModify(
            byte[] body, @Nullable String meetingIdFromPath, Consumer<String> skipped) {
        return refusing(() -> ConferenceMapping.readModify(JSON.read(body), meetingIdFromPath, skipped));
    }

    /**
     * Reads an answer.
     *
     * @throws Colibri2Exception BAD_REQUEST with a sentence that names the path and the value
     */
    public static ConferenceModified parseModified(String body) {
        return refusing(() -> ConferenceMapping.readModified(JSON.read(body)));
    }

    /** The JSON text of a request. */
    public static String write(ConferenceModify modify) {
        return JSON.write(ConferenceMapping.write(modify));
    }

    /** The JSON text of an answer. */
    public static String write(ConferenceModified modified) {
        return JSON.write(ConferenceMapping.write(modified));
    }

    /**
     * The JSON text of a refusal, our own form (the protocol has none):
     * {@code {"error":{"condition":"item-not-found","reason":"unknown_endpoint","endpoint":"1a2b3c4d","text":"..."}}},
     * without {@code reason} and {@code endpoint} where there is none.
     */
    public static String write(Colibri2Exception refusal) {
        ObjectNode error = JsonNodeFactory.instance.objectNode();
        error.put("condition", refusal.condition().wireName());
        if (refusal.reason() != Reason.UNSPECIFIED) {
            error.put("reason", refusal.reason().wireName());
        }
        if (refusal.endpointId() != null) {
            error.put("endpoint", refusal.endpointId());
        }
        error.put("text", refusal.sentence());
        return JSON.write(JsonNodeFactory.instance.objectNode().set("error", error));
    }

    /** The refusal in {@code body} if it has the form of {@link #write(Colibri2Exception)}, else null. */
    public static @Nullable Colibri2Exception parseError(String body) {
        try {
            JsonCursor error = JSON.read(body).require("error");
            Condition condition = error.require("condition").constant(Condition.class);
            Reason reason = error.optional("reason", word -> word.constant(Reason.class));
            return new Colibri2Exception(
                    condition,
                    reason == null ? Reason.UNSPECIFIED : reason,
                    error.require("text").string(),
                    error.optional("endpoint", JsonCursor::string));
        } catch (JsonFaultException e) {
            return null;
        }
    }

    private static <T> T refusing(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (JsonFaultException e) {
            throw Colibri2Exception.badRequest(e.sentence());
        }
    }
}
