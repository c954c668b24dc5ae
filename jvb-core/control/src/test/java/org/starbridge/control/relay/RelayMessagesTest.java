package org.starbridge.control.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.control.channel.ChannelSlot;
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
}
