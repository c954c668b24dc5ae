package org.starbridge.control.request;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Transport;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.participant.IceRestarts;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.transport.ice.IceCredentials;

/**
 * Reads a peer's description of its transport, with {@link RemoteCandidates} and {@link RemoteFingerprints}. Values
 * that cannot be used are reported to {@link RequestProblems}.
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
                RemoteFingerprints.read(fingerprints, acceptedHashes, problems),
                RemoteFingerprints.localRole(fingerprints, problems));
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
}
