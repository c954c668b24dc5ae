package org.starbridge.media.api;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceCredentials;

/**
 * Transport of a peer, as a description gives it.
 *
 * @param iceRestart the ICE restart whose agent it is for; null for the agent that carries media
 * @param credentials the peer's ICE credentials; null leaves those known
 * @param candidates further candidates, normally none: they are learned as peer reflexive
 * @param fingerprints further acceptable certificate fingerprints; none leaves those known
 * @param localDtlsRole our DTLS role as the peer's {@code setup} implies: {@code active} makes us the server; null
 *     while the peer has not said
 */
public record RemoteTransport(
        @Nullable Integer iceRestart,
        @Nullable IceCredentials credentials,
        List<IceCandidate> candidates,
        List<DtlsFingerprint> fingerprints,
        @Nullable DtlsRole localDtlsRole) {
    /** For the agent that carries media. */
    public RemoteTransport(
            @Nullable IceCredentials credentials,
            List<IceCandidate> candidates,
            List<DtlsFingerprint> fingerprints,
            @Nullable DtlsRole localDtlsRole) {
        this(null, credentials, candidates, fingerprints, localDtlsRole);
    }

    public RemoteTransport {
        candidates = List.copyOf(candidates);
        fingerprints = List.copyOf(fingerprints);
    }
}
