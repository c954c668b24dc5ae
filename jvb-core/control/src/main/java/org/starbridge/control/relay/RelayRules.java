package org.starbridge.control.relay;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.RelayModify;
import org.starbridge.colibri.Sctp;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.environment.RelayPolicy;
import org.starbridge.control.request.PathSegments;
import org.starbridge.control.request.RequestRules;

/** Rules for what can be refused about a relay. */
final class RelayRules {
    /** Relays of one conference: a mesh of more bridges costs each of them more than it saves. */
    static final int MAX_RELAYS = 100;

    private RelayRules() {}

    static void requireEnabled(RelayPolicy policy) {
        if (!policy.isEnabled()) {
            throw RequestRules.notImplemented("relays are disabled (videobridge.relay.enabled)");
        }
    }

    static void checkCreation(
            RelayModify request, RelayPolicy policy, ConferenceLimits limits, boolean hasDataChannels) {
        if (request.id().length() > limits.nameLength() || !PathSegments.canBe(request.id())) {
            throw Colibri2Exception.badRequest("relay id of " + request.id().length() + " characters: "
                    + PathSegments.EXPECTED + ", at most " + limits.nameLength());
        }
        if (request.transport() == null) {
            throw Colibri2Exception.badRequest(
                    "relay " + request.id() + " has no transport: it is mandatory on create");
        }
        Sctp sctp = request.transport().sctp();
        if (sctp != null && sctp.port() != null && sctp.port() != RequestRules.SCTP_PORT) {
            throw Colibri2Exception.badRequest(
                    "sctp port " + sctp.port() + " for relay " + request.id() + ": expected " + RequestRules.SCTP_PORT);
        }
        if (sctp != null && !hasDataChannels) {
            throw RequestRules.notImplemented(
                    "sctp for relay " + request.id() + ": videobridge.sctp.enabled is false, use a WebSocket");
        }
        if (sctp == null && policy.webSocketBaseUrls().isEmpty()) {
            throw RequestRules.notImplemented("relay " + request.id()
                    + " without sctp: this bridge has no WebSockets (videobridge.websockets.enabled)");
        }
    }

    static Colibri2Exception exists(String relayId) {
        return new Colibri2Exception(Condition.CONFLICT, "Relay already exists for ID: " + relayId);
    }

    static Colibri2Exception unknown(String relayId) {
        return Colibri2Exception.badRequest("no such relay: " + relayId + " (create it first, or it was expired)");
    }

    /**
     * Returns the URL at which the other bridge offers its channel; null if nowhere, or if that is no WebSocket URL.
     */
    static @Nullable URI webSocket(@Nullable IceUdpTransport described) {
        List<String> urls = described == null ? List.of() : described.webSockets();
        for (String url : urls) {
            try {
                URI uri = new URI(url);
                boolean isWebSocket = "ws".equalsIgnoreCase(uri.getScheme()) || "wss".equalsIgnoreCase(uri.getScheme());
                if (isWebSocket && uri.getHost() != null) {
                    return uri;
                }
            } catch (URISyntaxException _) {
                // The next one may do.
            }
        }
        return null;
    }
}
