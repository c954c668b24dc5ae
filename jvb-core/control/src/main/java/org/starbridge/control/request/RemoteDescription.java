package org.starbridge.control.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Transport;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.participant.IceRestarts;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.ice.IceCredentials;

/**
 * Reads what a peer says of its transport. Candidates: {@link RemoteCandidates}. What else cannot be used is reported
 * to {@link RequestProblems}.
 */
public final class RemoteDescription {
    private RemoteDescription() {}

    /**
     * Reads it.
     *
     * @param restarts those of the endpoint; null when it is new
     * @param acceptedHashes of fingerprints
     * @return null when nothing in it can be used
     */
    public static @Nullable RemoteTransport read(
            @Nullable Transport described,
            @Nullable IceRestarts restarts,
            List<String> acceptedHashes,
            ConferenceLimits limits,
            RequestProblems problems) {
        IceUdpTransport transport = described == null ? null : described.iceUdp();
        if (transport == null) {
            return null;
        }
        List<Candidate> candidates =
                upTo(limits.candidatesPerRequest(), "candidates in a request", transport.candidates(), problems);
        List<Fingerprint> fingerprints =
                upTo(limits.fingerprintsPerRequest(), "fingerprints in a request", transport.fingerprints(), problems);
        Integer generation = transport.iceGeneration();
        boolean isKnown = restarts == null
                ? generation == null || generation == RemoteCandidates.GENERATION
                : restarts.isKnown(generation);
        if (!isKnown) {
            problems.count(RequestWarning.UNUSABLE_ICE_CREDENTIALS);
            return null;
        }
        RemoteTransport remote = new RemoteTransport(
                generation,
                credentials(transport, problems),
                RemoteCandidates.read(
                        candidates, generation == null ? RemoteCandidates.GENERATION : generation, limits, problems),
                fingerprints(fingerprints, acceptedHashes, problems),
                localRole(fingerprints, problems));
        boolean empty = remote.credentials() == null
                && remote.candidates().isEmpty()
                && remote.fingerprints().isEmpty()
                && remote.localDtlsRole() == null;
        return empty ? null : remote;
    }

    private static <T> List<T> upTo(int limit, String what, List<T> entries, RequestProblems problems) {
        return problems.isBeyond(what, entries.size(), limit) ? entries.subList(0, limit) : entries;
    }

    private static @Nullable IceCredentials credentials(IceUdpTransport transport, RequestProblems problems) {
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
        problems.raise(RequestWarning.UNUSABLE_ICE_CREDENTIALS, "ufrag and pwd: " + problem);
        return null;
    }

    /** A hash function that is not accepted is no fault of who signals another one, too (RFC 8122 section 5). */
    private static List<DtlsFingerprint> fingerprints(
            List<Fingerprint> offered, List<String> acceptedHashes, RequestProblems problems) {
        List<DtlsFingerprint> fingerprints = new ArrayList<>();
        List<Fingerprint> unaccepted = new ArrayList<>();
        for (Fingerprint fingerprint : offered) {
            if (acceptedHashes.contains(fingerprint.hash().strip().toLowerCase(Locale.ROOT))) {
                DtlsFingerprint.parse(fingerprint.hash(), fingerprint.value())
                        .ifPresentOrElse(
                                fingerprints::add,
                                () -> problems.raise(
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
                problems.raise(
                        RequestWarning.UNUSABLE_FINGERPRINT,
                        "fingerprint with " + abbreviated(fingerprint.hash())
                                + ": expected one of the accepted hash functions " + acceptedHashes
                                + " (jmt.dtls.accepted-fingerprint-hash-functions)");
            } else {
                problems.count(RequestWarning.UNUSABLE_FINGERPRINT);
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
    private static @Nullable DtlsRole localRole(List<Fingerprint> fingerprints, RequestProblems problems) {
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
        problems.count(RequestWarning.UNCLEAR_DTLS_SETUP);
        return fingerprints.stream().anyMatch(fingerprint -> fingerprint.setup() == DtlsSetup.ACTPASS)
                ? DtlsRole.CLIENT
                : null;
    }
}
