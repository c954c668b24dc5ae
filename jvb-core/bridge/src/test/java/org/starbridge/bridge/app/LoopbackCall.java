package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;

/** Clients with real sockets in one conference of a bridge, which is upgraded under them. Used by one thread. */
public final class LoopbackCall implements AutoCloseable {
    public static final String MEETING = "0f8e6a0e-1111-4222-8333-444455556666";
    public static final int OPUS = 111;
    public static final long PATIENCE_NS = 60_000_000_000L;

    private final SecureRandom random = new SecureRandom();
    private final DtlsIdentity identity =
            DtlsIdentity.create(random, Clock.systemUTC().instant());
    private final DtlsHandshakes handshakes = new DtlsHandshakes(1, 20, Duration.ofSeconds(60));
    private final List<LoopbackPeer> peers = new ArrayList<>();

    /** The clients, in the order in which they came. */
    public List<LoopbackPeer> peers() {
        return peers;
    }

    /**
     * Creates an endpoint with a microphone, and connects it.
     *
     * @param hasData whether it asks for a data channel, too
     */
    public LoopbackPeer join(Colibri2Client colibri, int udpPort, String id, long ssrc, boolean hasData)
            throws Exception {
        LoopbackPeer peer = new LoopbackPeer(udpPort, handshakes, identity, random);
        peers.add(peer);
        EndpointModify request = EndpointModify.builder(id)
                .create(true)
                .capability(Capabilities.SOURCE_NAMES)
                .media(new Media(
                        MediaKind.AUDIO,
                        List.of(new PayloadType(OPUS, "opus", 48000, 2, Map.of(), List.of())),
                        List.of(),
                        true))
                .sources(List.of(ExportedCall.source(id + "-a0", ssrc, false)))
                .transport(new Transport(
                        true, false, false, peer.transport(), hasData ? new Sctp(5000, Sctp.Role.SERVER) : null))
                .build();
        ConferenceModified created = colibri.send(ConferenceModify.updating(MEETING, List.of(request)));
        IceUdpTransport remote = Objects.requireNonNull(
                Objects.requireNonNull(created.endpoints().get(0).transport()).iceUdp());
        assertThat(peer.connect(remote, PATIENCE_NS)).isEqualTo("connected");
        return peer;
    }

    @Override
    public void close() {
        peers.forEach(LoopbackPeer::close);
        handshakes.close();
    }
}
