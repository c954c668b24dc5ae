package org.starbridge.colibri;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * ICE credentials, candidates and DTLS fingerprints of one side (XEP-0176, XEP-0320).
 *
 * @param ufrag ICE user fragment (RFC 8445 section 5.3); null when not given
 * @param pwd ICE password; null when not given
 * @param iceGeneration 1, 2, 3 ... for the credentials of an ICE restart; null for the established ones
 * @param rtcpMux RTP and RTCP share the component (RFC 5761)
 * @param candidates may be empty: the peer is then discovered as peer-reflexive
 * @param fingerprints may be empty in an update: fingerprints received earlier stay
 * @param webSockets URLs of the bridge channel, best first; empty when the sender has none
 */
public record IceUdpTransport(
        @Nullable String ufrag,
        @Nullable String pwd,
        @Nullable Integer iceGeneration,
        boolean rtcpMux,
        List<Candidate> candidates,
        List<Fingerprint> fingerprints,
        List<String> webSockets) {

    public IceUdpTransport {
        if (iceGeneration != null) {
            Checks.inRange("ice-generation", iceGeneration, 0, Integer.MAX_VALUE);
        }
        candidates = List.copyOf(candidates);
        fingerprints = List.copyOf(fingerprints);
        webSockets = List.copyOf(webSockets);
    }
}
