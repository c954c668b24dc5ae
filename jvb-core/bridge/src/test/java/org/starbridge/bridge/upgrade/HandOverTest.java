package org.starbridge.bridge.upgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.ExportedCall;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.app.LoopbackCall;
import org.starbridge.bridge.app.LoopbackMedia;
import org.starbridge.bridge.app.LoopbackPeer;
import org.starbridge.bridge.upgrade.UpgradeChannel.Message;
import org.starbridge.bridge.upgrade.UpgradeChannel.Message.Kind;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.transport.platform.UnixSocket;
import org.starbridge.transport.udp.UdpIo;

/** A new process that fails at each step of a hand-over: the running bridge goes on as if nothing had been asked. */
class HandOverTest {
    private static final String MEETING = LoopbackCall.MEETING;
    private static final long PATIENCE_NS = LoopbackCall.PATIENCE_NS;
    private static final int OPUS = LoopbackCall.OPUS;

    @TempDir
    Path folder;

    private final LoopbackCall call = new LoopbackCall();
    private final List<LoopbackPeer> peers = call.peers();
    private Bridge bridge;
    private Colibri2Client colibri;
    private int sent;

    @BeforeEach
    void start() throws Exception {
        assumeThat(UdpIo.probe().io()).isEqualTo(UdpIo.NATIVE);
        bridge = FreePorts.bridge("starbridge.upgrade.directory", folder.toString(), "starbridge.media.workers", "1");
        colibri = new Colibri2Client(URI.create("http://127.0.0.1:" + bridge.privatePort()), Duration.ofSeconds(60));
        colibri.send(ConferenceModify.creating(MEETING, "room@conference.test", List.of()));
        join("a", 1001);
        join("b", 1002);
        peers.forEach(LoopbackPeer::media); // from now on they take what comes
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (peers.get(1).media().take().isEmpty() && System.nanoTime() < endNs) { // the bridge may be ready later
            peers.get(0).media().send(1001, OPUS, 900 + sent, 960 * sent, -1, false, new byte[8]);
            sent++;
            peers.get(1).receiveFor(20_000_000);
        }
        peers.get(1).receiveFor(100_000_000);
        peers.get(1).media().take();
    }

    @AfterEach
    void close() {
        call.close();
        colibri.close();
        bridge.close();
    }

    private void join(String id, long ssrc) throws Exception {
        call.join(colibri, bridge.mediaPort(), id, ssrc, false);
    }

    /** A new process up to a step. */
    @FunctionalInterface
    private interface NewProcess {
        void run(UpgradeChannel channel) throws IOException;
    }

    private void connect(NewProcess process) throws IOException {
        try (UnixSocket socket = UnixSocket.connect(folder.resolve("starbridge-" + bridge.mediaPort() + ".sock"))) {
            UpgradeChannel channel = new UpgradeChannel(socket);
            channel.timeoutMs(20_000);
            process.run(channel);
        }
    }

    private Map<String, String> settings() {
        return new TreeMap<>(Map.of(
                "videobridge.ice.udp.port", Integer.toString(bridge.mediaPort()),
                "videobridge.http-servers.public.port", Integer.toString(bridge.publicPort()),
                "videobridge.http-servers.private.port", Integer.toString(bridge.privatePort()),
                "videobridge.websockets.server-id", "default-id",
                "starbridge.media.workers", "1"));
    }

    /** Packets pass, each once, and requests are answered. */
    private void assertGoesOn(String after) throws Exception {
        Set<Integer> missing = new HashSet<>();
        List<Integer> arrived = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            missing.add(sent);
            byte[] payload = {(byte) (sent >>> 8), (byte) sent, 1, 2, 3, 4, 5, 6};
            peers.get(0).media().send(1001, OPUS, 900 + sent, 960 * sent, -1, false, payload);
            sent++;
        }
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (!missing.isEmpty() && System.nanoTime() < endNs) {
            peers.get(0).receiveFor(1_000_000);
            peers.get(1).receiveFor(5_000_000);
            for (LoopbackMedia.Received packet : peers.get(1).media().take()) {
                int number = ((packet.payload()[0] & 0xFF) << 8) | (packet.payload()[1] & 0xFF);
                arrived.add(number);
                missing.remove(number);
            }
        }
        assertThat(missing).as("lost after " + after).isEmpty();
        assertThat(arrived).as(after).doesNotHaveDuplicates();
        assertThat(colibri.stats().path("endpoints").asInt()).as(after).isEqualTo(2);
        colibri.send(ConferenceModify.updating(
                MEETING,
                List.of(EndpointModify.builder("b")
                        .sources(List.of(ExportedCall.source("b-a0", 1002, false)))
                        .build())));
    }

    @Test
    void theBridgeGoesOnWhateverBecomesOfTheOther() throws Exception {
        assertGoesOn("the start");
        connect(_ -> {});
        assertGoesOn("a connection without a word");
        connect(channel -> channel.hello(settings()));
        assertGoesOn("a greeting");
        connect(channel -> {
            channel.hello(settings());
            assertThat(channel.expect(Kind.SOCKETS).descriptors()).hasSize(1);
        });
        assertGoesOn("the sockets");
        connect(channel -> {
            channel.hello(settings());
            channel.expect(Kind.SOCKETS);
            channel.send(Kind.PREPARED);
            channel.expect(Kind.CONFERENCE);
        });
        assertGoesOn("the record of a conference");
        connect(channel -> {
            receiveAll(channel);
            channel.refuse("the new process has no memory");
        });
        assertGoesOn("a refusal");
        connect(channel -> {
            receiveAll(channel);
            channel.send(Kind.PREPARED);
        });
        assertGoesOn("a wrong message");
        connect(this::receiveAll);
        assertGoesOn("an end before the conferences were acknowledged");
    }

    private void receiveAll(UpgradeChannel channel) throws IOException {
        channel.hello(settings());
        channel.expect(Kind.SOCKETS);
        channel.send(Kind.PREPARED);
        Message message = channel.expect(Kind.CONFERENCE);
        int media = 0;
        while (message.kind() != Kind.END) {
            message = channel.expect(Kind.MEDIA, Kind.END);
            media += message.kind() == Kind.MEDIA ? 1 : 0;
        }
        assertThat(media).isEqualTo(2);
    }

    @Test
    void anotherSettingAndAnotherVersionAreNamed() throws Exception {
        Map<String, String> other = settings();
        other.put("videobridge.websockets.server-id", "other");
        assertThatThrownBy(() -> connect(channel -> {
                    channel.hello(other);
                    channel.expect(Kind.SOCKETS);
                }))
                .isInstanceOf(UpgradeException.class)
                .hasMessageContaining("videobridge.websockets.server-id is other");
        assertThatThrownBy(() -> connect(channel -> {
                    channel.send(Kind.HELLO, List.of(), out -> out.writeInt(UpgradeChannel.VERSION + 1));
                    channel.expect(Kind.SOCKETS);
                }))
                .hasMessageContaining("by version " + (UpgradeChannel.VERSION + 1));
        assertGoesOn("two refusals");
    }
}
