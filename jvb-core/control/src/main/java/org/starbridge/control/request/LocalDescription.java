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

    /** Of an endpoint's first agent. */
    public IceUdpTransport of(String conferenceId, LocalEndpoint endpoint) {
        return of(
                conferenceId,
                endpoint,
                new IceRestarts.Local(0, endpoint.transport().spec().credentials()));
    }

    /** Of an ICE restart. */
    public IceUdpTransport of(String conferenceId, LocalEndpoint endpoint, IceRestarts.Local local) {
        DtlsFingerprint fingerprint = endpoint.transport()
                .spec()
                .identity()
                .fingerprint(config.transport().fingerprintHash());
        return new IceUdpTransport(
                local.credentials().ufrag(),
                local.credentials().password(),
                local.generation() == 0 ? null : local.generation(),
                true,
                candidates.offered(config.advertisePrivateCandidates()
                        || endpoint.capabilities().hasPrivateConnectivity()),
                List.of(new Fingerprint(
                        fingerprint.hash(),
                        fingerprint.value(),
                        setup(endpoint.transport().dtlsRole()),
                        false)),
                webSockets(conferenceId, endpoint));
    }

    /** RFC 4145 section 4: the choice is the peer's until it has made it. */
    private static DtlsSetup setup(@Nullable DtlsRole role) {
        return switch (role) {
            case null -> DtlsSetup.ACTPASS;
            case CLIENT -> DtlsSetup.ACTIVE;
            case SERVER -> DtlsSetup.PASSIVE;
        };
    }

    private List<String> webSockets(String conferenceId, LocalEndpoint endpoint) {
        String id = URLEncoder.encode(endpoint.id(), StandardCharsets.UTF_8).replace("+", "%20");
        String rest = "/colibri-ws/%s/%s/%s?pwd=%s"
                .formatted(
                        config.webSocketServerId(),
                        conferenceId,
                        id,
                        endpoint.channels().password());
        return config.webSocketBaseUrls().stream().map(base -> base + rest).toList();
    }
}
