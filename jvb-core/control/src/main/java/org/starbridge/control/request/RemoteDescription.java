package org.starbridge.control.request;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.participant.IceRestarts;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceCredentials;

/**
 * Reads what a peer says of its transport. Candidates that cannot be used are left out and counted, never refused: other
 * transports, names instead of addresses are facts of life. What else cannot be used is a matter for {@link RequestProblems}.
 */
public final class RemoteDescription {
    /** That of the first descriptions; our agents know no other, since each restart has an agent of its own. */
    private static final int GENERATION = 0;

    private RemoteDescription() {}

    /**
     * Reads it.
     *
     * @param restarts those of the endpoint; null when it is new
     * @param acceptedHashes of fingerprints
     * @return null when nothing in it can be used
     */
    public static @Nullable RemoteTransport read(
            IceUdpTransport transport,
            @Nullable IceRestarts restarts,
            List<String> acceptedHashes,
            ConferenceLimits limits,
            RequestProblems objections,
            ConferenceCounters counters) {
        List<Candidate> candidates =
                upTo(limits.candidatesPerRequest(), "candidates in a request", transport.candidates(), objections);
        List<Fingerprint> fingerprints = upTo(
                limits.fingerprintsPerRequest(), "fingerprints in a request", transport.fingerprints(), objections);
        Integer generation = transport.iceGeneration();
        boolean isKnown =
                restarts == null ? generation == null || generation == GENERATION : restarts.isKnown(generation);
        if (!isKnown) {
            counters.count(RequestWarning.UNUSABLE_ICE_CREDENTIALS);
            return null;
        }
        RemoteTransport remote = new RemoteTransport(
                generation,
                credentials(transport, objections),
                candidates(candidates, generation == null ? GENERATION : generation, limits, counters),
                fingerprints(fingerprints, acceptedHashes, objections, counters),
                localRole(fingerprints, counters));
        boolean empty = remote.credentials() == null
                && remote.candidates().isEmpty()
                && remote.fingerprints().isEmpty()
                && remote.localDtlsRole() == null;
        return empty ? null : remote;
    }

    private static <T> List<T> upTo(int limit, String what, List<T> entries, RequestProblems objections) {
        return objections.isBeyond(what, entries.size(), limit) ? entries.subList(0, limit) : entries;
    }

    private static @Nullable IceCredentials credentials(IceUdpTransport transport, RequestProblems objections) {
        String ufrag = transport.ufrag();
        String password = transport.pwd();
        if (ufrag == null && password == null) {
            return null;
        }
        String problem = "both are needed";
        if (ufrag != null && password != null) {
            try {
                return new IceCredentials(ufrag, password);
            } catch (IllegalArgumentException e) {
                problem = String.valueOf(e.getMessage());
            }
        }
        objections.raise(RequestWarning.UNUSABLE_ICE_CREDENTIALS, "ufrag and pwd: " + problem);
        return null;
    }

    private static List<IceCandidate> candidates(
            List<Candidate> offered, int generation, ConferenceLimits limits, ConferenceCounters counters) {
        List<IceCandidate> candidates = new ArrayList<>();
        for (Candidate candidate : offered) {
            IceCandidate read = isShort(candidate, limits.nameLength()) ? candidate(candidate, generation) : null;
            if (read == null) {
                counters.count(RequestWarning.UNUSABLE_CANDIDATE);
            } else {
                candidates.add(read);
            }
        }
        return candidates;
    }

    private static boolean isShort(Candidate candidate, int limit) {
        return candidate.foundation().length() <= limit
                && (candidate.id() == null || candidate.id().length() <= limit);
    }

    private static @Nullable IceCandidate candidate(Candidate candidate, int generation) {
        IceCandidate.Type type = typeOf(candidate.type());
        InetAddress address = literal(candidate.ip());
        if (type == null
                || address == null
                || address.isAnyLocalAddress()
                || address.isMulticastAddress()
                || (candidate.generation() != GENERATION && candidate.generation() != generation)
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
                GENERATION);
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

    /** A hash function that is not accepted is no fault of who signals another one, too (RFC 8122 section 5). */
    private static List<DtlsFingerprint> fingerprints(
            List<Fingerprint> offered,
            List<String> acceptedHashes,
            RequestProblems objections,
            ConferenceCounters counters) {
        List<DtlsFingerprint> fingerprints = new ArrayList<>();
        List<Fingerprint> unaccepted = new ArrayList<>();
        for (Fingerprint fingerprint : offered) {
            if (acceptedHashes.contains(fingerprint.hash().strip().toLowerCase(Locale.ROOT))) {
                DtlsFingerprint.parse(fingerprint.hash(), fingerprint.value())
                        .ifPresentOrElse(
                                fingerprints::add,
                                () -> objections.raise(
                                        RequestWarning.UNUSABLE_FINGERPRINT,
                                        "fingerprint with " + fingerprint.hash() + " of "
                                                + (fingerprint.value().length() + 1) / 3
                                                + " octets: expected the length of the hash function, 32 for sha-256"));
            } else {
                unaccepted.add(fingerprint);
            }
        }
        for (Fingerprint fingerprint : unaccepted) {
            if (fingerprints.isEmpty()) {
                objections.raise(
                        RequestWarning.UNUSABLE_FINGERPRINT,
                        "fingerprint with " + abbreviated(fingerprint.hash())
                                + ": expected one of the accepted hash functions " + acceptedHashes
                                + " (jmt.dtls.accepted-fingerprint-hash-functions)");
            } else {
                counters.count(RequestWarning.UNUSABLE_FINGERPRINT);
            }
        }
        return fingerprints;
    }

    private static String abbreviated(String text) {
        return text.length() <= 16 ? text : text.substring(0, 16) + "...";
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
        counters.count(RequestWarning.UNCLEAR_DTLS_SETUP);
        return fingerprints.stream().anyMatch(fingerprint -> fingerprint.setup() == DtlsSetup.ACTPASS)
                ? DtlsRole.CLIENT
                : null;
    }
}
