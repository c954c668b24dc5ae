package org.starbridge.control.request;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.participant.Endpoint;
import org.starbridge.control.participant.IceRestarts;
import org.starbridge.media.api.MappedAddress;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.ice.IceCandidate;

/** Writes what the bridge says of its own side of a transport: credentials, candidates, fingerprint, channel URLs. */
public final class LocalDescription {
    /** RFC 8445 section 5.1.2.1; each further address gets one less. */
    private static final int BEST_LOCAL_PREFERENCE = 65535;

    private final ConferenceConfig config;
    private final ConferenceEnvironment environment;

    public LocalDescription(ConferenceConfig config, ConferenceEnvironment environment) {
        this.config = config;
        this.environment = environment;
    }

    /** With the bridge's side of SCTP if it was asked for: it waits for the client. */
    public Transport of(String conferenceId, Endpoint endpoint, boolean hasSctp) {
        IceUdpTransport iceUdp = iceUdp(
                conferenceId, endpoint, new IceRestarts.Local(0, endpoint.spec().credentials()));
        return hasSctp
                ? new Transport(false, false, false, iceUdp, new Sctp(RequestRules.SCTP_PORT, Sctp.Role.SERVER))
                : Transport.of(iceUdp);
    }

    /** For an ICE restart. */
    public Transport of(String conferenceId, Endpoint endpoint, IceRestarts.Local local) {
        return Transport.of(iceUdp(conferenceId, endpoint, local));
    }

    private IceUdpTransport iceUdp(String conferenceId, Endpoint endpoint, IceRestarts.Local local) {
        DtlsFingerprint fingerprint =
                endpoint.spec().identity().fingerprint(config.transport().fingerprintHash());
        return new IceUdpTransport(
                local.credentials().ufrag(),
                local.credentials().password(),
                local.generation() == 0 ? null : local.generation(),
                true,
                candidates(config.advertisePrivateCandidates() || endpoint.hasPrivateConnectivity()),
                List.of(new Fingerprint(fingerprint.hash(), fingerprint.value(), setup(endpoint.dtlsRole()), false)),
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

    private List<Candidate> candidates(boolean withPrivate) {
        List<InetSocketAddress> offered = environment.media().localAddresses().stream()
                .filter(local -> config.advertiseLoopbackCandidates()
                        || !local.getAddress().isLoopbackAddress())
                .filter(local -> withPrivate || !isPrivate(local.getAddress()))
                .sorted(Comparator.comparingInt(LocalDescription::distance))
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
                    local.getPort(),
                    IceCandidate.priority(
                            IceCandidate.Type.HOST,
                            BEST_LOCAL_PREFERENCE - candidates.size(),
                            IceCandidate.RTP_COMPONENT)));
        }
        addMapped(candidates, withPrivate, foundations.size());
        return candidates;
    }

    /** Behind a NAT that forwards the port: what it looks like from outside. A hidden base is not told (RFC 8839 section 5.1). */
    private void addMapped(List<Candidate> candidates, boolean withPrivate, int firstFoundation) {
        int foundation = firstFoundation;
        int preference = BEST_LOCAL_PREFERENCE;
        for (MappedAddress each : environment.media().mappedAddresses()) {
            InetSocketAddress base = each.local();
            boolean isHidden = !withPrivate && isPrivate(base.getAddress());
            String hidden = base.getAddress() instanceof Inet6Address ? "::" : "0.0.0.0";
            candidates.add(new Candidate(
                    IceCandidate.RTP_COMPONENT,
                    Integer.toString(++foundation),
                    0,
                    Long.toHexString(environment.random().nextLong()),
                    literal(each.mapped().getAddress()),
                    0,
                    each.mapped().getPort(),
                    IceCandidate.priority(IceCandidate.Type.SRFLX, preference--, IceCandidate.RTP_COMPONENT),
                    "udp",
                    "srflx",
                    isHidden ? hidden : literal(base.getAddress()),
                    isHidden ? 9 : base.getPort(),
                    null));
        }
    }

    /** Which addresses to prefer: those that reach furthest. Among equals the media plane's order stays. */
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

    private List<String> webSockets(String conferenceId, Endpoint endpoint) {
        String id = URLEncoder.encode(endpoint.id(), StandardCharsets.UTF_8).replace("+", "%20");
        String rest = "/colibri-ws/%s/%s/%s?pwd=%s"
                .formatted(config.webSocketServerId(), conferenceId, id, endpoint.channelPassword());
        return config.webSocketBaseUrls().stream().map(base -> base + rest).toList();
    }

    /** A word of letters and digits. */
    public static String alphanumeric(RandomGenerator random, int length) {
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        StringBuilder word = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            word.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return word.toString();
    }
}
