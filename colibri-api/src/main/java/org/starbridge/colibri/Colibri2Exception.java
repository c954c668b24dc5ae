package org.starbridge.colibri;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A Colibri2 request that was refused: thrown by the bridge's conference code, and by a client that received such an
 * answer. The message is a sentence for people; {@link #condition()} and {@link #reason()} are for programs.
 */
public final class Colibri2Exception extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** XMPP error conditions (RFC 6120 section 8.3.3) that Colibri2 uses. */
    public enum Condition {
        BAD_REQUEST,
        CONFLICT,
        FEATURE_NOT_IMPLEMENTED,
        INTERNAL_SERVER_ERROR,
        ITEM_NOT_FOUND,
        NOT_ALLOWED,
        RESOURCE_CONSTRAINT,
        SERVICE_UNAVAILABLE;

        /** The element name on the wire: {@code item-not-found}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Colibri2's own reasons. The focus chooses what to do next by these. */
    public enum Reason {
        CONFERENCE_NOT_FOUND,
        CONFERENCE_ALREADY_EXISTS,
        FEATURE_NOT_IMPLEMENTED,
        GRACEFUL_SHUTDOWN,
        UNKNOWN_ENDPOINT,
        /** The same as no reason at all. */
        UNSPECIFIED;

        /** The attribute value on the wire: {@code conference_not_found}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Condition condition;
    private final Reason reason;
    private final String sentence;
    private final @Nullable String endpointId;

    /**
     * @param sentence what is wrong, with the offending value
     * @param endpointId the endpoint at fault; null when it is not about one
     */
    public Colibri2Exception(Condition condition, Reason reason, String sentence, @Nullable String endpointId) {
        super(sentence);
        this.condition = condition;
        this.reason = reason;
        this.sentence = sentence;
        this.endpointId = endpointId;
    }

    public Colibri2Exception(Condition condition, Reason reason, String sentence) {
        this(condition, reason, sentence, null);
    }

    public Colibri2Exception(Condition condition, String sentence) {
        this(condition, Reason.UNSPECIFIED, sentence, null);
    }

    public static Colibri2Exception badRequest(String sentence) {
        return new Colibri2Exception(Condition.BAD_REQUEST, sentence);
    }

    public static Colibri2Exception conferenceNotFound(String meetingId) {
        return new Colibri2Exception(
                Condition.ITEM_NOT_FOUND,
                Reason.CONFERENCE_NOT_FOUND,
                "Conference not found for ID: " + meetingId + " (create it first, or it has expired)");
    }

    public static Colibri2Exception conferenceAlreadyExists(String meetingId) {
        return new Colibri2Exception(
                Condition.CONFLICT, Reason.CONFERENCE_ALREADY_EXISTS, "Conference already exists for ID: " + meetingId);
    }

    public static Colibri2Exception unknownEndpoint(String endpointId) {
        return new Colibri2Exception(
                Condition.ITEM_NOT_FOUND,
                Reason.UNKNOWN_ENDPOINT,
                "no such endpoint: " + endpointId + " (create it first, or it has expired)",
                endpointId);
    }

    public Condition condition() {
        return condition;
    }

    public Reason reason() {
        return reason;
    }

    /** Returns what is wrong, for people; the same as the message. */
    public String sentence() {
        return sentence;
    }

    /** The endpoint at fault, or null. */
    public @Nullable String endpointId() {
        return endpointId;
    }
}
