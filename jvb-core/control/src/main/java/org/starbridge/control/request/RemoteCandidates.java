package org.starbridge.control.request;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Candidate;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.transport.ice.IceCandidate;

/**
 * Reads a peer's ICE candidates. Those that cannot be used are left out and counted, never refused: candidates of other
 * transports, or with a name instead of an address, are usual.
 */
final class RemoteCandidates {
    /** That of the first descriptions; our agents know no other, since each restart has an agent of its own. */
    static final int GENERATION = 0;

    private RemoteCandidates() {}

    static List<IceCandidate> read(
            List<Candidate> offered, int generation, ConferenceLimits limits, RequestProblems problems) {
        List<IceCandidate> candidates = new ArrayList<>();
        for (Candidate candidate : offered) {
            IceCandidate read = isShort(candidate, limits.nameLength()) ? candidate(candidate, generation) : null;
            if (read == null) {
                problems.count(RequestWarning.UNUSABLE_CANDIDATE);
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
}
