package org.starbridge.control.request;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.Colibri2Exception.Reason;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Sctp;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.environment.RequestWarning;

/** Rules for what can be refused about a request without looking at any conference. */
public final class RequestRules {
    private static final Pattern BARE_JID = Pattern.compile("[^\\s@/\"&'<>:]{1,1023}@[^\\s@/]{1,1023}");

    /** The id becomes part of the bridge channel's URL, in which . and .. are no names (RFC 3986, 5.2.4). */
    private static final Pattern ENDPOINT_ID = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._~@:+!$*-]+");

    /** Both sides' (RFC 8841 section 4 leaves it free; Jitsi does not). */
    public static final int SCTP_PORT = 5000;

    /** In whose name clients get results of media exports; no endpoint can have this id. */
    public static final String TRANSCRIBER_ID = "transcriber";

    private RequestRules() {}

    public static void check(ConferenceModify request, ConferenceLimits limits, RequestProblems problems) {
        requireLength("meeting-id", request.meetingId(), limits.meetingIdLength());
        if (request.create() && !PathSegments.canBe(request.meetingId())) { // which it is over REST
            throw Colibri2Exception.badRequest("meeting-id \"" + request.meetingId() + "\": " + PathSegments.EXPECTED
                    + ", since it is part of a URL");
        }
        checkName(request.name(), limits, problems);
        if (!request.relays().isEmpty() && !request.endpoints().isEmpty()) {
            throw notImplemented("endpoints and relays in one request");
        }
        if (request.endpoints().size() > 1 && request.endpoints().stream().anyMatch(RequestRules::describes)) {
            throw notImplemented(
                    request.endpoints().size()
                            + " endpoints in one request: create, media, transport or sources are allowed for one endpoint only");
        }
    }

    /** Returns whether an unknown endpoint is answered with its bare id: the request only mutes, limits or expires. */
    public static boolean forgivesUnknownEndpoints(ConferenceModify request) {
        return request.endpoints().stream().noneMatch(RequestRules::describes);
    }

    public static void checkCreation(EndpointModify request, ConferenceLimits limits, boolean hasDataChannels) {
        requireLength("endpoint id", request.id(), limits.nameLength());
        if (!ENDPOINT_ID.matcher(request.id()).matches()) {
            throw Colibri2Exception.badRequest(
                    "endpoint id \"" + request.id()
                            + "\": expected letters, digits and . _ ~ @ : + ! $ * -, not . or .., in practice eight hex digits");
        }
        if (request.id().equals(TRANSCRIBER_ID)) {
            throw Colibri2Exception.badRequest("endpoint id \"" + TRANSCRIBER_ID
                    + "\": clients get results of media exports in this name, choose another one");
        }
        if (request.statsId() != null) {
            requireLength("stats-id", request.statsId(), limits.nameLength());
        }
        if (!request.capabilities().contains(Capabilities.SOURCE_NAMES)) {
            throw Colibri2Exception.badRequest("endpoint " + request.id() + " lacks the capability "
                    + Capabilities.SOURCE_NAMES + ": source name support is mandatory");
        }
        if (request.transport() == null) {
            throw Colibri2Exception.badRequest(
                    "endpoint " + request.id() + " has no transport: it is mandatory on create");
        }
        checkSctp(request.id(), request.transport().sctp(), hasDataChannels);
    }

    private static void checkName(@Nullable String name, ConferenceLimits limits, RequestProblems problems) {
        if (name != null
                && !problems.isBeyond("characters in the name", name.length(), limits.roomNameLength())
                && !BARE_JID.matcher(name).matches()) {
            problems.raise(RequestWarning.UNUSABLE_NAME, "name \"" + name + "\": expected a bare JID, local@domain");
        }
    }

    private static void checkSctp(String endpointId, @Nullable Sctp sctp, boolean hasDataChannels) {
        if (sctp == null) {
            return;
        }
        if (sctp.role() == Sctp.Role.CLIENT) {
            throw notImplemented("sctp role client for endpoint " + endpointId + ": the bridge is always the server");
        }
        if (sctp.port() != null && sctp.port() != SCTP_PORT) {
            throw Colibri2Exception.badRequest(
                    "sctp port " + sctp.port() + " for endpoint " + endpointId + ": expected " + SCTP_PORT);
        }
        if (!hasDataChannels) {
            throw notImplemented("sctp for endpoint " + endpointId
                    + ": videobridge.sctp.enabled is false, use the WebSocket as bridge channel");
        }
    }

    private static boolean describes(EndpointModify request) {
        return request.create()
                || !request.medias().isEmpty()
                || request.transport() != null
                || request.sources() != null;
    }

    public static Colibri2Exception notImplemented(String sentence) {
        return new Colibri2Exception(Condition.FEATURE_NOT_IMPLEMENTED, Reason.FEATURE_NOT_IMPLEMENTED, sentence);
    }

    /** Refuses one more of something of which there are {@code count} already. */
    public static void requireRoom(String what, int count, int limit) {
        if (count >= limit) {
            throw new Colibri2Exception(
                    Condition.RESOURCE_CONSTRAINT, what + ": the limit of " + limit + " is reached");
        }
    }

    private static void requireLength(String what, String value, int limit) {
        if (value.length() > limit) {
            throw Colibri2Exception.badRequest(what + " of " + value.length() + " characters, beginning \""
                    + value.substring(0, Math.min(16, limit)) + "\": the limit is " + limit);
        }
    }
}
