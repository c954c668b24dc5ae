package org.starbridge.jvb.conference;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.jvb.media.RemoteTransport;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceCredentials;

/**
 * Reads what a peer says of its transport. What cannot be used is left out and counted, never refused: an error in answer to
 * an update would cost everybody their session.
 */
final class RemoteDescription {
    /** The only ICE generation there is while this bridge cannot restart ICE. */
    private static final int GENERATION = 0;

    private RemoteDescription() {}

    /** Null when nothing in it can be used. */
    static @Nullable RemoteTransport read(
            IceUdpTransport transport, ConferenceLimits limits, ConferenceCounters counters) {
        Limits.require("candidates", transport.candidates().size(), limits.candidatesPerRequest());
        Limits.require("fingerprints", transport.fingerprints().size(), limits.fingerprintsPerRequest());
        Integer generation = transport.iceGeneration();
        if (generation != null && generation != GENERATION) {
            counters.count(SoftProblem.UNUSABLE_ICE_CREDENTIALS);
            return null;
        }
        RemoteTransport remote = new RemoteTransport(
                credentials(transport, counters),
                candidates(transport, counters),
                fingerprints(transport, counters),
                localRole(transport.fingerprints(), counters));
        boolean empty = remote.credentials() == null
                && remote.candidates().isEmpty()
                && remote.fingerprints().isEmpty()
                && remote.localDtlsRole() == null;
        return empty ? null : remote;
    }

    private static @Nullable IceCredentials credentials(IceUdpTransport transport, ConferenceCounters counters) {
        String ufrag = transport.ufrag();
        String password = transport.pwd();
        if (ufrag == null && password == null) {
            return null;
        }
        if (ufrag != null && password != null) {
            try {
                return new IceCredentials(ufrag, password);
            } catch (IllegalArgumentException _) {
                // counted below: of a length or alphabet that ICE does not allow
            }
        }
        counters.count(SoftProblem.UNUSABLE_ICE_CREDENTIALS);
        return null;
    }

    private static List<IceCandidate> candidates(IceUdpTransport transport, ConferenceCounters counters) {
        List<IceCandidate> candidates = new ArrayList<>();
        for (Candidate candidate : transport.candidates()) {
            IceCandidate read = candidate(candidate);
            if (read == null) {
                counters.count(SoftProblem.UNUSABLE_CANDIDATE);
            } else {
                candidates.add(read);
            }
        }
        return candidates;
    }

    private static @Nullable IceCandidate candidate(Candidate candidate) {
        IceCandidate.Type type = typeOf(candidate.type());
        InetAddress address = literal(candidate.ip());
        if (type == null
                || address == null
                || address.isAnyLocalAddress()
                || address.isMulticastAddress()
                || candidate.generation() != GENERATION
                || candidate.component() != IceCandidate.RTP_COMPONENT
                || candidate.port() == 0
                || !candidate.protocol().equals("udp")) {
            return null;
        }
        String id = candidate.id();
        return new IceCandidate(
                candidate.foundation(),
                candidate.component(),
                candidate.protocol(),
                candidate.priority(),
                new InetSocketAddress(address, candidate.port()),
                type,
                id == null ? "" : id,
                candidate.generation());
    }

    private static IceCandidate.@Nullable Type typeOf(String type) {
        return switch (type) {
            case "host" -> IceCandidate.Type.HOST;
            case "srflx" -> IceCandidate.Type.SRFLX;
            case "prflx" -> IceCandidate.Type.PRFLX;
            case "relay" -> IceCandidate.Type.RELAY;
            default -> null;
        };
    }

    /** Never asks a name server: what is not an address (an mDNS name) is null. */
    private static @Nullable InetAddress literal(String ip) {
        try {
            return InetAddress.ofLiteral(ip);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    private static List<DtlsFingerprint> fingerprints(IceUdpTransport transport, ConferenceCounters counters) {
        List<DtlsFingerprint> fingerprints = new ArrayList<>();
        for (Fingerprint fingerprint : transport.fingerprints()) {
            DtlsFingerprint.parse(fingerprint.hash(), fingerprint.value())
                    .ifPresentOrElse(fingerprints::add, () -> counters.count(SoftProblem.UNUSABLE_FINGERPRINT));
        }
        return fingerprints;
    }

    /**
     * RFC 5763 section 5, seen from the other side: a peer that is active makes us the server. A peer that answers our
     * actpass with actpass leaves the choice to us; then we are active, as an answerer should be.
     */
    private static @Nullable DtlsRole localRole(List<Fingerprint> fingerprints, ConferenceCounters counters) {
        if (fingerprints.isEmpty()) {
            return null;
        }
        for (Fingerprint fingerprint : fingerprints) {
            if (fingerprint.setup() == DtlsSetup.ACTIVE) {
                return DtlsRole.SERVER;
            }
            if (fingerprint.setup() == DtlsSetup.PASSIVE) {
                return DtlsRole.CLIENT;
            }
        }
        counters.count(SoftProblem.UNCLEAR_DTLS_SETUP);
        return fingerprints.stream().anyMatch(fingerprint -> fingerprint.setup() == DtlsSetup.ACTPASS)
                ? DtlsRole.CLIENT
                : null;
    }
}
