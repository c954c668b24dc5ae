package org.starbridge.hammer.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.xmpp.Prosody;
import org.starbridge.bridge.xmpp.ScriptedFocus;
import org.starbridge.colibri.xmpp.BreweryClient;
import org.starbridge.colibri.xmpp.BreweryPlace;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.client.ConferenceGroup;
import org.starbridge.hammer.client.link.BridgePaths;
import org.starbridge.hammer.client.plan.BridgeSpread;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.signalling.ColibriRequests;
import org.starbridge.hammer.client.signalling.MeshBridge;
import org.starbridge.hammer.client.signalling.MeshSignalling;
import org.starbridge.hammer.client.signalling.MeshSignalling.RelayChannelKind;
import org.starbridge.hammer.media.file.BundledMedia;
import org.starbridge.transport.link.LinkConditions;

/**
 * A mesh of three bridges under a focus, as Jicofo forms it: the bridges are in the room of a real XMPP server, say
 * there what Jicofo pairs them by, and get their relays by Colibri2 over XMPP.
 */
@Timeout(120)
class XmppMeshTest {
    private static final int BRIDGES = 3;
    private static final int ENDPOINTS = 6;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T open(T resource) {
        opened.add(resource);
        return resource;
    }

    private URI bridge(int number) throws Exception {
        Bridge bridge = open(FreePorts.bridge(
                "videobridge.relay.enabled",
                "true",
                "videobridge.relay.region",
                "region-" + number,
                "videobridge.relay.relay-id",
                "bridge-" + number,
                "starbridge.media.workers",
                "1"));
        return URI.create("http://127.0.0.1:" + bridge.privatePort());
    }

    private static BreweryPlace place(Prosody prosody, String account, String nickname) {
        return new BreweryPlace(
                "127.0.0.1", prosody.port(), Prosody.DOMAIN, account, Prosody.PASSWORD, Prosody.ROOM, nickname);
    }

    /** With SCTP between bridges, which is Jicofo's default. */
    @Test
    void everyPacketArrivesAcrossTheMesh() throws Exception {
        Prosody prosody = open(Prosody.start(folder));
        ScriptedFocus room = open(ScriptedFocus.join(prosody, "watcher"));
        List<MeshBridge> mesh = new ArrayList<>();
        Set<String> versions = new HashSet<>();
        for (int i = 0; i < BRIDGES; i++) {
            URI url = bridge(i);
            MucClients.add(url, place(prosody, "jvb", "jvb-" + i));
            Map<String, String> presence = room.awaitBridge("jvb-" + i);
            assertThat(presence).containsEntry("relay_id", "bridge-" + i).containsEntry("region", "region-" + i);
            versions.add(presence.getOrDefault("version", ""));
            BreweryClient focus = open(BreweryClient.join(place(prosody, "focus", "focus-" + i)));
            focus.awaitBridge("jvb-" + i, PATIENCE);
            mesh.add(MeshBridge.askedBy(focus, url, "bridge-" + i));
        }
        assertThat(versions)
                .as("Jicofo pairs bridges of one version")
                .hasSize(1)
                .doesNotContain("");

        BridgeSpread spread = new BridgeSpread(BRIDGES, false, -1);
        ConferenceOptions options = ConferenceOptions.builder(
                        null, ENDPOINTS, 0, BundledMedia.audio(), List.of(BundledMedia.video()))
                .spread(spread)
                .sampleEvery(1)
                .joinTimeout(PATIENCE)
                .build();
        MeshSignalling signalling = new MeshSignalling(
                mesh,
                spread,
                RelayChannelKind.SCTP,
                UUID.randomUUID().toString(),
                new ColibriRequests(
                        options.sent().videoCodec(),
                        options.sent().rtx(),
                        options.reception().ssrcRewriting(),
                        options.channel().kind()),
                new BridgePaths(LinkConditions.PERFECT, LinkConditions.PERFECT));
        try (ConferenceGroup group = new ConferenceGroup(options, new ClientConference(options, signalling))) {
            ClientConference conference = group.first();
            conference.join();
            Prosody.await(
                    "everybody to receive everybody", () -> conference.missing().isEmpty());
            conference.openWindow();
            long before = conference.gauge().packetsReceived();
            Prosody.await("some packets", () -> conference.gauge().packetsReceived() > before + 3_000);
            conference.stopSending();
            group.drain(Duration.ofMillis(300), Duration.ofSeconds(5));
            for (ReceiverCount count : conference.counts()) {
                assertThat(count.couples()).isEqualTo(ENDPOINTS - 1);
                assertThat(count.received().lost()).isZero();
                assertThat(count.received().duplicates()).isZero();
                assertThat(count.content().errors()).isZero();
            }
            String others = Integer.toString(ENDPOINTS * 2 / BRIDGES);
            Prosody.await(
                    "endpoints of other bridges to show in presence",
                    () -> others.equals(room.awaitBridge("jvb-0").get("octo_endpoints")));
            assertThat(room.awaitBridge("jvb-0")).containsEntry("octo_conferences", "1");
        }
    }
}
