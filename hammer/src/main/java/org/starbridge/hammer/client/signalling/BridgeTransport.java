package org.starbridge.hammer.client.signalling;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Transport;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceCredentials;

/**
 * Transport of a bridge for an endpoint, ready for ICE and DTLS.
 *
 * @param candidates UDP only, with literal addresses; the loopback ones alone if the bridge runs on this machine and
 *     has any, so that a test on one machine stays there
 * @param webSockets URLs of the bridge channel; may be empty
 * @param hasDataChannel whether the bridge awaits an SCTP association
 * @param numbers what media is called on the wire
 * @param ssrcs under which SSRCs the endpoint gets sources, by their names, if the answer says it and not the bridge
 *     channel
 */
public record BridgeTransport(
        IceCredentials credentials,
        List<IceCandidate> candidates,
        List<DtlsFingerprint> fingerprints,
        List<URI> webSockets,
        boolean hasDataChannel,
        NegotiatedMedia numbers,
        Map<String, Integer> ssrcs) {
    private static final Pattern LITERAL_ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.%]*");

    public BridgeTransport {
        candidates = List.copyOf(candidates);
        fingerprints = List.copyOf(fingerprints);
        webSockets = List.copyOf(webSockets);
        ssrcs = Map.copyOf(ssrcs);
    }

    /** The same, with the SSRCs of the answer. */
    public BridgeTransport withSsrcs(Map<String, Integer> told) {
        return new BridgeTransport(credentials, candidates, fingerprints, webSockets, hasDataChannel, numbers, told);
    }

    /**
     * Reads an answer.
     *
     * @param endpoint that it is for
     * @param ice null if it has none
     * @param host the server that was asked; if it is this machine, the bridge is taken to be here, too
     * @throws LoadTestException if something is missing without which an endpoint can not join
     */
    public static BridgeTransport of(
            String endpoint,
            @Nullable IceUdpTransport ice,
            boolean hasDataChannel,
            String host,
            NegotiatedMedia numbers) {
        if (ice == null || ice.ufrag() == null || ice.pwd() == null) {
            throw new LoadTestException("the bridge answered without ICE credentials for endpoint " + endpoint
                    + ": is it a Colibri2 bridge that supports ICE over UDP?");
        }
        List<IceCandidate> candidates = preferred(usable(ice.candidates()), host);
        if (candidates.isEmpty()) {
            throw new LoadTestException("the bridge offers endpoint " + endpoint + " no UDP address (it offered "
                    + ice.candidates().size() + " candidates): does its configuration exclude all interfaces?");
        }
        List<DtlsFingerprint> fingerprints = new ArrayList<>();
        for (Fingerprint fingerprint : ice.fingerprints()) {
            DtlsFingerprint.parse(fingerprint.hash(), fingerprint.value()).ifPresent(fingerprints::add);
        }
        return new BridgeTransport(
                new IceCredentials(ice.ufrag(), ice.pwd()),
                candidates,
                fingerprints,
                ice.webSockets().stream().map(URI::create).toList(),
                hasDataChannel,
                numbers,
                Map.of());
    }

    /**
     * Reads the answer to the creation of an endpoint.
     *
     * @param host the server that was asked
     * @throws LoadTestException if something is missing without which it can not join
     */
    static BridgeTransport of(EndpointModified answered, String host) {
        Transport transport = answered.transport();
        IceUdpTransport ice = transport == null ? null : transport.iceUdp();
        boolean hasDataChannel = transport != null && transport.sctp() != null;
        return of(answered.id(), ice, hasDataChannel, host, NegotiatedMedia.OURS);
    }

    public List<InetSocketAddress> addresses() {
        return candidates.stream().map(IceCandidate::address).toList();
    }

    private static List<IceCandidate> usable(List<Candidate> offered) {
        List<IceCandidate> usable = new ArrayList<>();
        for (Candidate candidate : offered) {
            boolean isUdp = candidate.protocol().equals("udp") && candidate.component() == IceCandidate.RTP_COMPONENT;
            if (isUdp && LITERAL_ADDRESS.matcher(candidate.ip()).matches()) {
                usable.add(new IceCandidate(
                        candidate.foundation(),
                        candidate.component(),
                        candidate.protocol(),
                        candidate.priority(),
                        new InetSocketAddress(literal(candidate.ip()), candidate.port()),
                        type(candidate.type()),
                        String.valueOf(candidate.id()),
                        0));
            }
        }
        return usable;
    }

    private static IceCandidate.Type type(String name) {
        return switch (name) {
            case "srflx" -> IceCandidate.Type.SRFLX;
            case "prflx" -> IceCandidate.Type.PRFLX;
            case "relay" -> IceCandidate.Type.RELAY;
            default -> IceCandidate.Type.HOST;
        };
    }

    private static InetAddress literal(String ip) {
        try {
            return InetAddress.getByName(ip); // a literal, so nothing is looked up
        } catch (UnknownHostException e) {
            throw new LoadTestException(
                    "the bridge offers the candidate address \"" + ip + "\": expected an IP address", e);
        }
    }

    private static List<IceCandidate> preferred(List<IceCandidate> candidates, String host) {
        try {
            if (InetAddress.getByName(host).isLoopbackAddress()) {
                List<IceCandidate> loopback = candidates.stream()
                        .filter(each -> each.address().getAddress().isLoopbackAddress())
                        .toList();
                return loopback.isEmpty() ? candidates : loopback;
            }
        } catch (UnknownHostException e) {
            throw new LoadTestException("the host \"" + host + "\" has no address", e);
        }
        return candidates;
    }
}
