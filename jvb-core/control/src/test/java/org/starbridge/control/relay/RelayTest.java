package org.starbridge.control.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.bandwidth.FeedbackKind;
import org.starbridge.bandwidth.Reason;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.RelayModified;
import org.starbridge.colibri.RelayModify;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.colibri.Transport;
import org.starbridge.control.channel.BridgeChannel.CloseReason;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.conference.FakeMediaPlane.FakeEndpoint;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.conference.TestBridge.FakeChannel;
import org.starbridge.control.conference.TestConfig;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.RelayPolicy;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.speech.SpeechActivity;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Reception;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.srtp.SrtpProfile;

/** A bridge with an endpoint "aa" whose conference has relays to other bridges. */
class RelayTest {
    private static final int AUDIO_A = 11;
    private static final int VIDEO_A = 21;
    private static final int AUDIO_B = 111;
    private static final int VIDEO_B = 121;

    private final TestBridge bridge = new TestBridge(new TestConfig()
            .relay(new RelayPolicy("jvb-a", List.of("wss://relay.example")))
            .build());

    @BeforeEach
    void join() {
        bridge.with("aa");
        bridge.declare("aa", audio("aa", AUDIO_A), video("aa", VIDEO_A));
    }

    private static MediaSource audio(String id, int ssrc) {
        return TestBridge.source(MediaKind.AUDIO, id + "-a0", ssrc);
    }

    /** Three encodings. */
    private static MediaSource video(String id, int ssrc) {
        return TestBridge.grouped(
                TestBridge.source(MediaKind.VIDEO, id + "-v0", ssrc, ssrc + 1, ssrc + 2),
                new SsrcGroup("SIM", List.of((long) ssrc, ssrc + 1L, ssrc + 2L)));
    }

    private static EndpointModify announcing(String id, MediaSource... sources) {
        return EndpointModify.builder(id)
                .create(true)
                .statsId("Bob")
                .sources(List.of(sources))
                .build();
    }

    private static RelayModify creating(String id, String meshId, EndpointModify... endpoints) {
        return new RelayModify(
                id,
                true,
                false,
                meshId,
                List.of(TestBridge.audio(), TestBridge.video()),
                new Transport(true, true, false, null, null),
                null,
                List.of(endpoints));
    }

    private static RelayModify updating(String id, @Nullable Transport transport, EndpointModify... endpoints) {
        return new RelayModify(id, false, false, null, List.of(), transport, null, List.of(endpoints));
    }

    private RelayModified modify(RelayModify relay) {
        List<RelayModified> answers = bridge.colibri
                .handle(new ConferenceModify(
                        TestBridge.MEETING, null, false, false, true, List.of(), List.of(relay), null))
                .relays();
        assertThat(answers).hasSize(1);
        return answers.getFirst();
    }

    private void assertRefused(RelayModify relay, Condition condition, String words) {
        assertThatThrownBy(() -> modify(relay))
                .isInstanceOfSatisfying(
                        Colibri2Exception.class, e -> assertThat(e.condition()).isEqualTo(condition))
                .hasMessageContaining(words);
    }

    private RelayModified withRelay(String id, String meshId, String participant, int audio, int video) {
        return modify(
                creating(id, meshId, announcing(participant, audio(participant, audio), video(participant, video))));
    }

    private ForwardingTable.Transport table(String id) {
        return bridge.media.transport(id);
    }

    /** The channel of a relay, open, after the time in which the other bridge says what it wants. */
    private Channel open(String relayId, RelayModified answer) {
        IceUdpTransport ice = Objects.requireNonNull(
                Objects.requireNonNull(answer.transport()).iceUdp());
        URI url = URI.create(ice.webSockets().getFirst());
        String[] path = url.getPath().split("/");
        assertThat(path).containsExactly("", "colibri-relay-ws", "jvb1", path[3], relayId);
        String password = url.getQuery().substring("pwd=".length());
        assertThat(bridge.conferences.relayChannel(path[3], relayId, "wrong")).isEmpty();
        ChannelSlot slot =
                bridge.conferences.relayChannel(path[3], relayId, password).orElseThrow();
        Channel channel = new Channel(slot);
        slot.onOpen(channel.socket);
        return channel;
    }

    private void settle() {
        for (int i = 0; i < 10 && !bridge.later.isEmpty(); i++) {
            bridge.nowNs.addAndGet(1_000_000_000);
            new ArrayList<>(bridge.later).forEach(task -> {
                bridge.later.remove(task);
                task.run();
            });
        }
    }

    private static final class Channel {
        final FakeChannel socket = new FakeChannel();
        final ChannelSlot slot;

        Channel(ChannelSlot slot) {
            this.slot = slot;
        }

        void say(String json) {
            slot.onText(socket, json);
        }
    }

    @Test
    void theAnswerHasATransportAndAWebSocketForTheOtherBridge() {
        Transport transport =
                Objects.requireNonNull(modify(creating("jvb-b", "0")).transport());
        IceUdpTransport ice = Objects.requireNonNull(transport.iceUdp());
        assertThat(ice.fingerprints()).extracting(Fingerprint::setup).containsExactly(DtlsSetup.ACTPASS);
        assertThat(ice.candidates()).isNotEmpty();
        assertThat(ice.webSockets()).hasSize(1);
        assertThat(transport.sctp()).isNull();
        assertThat(bridge.counters.get(ConferenceCounter.RELAYS_CREATED)).isEqualTo(1);
    }

    @Test
    void refusalsNameWhatIsWrong() {
        modify(creating("jvb-b", "0"));
        assertRefused(creating("jvb-b", "0"), Condition.CONFLICT, "already exists");
        assertRefused(updating("jvb-c", null), Condition.BAD_REQUEST, "no such relay: jvb-c");
        assertRefused(creating("../x", "0"), Condition.BAD_REQUEST, "relay id");
        assertRefused(
                new RelayModify("jvb-d", true, false, "0", List.of(), null, null, null),
                Condition.BAD_REQUEST,
                "no transport");
        assertRefused(
                new RelayModify(
                        "jvb-d",
                        true,
                        false,
                        "0",
                        List.of(),
                        new Transport(true, false, false, null, new Sctp(5001, Sctp.Role.CLIENT)),
                        null,
                        null),
                Condition.BAD_REQUEST,
                "sctp port 5001");
        assertRefused(
                new RelayModify(
                        "jvb-d",
                        true,
                        false,
                        "0",
                        List.of(),
                        new Transport(true, false, false, null, new Sctp(null, Sctp.Role.CLIENT)),
                        null,
                        null),
                Condition.FEATURE_NOT_IMPLEMENTED,
                "videobridge.sctp.enabled");
        assertThat(modify(new RelayModify("jvb-x", false, true, null, List.of(), null, null, null))
                        .expire())
                .as("an unknown one is expired")
                .isTrue();
    }

    @Test
    void participantsBehindARelayAreSentToEndpointsAndTheOtherWayRound() {
        withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B);
        assertThat(bridge.received("aa")).containsExactlyInAnyOrder(AUDIO_B, VIDEO_B);
        assertThat(table("jvb-b").receivedStreams()).containsExactlyInAnyOrder(AUDIO_A, VIDEO_A);
        assertThat(table("jvb-b").reception()).isEqualTo(Reception.EVERY_ENCODING);
        assertThat(table("jvb-b").participants()).hasSize(1);
        assertThat(table("jvb-b").participants().getFirst().key())
                .as("is not its transport's")
                .isNotEqualTo(table("jvb-b").endpointKey());
        assertThat(table("jvb-b").participants().getFirst().streams())
                .extracting(ForwardingTable.Stream::ssrc)
                .containsExactlyInAnyOrder(AUDIO_B, VIDEO_B, VIDEO_B + 1, VIDEO_B + 2);
    }

    @Test
    void mediaSectionsEndAtTheBridgeAndFeedbackIsNotPromised() {
        modify(creating("jvb-b", "0"));
        assertThat(table("jvb-b").payloadTypes().values())
                .noneMatch(type -> type.supportsRemb() || type.supportsTransportFeedback())
                .isNotEmpty();
        assertThat(table("jvb-b").extensionIds().keySet())
                .noneMatch(uri -> uri.contains("mid") || uri.contains("abs-send-time"));
    }

    @Test
    void sourcesChangeAndParticipantsLeave() {
        withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B);
        modify(updating(
                "jvb-b",
                null,
                EndpointModify.builder("bb")
                        .sources(List.of(audio("bb", AUDIO_B)))
                        .build(),
                EndpointModify.builder("unknown")
                        .sources(List.of(audio("x", 5)))
                        .build()));
        assertThat(bridge.received("aa")).containsExactly(AUDIO_B);
        modify(updating("jvb-b", null, EndpointModify.expiring("bb")));
        assertThat(bridge.received("aa")).isEmpty();
        assertThat(table("jvb-b").participants()).isEmpty();
    }

    @Test
    void aParticipantThatMovesBringsItsSsrcsAlongAndTheOldBridgeCannotEndIt() {
        withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B);
        withRelay("jvb-c", "0", "bb", AUDIO_B, VIDEO_B);
        assertThat(table("jvb-b").participants()).isEmpty();
        assertThat(table("jvb-c").participants()).hasSize(1);
        modify(updating("jvb-b", null, EndpointModify.expiring("bb")));
        assertThat(bridge.received("aa")).containsExactlyInAnyOrder(AUDIO_B, VIDEO_B);
    }

    @Test
    void withinAMeshNothingIsPassedOnBetweenMeshesEverythingIs() {
        withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B);
        modify(creating("jvb-c", "0"));
        modify(creating("jvb-d", "1"));
        assertThat(table("jvb-c").receivedStreams()).containsExactlyInAnyOrder(AUDIO_A, VIDEO_A);
        assertThat(table("jvb-d").receivedStreams()).containsExactlyInAnyOrder(AUDIO_A, VIDEO_A, AUDIO_B, VIDEO_B);
        assertThat(table("jvb-b").receivedStreams()).containsExactlyInAnyOrder(AUDIO_A, VIDEO_A);
    }

    @Test
    void anotherBridgeGetsOnlyWhatItWantsAndUpToThatHeight() {
        Channel channel = open("jvb-b", withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B));
        assertThat(table("jvb-b").receivedStreams()).as("before it could say").contains(VIDEO_A);
        settle();
        assertThat(table("jvb-b").receivedStreams()).containsExactly(AUDIO_A);

        channel.say("""
            {"colibriClass":"AddReceiver","bridgeId":"jvb-b","sourceName":"aa-v0","videoConstraints":{"maxHeight":360,"maxFrameRate":-1.0}}\
            """);
        settle();
        assertThat(table("jvb-b").receivedStreams()).containsExactlyInAnyOrder(AUDIO_A, VIDEO_A);
        assertThat(LayerId.encoding(table("jvb-b").target(VIDEO_A))).isEqualTo(1);

        channel.say("""
            {"colibriClass":"AddReceiver","bridgeId":"jvb-b","sourceName":"aa-v0","videoConstraints":{"maxHeight":-1,"maxFrameRate":-1.0}}\
            """);
        settle();
        assertThat(table("jvb-b").target(VIDEO_A)).isEqualTo(ForwardingTable.HIGHEST_LAYER);

        channel.say("""
            {"colibriClass":"RemoveReceiver","bridgeId":"jvb-b","endpointId":"aa"}\
            """);
        settle();
        assertThat(table("jvb-b").receivedStreams()).containsExactly(AUDIO_A);
    }

    @Test
    void aLinkThatIsOverloadedCarriesTheLowerEncodingsAndTheSound() {
        modify(creating("jvb-b", "0"));
        FakeEndpoint link = bridge.media.added.getLast();
        bridge.media.added.getFirst().layers = Map.of(
                VIDEO_A,
                new LayersSnapshot(
                        1,
                        List.of(
                                new LayersSnapshot.Layer(LayerId.of(0, 0, 0), true, 180, 30, 150_000, 0),
                                new LayersSnapshot.Layer(LayerId.of(1, 0, 0), true, 360, 30, 500_000, 0),
                                new LayersSnapshot.Layer(LayerId.of(2, 0, 0), true, 720, 30, 1_500_000, 0))));
        settle();
        assertThat(table("jvb-b").target(VIDEO_A)).isEqualTo(ForwardingTable.HIGHEST_LAYER);

        link.bandwidth = estimate(700_000, true);
        link.downlinkBps = 700_000;
        link.listener.onDownlinkChanged();
        settle();
        assertThat(LayerId.encoding(table("jvb-b").target(VIDEO_A))).isEqualTo(1);
        assertThat(table("jvb-b").receivedStreams()).contains(AUDIO_A, VIDEO_A);
        assertThat(link.allocations.getLast().wantedBps())
                .as("to be probed for")
                .isGreaterThan(2_150_000 - 1);
    }

    private static BandwidthEstimate estimate(long bps, boolean overloaded) {
        return new BandwidthEstimate(
                bps,
                Reason.DELAY,
                FeedbackKind.TRANSPORT_WIDE,
                bps,
                -1,
                bps,
                0,
                20,
                bps,
                0,
                0,
                0,
                0,
                0,
                false,
                false,
                0,
                overloaded);
    }

    @Test
    void aWishMayComeBeforeTheSourceIsDeclared() {
        Channel channel = open("jvb-b", modify(creating("jvb-b", "0")));
        settle();
        channel.say("""
            {"colibriClass":"AddReceiver","bridgeId":"jvb-b","sourceName":"cc-v0","videoConstraints":{"maxHeight":720,"maxFrameRate":-1.0}}\
            """);
        bridge.update(TestBridge.creating("cc").build());
        bridge.declare("cc", video("cc", 31));
        settle();
        assertThat(table("jvb-b").receivedStreams()).containsExactlyInAnyOrder(AUDIO_A, 31);
    }

    @Test
    void anotherBridgeIsToldWhatEndpointsHereWantAndAgainWhenItConnectsAgain() {
        RelayModified answer = withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B);
        Channel channel = open("jvb-b", answer);
        assertThat(channel.socket.sent.getFirst()).contains("ServerHello");
        assertThat(channel.socket.sent)
                .anyMatch(text -> text.contains("AddReceiver")
                        && text.contains("\"bridgeId\":\"jvb-a\"")
                        && text.contains("\"sourceName\":\"bb-v0\"")
                        && text.contains("\"maxHeight\":-1"));
        bridge.conferences.say(
                TestBridge.MEETING,
                "aa",
                List.of(new org.starbridge.colibri.channel.BridgeChannelMessage.LastNChangedEvent(0)));
        settle();
        assertThat(channel.socket.sent.getLast()).contains("AddReceiver", "bb-v0", "\"maxHeight\":0");
        int sent = channel.socket.sent.size();
        modify(updating("jvb-b", null));
        assertThat(channel.socket.sent).as("once").hasSize(sent);
        Channel again = open("jvb-b", answer);
        assertThat(again.socket.sent).noneMatch(text -> text.contains("AddReceiver"));
        assertThat(channel.socket.closed).containsExactly(CloseReason.REPLACED);
    }

    @Test
    void messagesOfOtherBridgesReachEndpointsAndOtherMeshesButNotTheirOwn() {
        Channel fromB = open("jvb-b", withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B));
        Channel sameMesh = open("jvb-c", modify(creating("jvb-c", "0")));
        Channel otherMesh = open("jvb-d", modify(creating("jvb-d", "1", announcing("dd"))));
        FakeChannel client = client("aa");
        List.of(client, sameMesh.socket, otherMesh.socket).forEach(socket -> socket.sent.clear());

        fromB.say("""
            {"colibriClass":"EndpointMessage","from":"bb","to":"","msgPayload":{"type":"hello"}}\
            """);
        assertThat(client.sent).singleElement().asString().contains("hello", "\"from\":\"bb\"");
        assertThat(otherMesh.socket.sent).singleElement().asString().contains("hello");
        assertThat(sameMesh.socket.sent).isEmpty();

        fromB.say("""
            {"colibriClass":"EndpointMessage","from":"bb","to":"dd","msgPayload":{"type":"secret"}}\
            """);
        assertThat(otherMesh.socket.sent).last().asString().contains("secret");
        assertThat(client.sent).hasSize(1);

        fromB.say("""
            {"colibriClass":"EndpointConnectivityStatusChangeEvent","endpoint":"bb","active":"false"}\
            """);
        assertThat(client.sent).last().asString().contains("EndpointConnectivityStatusChangeEvent", "bb");
    }

    @Test
    void aBridgeSpeaksForItsOwnParticipantsOnly() {
        Channel fromB = open("jvb-b", withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B));
        FakeChannel client = client("aa");
        client.sent.clear();
        fromB.say("""
            {"colibriClass":"EndpointMessage","from":"aa","to":"","msgPayload":{}}\
            """);
        fromB.say("""
            {"colibriClass":"SourceVideoTypeMessage","videoType":"desktop","sourceName":"aa-v0","endpointId":"aa"}\
            """);
        fromB.say("""
            {"colibriClass":"EndpointConnectivityStatusChangeEvent","endpoint":"aa","active":"false"}\
            """);
        fromB.say("not JSON");
        fromB.say("{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":1}");
        assertThat(client.sent).isEmpty();
        assertThat(bridge.counters.get(ConferenceCounter.RELAY_MESSAGES_DROPPED))
                .isEqualTo(5);
    }

    @Test
    void messagesOfEndpointsGoToAllBridgesOrToTheOneThatHasTheReceiver() {
        Channel toB = open("jvb-b", withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B));
        Channel toC = open("jvb-c", modify(creating("jvb-c", "0")));
        toB.socket.sent.clear();
        toC.socket.sent.clear();
        ChannelSlot slot = slot("aa");
        FakeChannel client = new FakeChannel();
        slot.onOpen(client);
        slot.onText(client, "{\"colibriClass\":\"EndpointMessage\",\"to\":\"\",\"msgPayload\":1}");
        assertThat(toB.socket.sent).singleElement().asString().contains("\"from\":\"aa\"");
        assertThat(toC.socket.sent).singleElement().asString().contains("\"from\":\"aa\"");
        slot.onText(client, "{\"colibriClass\":\"EndpointMessage\",\"to\":\"bb\",\"msgPayload\":2}");
        assertThat(toB.socket.sent).hasSize(2);
        assertThat(toC.socket.sent).hasSize(1);
        slot.onText(
                client,
                "{\"colibriClass\":\"SourceVideoTypeMessage\",\"videoType\":\"desktop\",\"sourceName\":\"aa-v0\"}");
        assertThat(toC.socket.sent).last().asString().contains("SourceVideoTypeMessage", "\"endpointId\":\"aa\"");
    }

    /** Between bridges sources keep their SSRCs; the last bridge puts its own in their place. */
    @Test
    void ssrcsAreRewrittenAtTheLastBridge() {
        withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B);
        bridge.update(TestBridge.creating("cc")
                .capability(Capabilities.SSRC_REWRITING)
                .build());
        FakeChannel client = client("cc");
        ForwardingTable.SourceSlot slot =
                Objects.requireNonNull(table("cc").slots().get(VIDEO_B));
        assertThat(slot.ssrc()).isNotIn(0, VIDEO_B);
        assertThat(client.sent)
                .filteredOn(text -> text.contains("VideoSourcesMap"))
                .anyMatch(text -> text.contains("\"owner\":\"bb\"")
                        && text.contains("\"ssrc\":" + Integer.toUnsignedString(slot.ssrc())));
        assertThat(table("jvb-b").slots()).as("of a bridge").isEmpty();
    }

    @Test
    void aRemoteSpeakerIsTheDominantOneAndComesFirst() {
        withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B);
        int key = table("jvb-b").participants().getFirst().key();
        int own = table("aa").endpointKey();
        FakeChannel client = client("aa");
        bridge.conferences.onSpeech(
                bridge.conferences.snapshot().getFirst().id(),
                new SpeechActivity.Snapshot(key, false, List.of(key, own), List.of(key)));
        assertThat(client.sent).last().asString().contains("DominantSpeaker", "\"bb\"");
        assertThat(bridge.conferences.snapshot().getFirst().dominantSpeaker()).isEqualTo("bb");
    }

    @Test
    void aConnectedRelayThatStaysWithoutAChannelIsCountedOnce() {
        RelayModified answer = modify(creating("jvb-b", "0"));
        settle();
        assertThat(withoutChannel()).as("is not connected").isZero();
        bridge.media.added.getLast().listener.onDtlsConnected(SrtpProfile.AEAD_AES_128_GCM);
        settle();
        settle();
        assertThat(withoutChannel()).isEqualTo(1);
        Channel channel = open("jvb-b", answer);
        settle();
        channel.slot.onClose(channel.socket, 1006);
        settle();
        settle();
        assertThat(withoutChannel()).as("was lost").isEqualTo(2);
        channel = open("jvb-b", answer);
        modify(new RelayModify("jvb-b", false, true, null, List.of(), null, null, null));
        channel.slot.onClose(channel.socket, 1001);
        settle();
        assertThat(withoutChannel()).as("was expired").isEqualTo(2);
    }

    private long withoutChannel() {
        return bridge.counters.get(ConferenceCounter.RELAYS_WITHOUT_CHANNEL);
    }

    @Test
    void aRelayThatCouldNotConnectIsCheckedAgainUntilItConnects() {
        modify(creating("jvb-b", "0"));
        FakeEndpoint link = bridge.media.added.getLast();
        modify(updating(
                "jvb-b",
                Transport.of(new IceUdpTransport(
                        "abcd",
                        "0123456789012345678901",
                        null,
                        true,
                        List.of(new Candidate(
                                1, "1", 0, "1", "192.0.2.7", 0, 10000, 2130706431L, "udp", "host", null, null, null)),
                        List.of(),
                        List.of()))));
        settle();
        assertThat(link.remotes).hasSize(1);
        link.listener.onIceState(IceState.FAILED);
        settle();
        assertThat(link.remotes).hasSizeGreaterThan(1).containsOnly(link.remotes.getFirst());
        link.listener.onIceState(IceState.CONNECTED);
        settle();
        int tries = link.remotes.size();
        link.listener.onIceState(IceState.FAILED);
        settle();
        assertThat(link.remotes).as("goes on by itself").hasSize(tries);
    }

    @Test
    void theIceOfARelayIsRestartedAsThatOfAnEndpoint() {
        modify(creating("jvb-b", "0"));
        FakeEndpoint link = bridge.media.added.getLast();
        link.listener.onIceState(IceState.CONNECTED);
        link.listener.onDtlsConnected(SrtpProfile.AEAD_AES_128_GCM);
        RelayModified answer = modify(updating("jvb-b", new Transport(false, false, true, null, null)));
        IceUdpTransport fresh = Objects.requireNonNull(
                Objects.requireNonNull(answer.transport()).iceUdp());
        assertThat(link.restarts).hasSize(1);
        assertThat(fresh.ufrag()).isEqualTo(link.restarts.getFirst().ufrag());
        assertThat(fresh.iceGeneration()).isEqualTo(1);
        assertThat(fresh.candidates()).isNotEmpty();
        assertThat(fresh.webSockets()).as("the channel stays").isEmpty();
        IceUdpTransport theirs =
                new IceUdpTransport("abcd", "0123456789012345678901", 1, true, List.of(), List.of(), List.of());
        modify(updating("jvb-b", Transport.of(theirs)));
        assertThat(link.remotes.getLast().iceRestart()).isEqualTo(1);
    }

    @Test
    void anExpiredRelayLeavesNothingAndCanBeCreatedAgain() {
        Channel channel = open("jvb-b", withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B));
        FakeEndpoint transport = bridge.media.added.getLast();
        modify(new RelayModify("jvb-b", false, true, null, List.of(), null, null, null));
        assertThat(transport.isExpired).isTrue();
        assertThat(channel.socket.closed).containsExactly(CloseReason.RELAY_CLOSED);
        assertThat(bridge.received("aa")).isEmpty();
        withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B);
        assertThat(bridge.received("aa")).containsExactlyInAnyOrder(AUDIO_B, VIDEO_B);
        assertThat(bridge.media.added.getLast()).isNotSameAs(transport);
    }

    @Test
    void aConferenceLivesWhileItHasARelayAndEndsWithTheLast() {
        modify(creating("jvb-b", "0"));
        bridge.update(EndpointModify.expiring("aa"));
        assertThat(bridge.conferences.count()).isEqualTo(1);
        modify(new RelayModify("jvb-b", false, true, null, List.of(), null, null, null));
        assertThat(bridge.conferences.count()).isZero();
        assertThat(bridge.media.published.getLast().transports()).isEmpty();
    }

    @Test
    void aThousandRelaysComeAndGo() {
        for (int i = 0; i < 1000; i++) {
            withRelay("jvb-" + i % 7, "0", "bb", AUDIO_B, VIDEO_B);
            modify(new RelayModify("jvb-" + i % 7, false, true, null, List.of(), null, null, null));
        }
        settle();
        assertThat(bridge.media.added.stream().filter(each -> !each.isExpired)).hasSize(1);
        assertThat(bridge.media.published.getLast().transports()).hasSize(1);
        assertThat(Set.copyOf(bridge.conferences.snapshot().getFirst().bySpeechActivity()))
                .containsExactly("aa");
    }

    @Test
    void relaysAreRefusedWhereTheyAreDisabled() {
        TestBridge single = TestBridge.embedded().with("aa");
        assertThatThrownBy(() -> single.colibri.handle(new ConferenceModify(
                        TestBridge.MEETING, null, false, false, true, List.of(), List.of(creating("b", "0")), null)))
                .isInstanceOf(Colibri2Exception.class)
                .hasMessageContaining("videobridge.relay.enabled");
    }

    private ChannelSlot slot(String endpointId) {
        String id = bridge.conferences.snapshot().getFirst().id();
        return bridge.conferences
                .channel(id, endpointId, bridge.passwordOf(endpointId))
                .orElseThrow();
    }

    private FakeChannel client(String endpointId) {
        FakeChannel client = new FakeChannel();
        slot(endpointId).onOpen(client);
        return client;
    }
}
