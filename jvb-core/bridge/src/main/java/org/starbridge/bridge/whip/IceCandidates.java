package org.starbridge.bridge.whip;

import java.util.List;
import java.util.Map;
import org.starbridge.sdp.attribute.Candidate;

/** Candidates of SDP as those of Colibri2, and the other way round. */
final class IceCandidates {
    /** More are not read: a client with many interfaces has twenty. */
    private static final int MAX_CANDIDATES = 64;

    private static final int RTP_COMPONENT = 1;

    private IceCandidates() {}

    /** Those for RTP; whether one can be used is decided where all requests are read. */
    static List<org.starbridge.colibri.Candidate> read(List<Candidate> offered) {
        return offered.stream()
                .filter(candidate -> candidate.component() == RTP_COMPONENT)
                .limit(MAX_CANDIDATES)
                .map(IceCandidates::read)
                .toList();
    }

    private static org.starbridge.colibri.Candidate read(Candidate candidate) {
        return new org.starbridge.colibri.Candidate(
                candidate.component(),
                candidate.foundation(),
                0,
                null,
                candidate.address(),
                0,
                candidate.port(),
                candidate.priority(),
                candidate.protocol(),
                candidate.type(),
                candidate.relatedAddress(),
                candidate.relatedPort() < 0 ? null : candidate.relatedPort(),
                candidate.extensions().get("tcptype"));
    }

    static List<Candidate> write(List<org.starbridge.colibri.Candidate> candidates) {
        return candidates.stream()
                .map(candidate -> new Candidate(
                        candidate.foundation(),
                        candidate.component(),
                        candidate.protocol(),
                        candidate.priority(),
                        candidate.ip(),
                        candidate.port(),
                        candidate.type(),
                        candidate.relAddr(),
                        candidate.relPort() == null ? -1 : candidate.relPort(),
                        Map.of()))
                .toList();
    }
}
