package org.starbridge.control.request;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.colibri.Candidate;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.media.api.MappedAddress;
import org.starbridge.transport.ice.IceCandidate;

/** The ICE candidates that the bridge offers: its addresses and their mappings by a NAT. Any thread. */
final class LocalCandidates {
    /** RFC 8445 section 5.1.2.1; each further address gets one less. */
    private static final int BEST_LOCAL_PREFERENCE = 65535;

    private final boolean withLoopback;
    private final ConferenceEnvironment environment;

    LocalCandidates(boolean withLoopback, ConferenceEnvironment environment) {
        this.withLoopback = withLoopback;
        this.environment = environment;
    }

    /**
     * Returns the candidates that are offered.
     *
     * @param withPrivate whether private addresses are among them (RFC 1918, fc00::/7)
     * @param uniquePort in place of the shared port; 0 if there is none
     */
    List<Candidate> offered(boolean withPrivate, int uniquePort) {
        List<InetSocketAddress> offered = environment.media().localAddresses().stream()
                .filter(local -> withLoopback || !local.getAddress().isLoopbackAddress())
                .filter(local -> withPrivate || !isPrivate(local.getAddress()))
                .sorted(Comparator.comparingInt(LocalCandidates::distance))
                .toList();
        Map<InetAddress, String> foundations = new LinkedHashMap<>();
        List<Candidate> candidates = new ArrayList<>();
        for (InetSocketAddress local : offered) {
            String foundation =
                    foundations.computeIfAbsent(local.getAddress(), _ -> Integer.toString(foundations.size() + 1));
            candidates.add(Candidate.host(
                    foundation,
                    Long.toHexString(environment.random().nextLong()),
                    literal(local.getAddress()),
                    portOf(local, uniquePort),
                    IceCandidate.priority(
                            IceCandidate.Type.HOST,
                            BEST_LOCAL_PREFERENCE - candidates.size(),
                            IceCandidate.RTP_COMPONENT)));
        }
        addMapped(candidates, withPrivate, uniquePort, foundations.size());
        return candidates;
    }

    /**
     * Behind a NAT that forwards the port: what it looks like from outside. A hidden base is left out (RFC 8839 section
     * 5.1). A unique port is forwarded only by a NAT that changes addresses and no ports.
     */
    private void addMapped(List<Candidate> candidates, boolean withPrivate, int uniquePort, int firstFoundation) {
        int foundation = firstFoundation;
        int preference = BEST_LOCAL_PREFERENCE;
        for (MappedAddress each : environment.media().mappedAddresses()) {
            InetSocketAddress base = each.local();
            if (uniquePort != 0 && each.mapped().getPort() != base.getPort()) {
                continue;
            }
            boolean isHidden = !withPrivate && isPrivate(base.getAddress());
            String hidden = base.getAddress() instanceof Inet6Address ? "::" : "0.0.0.0";
            candidates.add(new Candidate(
                    IceCandidate.RTP_COMPONENT,
                    Integer.toString(++foundation),
                    0,
                    Long.toHexString(environment.random().nextLong()),
                    literal(each.mapped().getAddress()),
                    0,
                    portOf(each.mapped(), uniquePort),
                    IceCandidate.priority(IceCandidate.Type.SRFLX, preference--, IceCandidate.RTP_COMPONENT),
                    "udp",
                    "srflx",
                    isHidden ? hidden : literal(base.getAddress()),
                    isHidden ? 9 : portOf(base, uniquePort),
                    null));
        }
    }

    private static int portOf(InetSocketAddress shared, int uniquePort) {
        return uniquePort == 0 ? shared.getPort() : uniquePort;
    }

    /**
     * Returns the rank of an address: those that reach furthest are preferred. Among equals the media plane's order
     * stays.
     */
    private static int distance(InetSocketAddress local) {
        InetAddress address = local.getAddress();
        return address.isLoopbackAddress() ? 2 : address.isLinkLocalAddress() ? 1 : 0;
    }

    private static boolean isPrivate(InetAddress address) {
        boolean uniqueLocal = address instanceof Inet6Address && (address.getAddress()[0] & 0xFE) == 0xFC;
        return address.isSiteLocalAddress() || uniqueLocal;
    }

    /** Without the scope that only means something on this machine. */
    private static String literal(InetAddress address) {
        String text = address.getHostAddress();
        int scope = text.indexOf('%');
        return scope < 0 ? text : text.substring(0, scope);
    }
}
