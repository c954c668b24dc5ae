package org.starbridge.control.request;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Sctp;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.participant.EndpointTransport;
import org.starbridge.control.participant.IceRestarts;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsRole;

/** Writes the bridge's description of its side of a transport: credentials, candidates, fingerprint, channel URLs. */
public final class LocalDescription {
    private final ConferenceConfig config;
    private final LocalCandidates candidates;

    public LocalDescription(ConferenceConfig config, ConferenceEnvironment environment) {
        this.config = config;
        this.candidates = new LocalCandidates(config.advertiseLoopbackCandidates(), environment);
    }

    /** The bridge is always the SCTP server. */
    public static Sctp sctp() {
        return new Sctp(RequestRules.SCTP_PORT, Sctp.Role.SERVER);
    }

    /** The other bridge's role, for a bridge that asked for one of ours. */
    public static Sctp oppositeOf(Sctp ours) {
        return new Sctp(RequestRules.SCTP_PORT, ours.role() == Sctp.Role.CLIENT ? Sctp.Role.SERVER : Sctp.Role.CLIENT);
    }

    /** Of a relay with data channels. Private addresses are offered to bridges in any case. */
    public IceUdpTransport ofRelay(EndpointTransport transport) {
        return of(transport, firstOf(transport), true, List.of());
    }

    /** Of a relay whose channel is a WebSocket. */
    public IceUdpTransport ofRelay(String conferenceId, String relayId, EndpointTransport transport, String password) {
        return of(
                transport,
                firstOf(transport),
                true,
                webSockets(config.relay().webSocketBaseUrls(), "colibri-relay-ws", conferenceId, relayId, password));
    }

    /** Of an ICE restart of a relay; its channel stays. */
    public IceUdpTransport ofRelay(EndpointTransport transport, IceRestarts.Local local) {
        return of(transport, local, true, List.of());
    }

    private static IceRestarts.Local firstOf(EndpointTransport transport) {
        return new IceRestarts.Local(0, transport.spec().credentials());
    }

    /** Of an endpoint's first agent. */
    public IceUdpTransport of(String conferenceId, LocalEndpoint endpoint) {
        return of(conferenceId, endpoint, firstOf(endpoint.transport()));
    }

    /** Of an ICE restart. */
    public IceUdpTransport of(String conferenceId, LocalEndpoint endpoint, IceRestarts.Local local) {
        return of(
                endpoint.transport(),
                local,
                config.advertisePrivateCandidates() || endpoint.capabilities().hasPrivateConnectivity(),
                webSockets(
                        config.webSocketBaseUrls(),
                        "colibri-ws",
                        conferenceId,
                        endpoint.id(),
                        endpoint.channels().password()));
    }

    private IceUdpTransport of(
            EndpointTransport transport, IceRestarts.Local local, boolean withPrivate, List<String> webSockets) {
        DtlsFingerprint fingerprint =
                transport.spec().identity().fingerprint(config.transport().fingerprintHash());
        return new IceUdpTransport(
                local.credentials().ufrag(),
                local.credentials().password(),
                local.generation() == 0 ? null : local.generation(),
                true,
                candidates.offered(withPrivate, transport.media().uniquePort()),
                List.of(new Fingerprint(fingerprint.hash(), fingerprint.value(), setup(transport.dtlsRole()), false)),
                webSockets);
    }

    /** RFC 4145 section 4: the choice is the peer's until it has made it. */
    private static DtlsSetup setup(@Nullable DtlsRole role) {
        return switch (role) {
            case null -> DtlsSetup.ACTPASS;
            case CLIENT -> DtlsSetup.ACTIVE;
            case SERVER -> DtlsSetup.PASSIVE;
        };
    }

    private List<String> webSockets(
            List<String> baseUrls, String path, String conferenceId, String peerId, String password) {
        String id = URLEncoder.encode(peerId, StandardCharsets.UTF_8).replace("+", "%20");
        String rest = "/%s/%s/%s/%s?pwd=%s".formatted(path, config.webSocketServerId(), conferenceId, id, password);
        return baseUrls.stream().map(base -> base + rest).toList();
    }
}
