package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Media;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.PayloadType;
import org.starbridge.colibri.RelayModify;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;

/** A bridge with one conference whose media is exported, and clients with real sockets. */
public final class ExportedCall implements AutoCloseable {
    public static final String MEETING = "0f8e6a0e-1111-4222-8333-444455556666";
    private static final Media AUDIO = new Media(
            MediaKind.AUDIO,
            List.of(
                    new PayloadType(111, "opus", 48000, 2, Map.of("useinbandfec", "1"), List.of()),
                    new PayloadType(112, "red", 48000, 2, Map.of("", "111/111"), List.of()),
                    new PayloadType(126, "telephone-event", 48000, 1, Map.of(), List.of()),
                    new PayloadType(0, "PCMU", 8000, 1, Map.of(), List.of())),
            List.of(new RtpHeaderExtension(LoopbackMedia.LEVEL_ID, "urn:ietf:params:rtp-hdrext:ssrc-audio-level")),
            true);
    private static final long PATIENCE_NS = 30_000_000_000L;

    private final Bridge bridge;
    private final Colibri2Client colibri;
    private final HttpClient http = HttpClient.newHttpClient();
    private final SecureRandom random = new SecureRandom();
    private final DtlsIdentity identity =
            DtlsIdentity.create(random, Clock.systemUTC().instant());
    private final DtlsHandshakes handshakes = new DtlsHandshakes(1, 20, Duration.ofSeconds(60));
    private final List<LoopbackPeer> peers = new ArrayList<>();
    private final Map<String, String> channelUrls = new HashMap<>();

    /** An empty conference on a bridge with these settings. */
    public ExportedCall(String... settings) throws IOException, InterruptedException {
        List<String> all =
                new ArrayList<>(List.of("starbridge.media.workers", "1", "starbridge.export.allowed-hosts.0", "*"));
        all.addAll(List.of(settings));
        bridge = FreePorts.bridge(all.toArray(new String[0]));
        colibri = new Colibri2Client(URI.create("http://127.0.0.1:" + bridge.privatePort()), Duration.ofSeconds(60));
        colibri.send(ConferenceModify.creating(MEETING, "room@conference.test", List.of()));
    }

    /** The private server's port. */
    public int privatePort() {
        return bridge.privatePort();
    }

    /** A client that is connected and speaks Opus under an SSRC. */
    public LoopbackPeer join(String id, long ssrc) throws Exception {
        LoopbackPeer peer = join(id);
        declare(id, source(id + "-a0", ssrc, false));
        return peer;
    }

    /** A client that is connected and has no sources yet. */
    public LoopbackPeer join(String id) throws Exception {
        LoopbackPeer peer = new LoopbackPeer(bridge.mediaPort(), handshakes, identity, random);
        peers.add(peer);
        EndpointModify request = EndpointModify.builder(id)
                .create(true)
                .capability(Capabilities.SOURCE_NAMES)
                .diarize(id.endsWith("d"))
                .media(AUDIO)
                .transport(new Transport(true, false, false, peer.transport(), null))
                .build();
        ConferenceModified created = colibri.send(ConferenceModify.updating(MEETING, List.of(request)));
        IceUdpTransport remote = Objects.requireNonNull(
                Objects.requireNonNull(created.endpoints().get(0).transport()).iceUdp());
        assertThat(peer.connect(remote, PATIENCE_NS)).isEqualTo("connected");
        channelUrls.put(
                id, remote.webSockets().isEmpty() ? "" : remote.webSockets().getFirst());
        return peer;
    }

    /** Opens the bridge channel of a client that has joined. */
    public ClientChannel channel(String id) throws Exception {
        return ClientChannel.open(http, URI.create(Objects.requireNonNull(channelUrls.get(id))));
    }

    /** A source of audio. */
    public static MediaSource source(String name, long ssrc, boolean isSynthetic) {
        return new MediaSource(MediaKind.AUDIO, name, isSynthetic, List.of(Source.named(ssrc, name)), List.of());
    }

    /** The sources of a client from now on. */
    public void declare(String id, MediaSource... sources) throws Exception {
        colibri.send(ConferenceModify.updating(
                MEETING,
                List.of(EndpointModify.builder(id).sources(List.of(sources)).build())));
    }

    /** Joins two calls, each at a bridge with a relay id of its own, by a relay over a WebSocket. */
    public static void link(ExportedCall one, ExportedCall other) throws Exception {
        IceUdpTransport ofOne = transport(one.relay(creating(other, true)));
        IceUdpTransport ofOther = transport(other.relay(creating(one, false)));
        one.relay(connecting(other, ofOther, DtlsSetup.ACTIVE));
        other.relay(connecting(one, ofOne, DtlsSetup.PASSIVE));
    }

    private static RelayModify creating(ExportedCall to, boolean isInitiator) throws Exception {
        return new RelayModify(
                to.relayId(),
                true,
                false,
                null,
                List.of(AUDIO),
                new Transport(isInitiator, isInitiator, false, null, null),
                null,
                null);
    }

    private static RelayModify connecting(ExportedCall to, IceUdpTransport theirs, DtlsSetup setup) throws Exception {
        IceUdpTransport known = new IceUdpTransport(
                theirs.ufrag(),
                theirs.pwd(),
                null,
                true,
                theirs.candidates(),
                theirs.fingerprints().stream()
                        .map(each -> new Fingerprint(each.hash(), each.value(), setup, false))
                        .toList(),
                setup == DtlsSetup.ACTIVE ? theirs.webSockets() : List.of());
        return new RelayModify(to.relayId(), false, false, null, List.of(), Transport.of(known), null, null);
    }

    /** Says what a client behind the relay to another bridge sends. */
    public void announce(ExportedCall from, String id, MediaSource... sources) throws Exception {
        relay(new RelayModify(
                from.relayId(),
                false,
                false,
                null,
                List.of(),
                null,
                null,
                List.of(EndpointModify.builder(id)
                        .create(true)
                        .sources(List.of(sources))
                        .build())));
    }

    private String relayId() throws Exception {
        return colibri.stats().path("relay_id").asText();
    }

    private ConferenceModified relay(RelayModify relay) throws Exception {
        return colibri.send(new ConferenceModify(MEETING, null, false, false, true, List.of(), List.of(relay), null));
    }

    private static IceUdpTransport transport(ConferenceModified answer) {
        return Objects.requireNonNull(
                Objects.requireNonNull(answer.relays().getFirst().transport()).iceUdp());
    }

    /**
     * Sends a list of exports.
     *
     * @param connects JSON with ' for "
     */
    public HttpResponse<String> connects(String connects) throws Exception {
        return patch("{'connects':[" + connects + "]}");
    }

    /** Sends a change of the conference: JSON with ' for ". */
    public HttpResponse<String> patch(String json) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(
                                "http://127.0.0.1:" + bridge.privatePort() + "/colibri/v2/conferences/" + MEETING))
                        .header("Content-Type", "application/json")
                        .method("PATCH", BodyPublishers.ofString(json.replace('\'', '"')))
                        .build(),
                BodyHandlers.ofString());
    }

    /** An answer of the private server. */
    public String get(String path) throws Exception {
        return http.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + bridge.privatePort() + path))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    /** A figure of the statistics. */
    public long stat(String key) throws Exception {
        JsonNode stats = colibri.stats();
        return stats.path(key).asLong();
    }

    /** Ends the conference. */
    public void expire() throws Exception {
        colibri.send(ConferenceModify.expiring(MEETING));
    }

    @Override
    public void close() {
        peers.forEach(LoopbackPeer::close);
        handshakes.close();
        colibri.close();
        bridge.close();
    }
}
