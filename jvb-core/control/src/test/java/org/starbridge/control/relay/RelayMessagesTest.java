package org.starbridge.control.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.MediaKind;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.conference.TestBridge.FakeChannel;
import org.starbridge.control.environment.ConferenceCounter;

/** Messages that pass between bridges. */
class RelayMessagesTest extends RelayFixture {
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
    void t11ResultsAndTalkOfOtherBridgesReachEndpointsAndOtherMeshes() {
        Channel fromB = open("jvb-b", withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B));
        Channel sameMesh = open("jvb-c", modify(creating("jvb-c", "0")));
        Channel otherMesh = open("jvb-d", modify(creating("jvb-d", "1", announcing("dd"))));
        FakeChannel client = client("aa");
        List.of(client, sameMesh.socket, otherMesh.socket).forEach(socket -> socket.sent.clear());
        String result = """
            {"colibriClass":"EndpointMessage","to":"","from":"transcriber","msgPayload":{"event":"transcription-result"}}\
            """;
        String talk = """
            {"colibriClass":"SyntheticSourceSendingChangeEvent","sourceName":"bb-a0.fr","sending":true,"timestamp":4294967295}\
            """;
        fromB.say(result);
        fromB.say(talk);
        assertThat(client.sent).containsExactly(result.strip(), talk.strip());
        assertThat(otherMesh.socket.sent).containsExactly(result.strip(), talk.strip());
        assertThat(sameMesh.socket.sent).isEmpty();
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

    private long dropped() {
        return bridge.counters.get(ConferenceCounter.RELAY_MESSAGES_DROPPED);
    }

    /** The bridges of a mesh are connected with each other: a participant would get it twice. */
    @Test
    void aMessageToAParticipantOfTheSendersOwnMeshIsNotPassedOn() {
        Channel fromB = open("jvb-b", withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B));
        Channel sameMesh = open("jvb-c", modify(creating("jvb-c", "0", announcing("cc"))));
        Channel otherMesh = open("jvb-d", modify(creating("jvb-d", "1", announcing("dd"))));
        FakeChannel client = client("aa");
        List.of(client, fromB.socket, sameMesh.socket, otherMesh.socket).forEach(socket -> socket.sent.clear());
        for (String to : List.of("cc", "bb", "unknown")) {
            fromB.say("{\"colibriClass\":\"EndpointMessage\",\"from\":\"bb\",\"to\":\"" + to + "\",\"msgPayload\":1}");
        }
        assertThat(List.of(client, fromB.socket, sameMesh.socket, otherMesh.socket))
                .allSatisfy(socket -> assertThat(socket.sent).isEmpty());
        assertThat(dropped()).isEqualTo(3);
        fromB.say("{\"colibriClass\":\"EndpointMessage\",\"from\":\"bb\",\"to\":\"dd\",\"msgPayload\":1}");
        fromB.say("{\"colibriClass\":\"EndpointMessage\",\"from\":\"bb\",\"to\":\"aa\",\"msgPayload\":1}");
        assertThat(otherMesh.socket.sent).hasSize(1);
        assertThat(client.sent).hasSize(1);
        assertThat(dropped()).isEqualTo(3);
    }

    @Test
    void aMessageWithoutAMeshIsOfTheMeshOfThoseWithoutOne() {
        Channel fromB = open("jvb-b", modify(creating("jvb-b", null, announcing("bb"))));
        Channel alike = open("jvb-c", modify(creating("jvb-c", null, announcing("cc"))));
        Channel named = open("jvb-d", modify(creating("jvb-d", "1", announcing("dd"))));
        List.of(alike.socket, named.socket).forEach(socket -> socket.sent.clear());
        fromB.say("{\"colibriClass\":\"EndpointMessage\",\"from\":\"bb\",\"to\":\"\",\"msgPayload\":1}");
        assertThat(alike.socket.sent).isEmpty();
        assertThat(named.socket.sent).hasSize(1);
    }

    @Test
    void whatBridgesSayOfTheirParticipantsGoesOnToOtherMeshes() {
        Channel fromB = open("jvb-b", withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B));
        Channel sameMesh = open("jvb-c", modify(creating("jvb-c", "0")));
        Channel otherMesh = open("jvb-d", modify(creating("jvb-d", "1")));
        List.of(sameMesh.socket, otherMesh.socket).forEach(socket -> socket.sent.clear());
        fromB.say("{\"colibriClass\":\"EndpointStats\",\"from\":\"bb\",\"bitrate\":7}");
        assertThat(otherMesh.socket.sent).singleElement().asString().contains("EndpointStats", "\"from\":\"bb\"");
        fromB.say(
                "{\"colibriClass\":\"EndpointConnectivityStatusChangeEvent\",\"endpoint\":\"bb\",\"active\":\"false\"}");
        assertThat(otherMesh.socket.sent).hasSize(2).last().asString().contains("ConnectivityStatus");
        fromB.say("""
            {"colibriClass":"SourceVideoTypeMessage","videoType":"desktop","sourceName":"bb-v0","endpointId":"bb"}\
            """);
        assertThat(otherMesh.socket.sent).hasSize(3).last().asString().contains("SourceVideoType");
        assertThat(sameMesh.socket.sent).isEmpty();
        assertThat(dropped()).isZero();
        fromB.say("""
            {"colibriClass":"SourceVideoTypeMessage","videoType":"desktop","sourceName":"aa-v0","endpointId":"bb"}\
            """);
        assertThat(dropped()).as("a source of another participant").isEqualTo(1);
        assertThat(otherMesh.socket.sent).hasSize(3);
    }

    /** A client that begins to share a screen says so before the focus announces the source. */
    @Test
    void whatASourceShowsMayBeSaidBeforeItIsAnnounced() {
        Channel fromB = open("jvb-b", withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B));
        fromB.say("""
            {"colibriClass":"SourceVideoTypeMessage","videoType":"desktop","sourceName":"bb-v1","endpointId":"bb"}\
            """);
        assertThat(dropped()).isZero();
        fromB.say("{\"colibriClass\":\"SourceVideoTypeMessage\",\"videoType\":\"desktop\",\"sourceName\":\""
                + "n".repeat(10_000) + "\",\"endpointId\":\"bb\"}");
        assertThat(dropped()).as("a name that no source can have").isEqualTo(1);
        modify(updating(
                "jvb-b",
                null,
                EndpointModify.builder("bb")
                        .sources(List.of(
                                audio("bb", AUDIO_B),
                                video("bb", VIDEO_B),
                                TestBridge.source(MediaKind.VIDEO, "bb-v1", VIDEO_B + 10)))
                        .build()));
        Channel otherMesh = open("jvb-d", modify(creating("jvb-d", "1")));
        assertThat(otherMesh.socket.sent)
                .as("the desktop, also to a bridge that comes later")
                .anyMatch(text -> text.contains("SourceVideoTypeMessage") && text.contains("bb-v1"));
    }

    /** Cameras need not be told, screens of this bridge's endpoints and of other meshes are. */
    @Test
    void aBridgeWhoseChannelOpensIsToldOfScreens() {
        ChannelSlot slot = slot("aa");
        FakeChannel client = new FakeChannel();
        slot.onOpen(client);
        Channel camera = open("jvb-b", modify(creating("jvb-b", "0")));
        assertThat(camera.socket.sent).noneMatch(text -> text.contains("SourceVideoType"));
        slot.onText(
                client,
                "{\"colibriClass\":\"SourceVideoTypeMessage\",\"videoType\":\"desktop\",\"sourceName\":\"aa-v0\"}");
        Channel screen = open("jvb-c", modify(creating("jvb-c", "0")));
        assertThat(screen.socket.sent)
                .filteredOn(text -> text.contains("SourceVideoType"))
                .singleElement()
                .asString()
                .contains("aa-v0", "desktop", "\"endpointId\":\"aa\"");
    }

    @Test
    void aBridgeThatSpeaksForAStrangerIsCounted() {
        Channel fromB = open("jvb-b", withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B));
        fromB.say("{\"colibriClass\":\"EndpointStats\",\"from\":\"aa\"}");
        fromB.say("{\"colibriClass\":\"EndpointStats\"}");
        fromB.say("{\"colibriClass\":\"RemoveReceiver\",\"bridgeId\":\"jvb-b\",\"endpointId\":\"unknown\"}");
        assertThat(dropped()).isEqualTo(3);
    }

    @Test
    void anotherBridgeNamesTwentyThousandSourcesAtMost() {
        Channel fromB = open("jvb-b", modify(creating("jvb-b", "0")));
        for (int i = 0; i < 20_000; i++) {
            want(fromB, "s" + i, 180);
        }
        assertThat(dropped()).isZero();
        want(fromB, "one-more", 180);
        assertThat(dropped()).isEqualTo(1);
        want(fromB, "s7", 360);
        assertThat(dropped()).as("one that it named").isEqualTo(1);
        want(fromB, "s8", 0);
        want(fromB, "one-more", 180);
        assertThat(dropped()).as("in place of one that it no longer wants").isEqualTo(1);
        want(fromB, "two-more", 180);
        assertThat(dropped()).isEqualTo(2);
    }

    private static void want(Channel channel, String source, int heightPx) {
        channel.say("{\"colibriClass\":\"AddReceiver\",\"bridgeId\":\"jvb-b\",\"sourceName\":\"" + source
                + "\",\"videoConstraints\":{\"maxHeight\":" + heightPx + ",\"maxFrameRate\":-1.0}}");
    }
}
