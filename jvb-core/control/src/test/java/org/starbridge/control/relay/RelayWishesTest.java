package org.starbridge.control.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.starbridge.bandwidth.Reason;
import org.starbridge.colibri.RelayModified;
import org.starbridge.control.channel.BridgeChannel.CloseReason;
import org.starbridge.control.conference.FakeMediaPlane.FakeEndpoint;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.LayersSnapshot;

/** Which sources bridges want of each other, and what a link carries of them. */
class RelayWishesTest extends RelayFixture {
    private static BandwidthEstimate estimate(long bps, boolean overloaded) {
        return new BandwidthEstimate(
                bps, Reason.DELAY, bps, -1, bps, 0, 20, bps, 0, 0, 0, 0, 0, false, false, 0, overloaded);
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
        assertThat(channel.socket.sent.getFirst())
                .as("other bridges get the version, also where clients do not")
                .isEqualTo("{\"colibriClass\":\"ServerHello\",\"version\":\"0.1-test\"}");
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

    /** Jitsi Videobridge ignores wishes for sources that the focus has not announced to it yet. */
    @Test
    void aWishThatMayHaveComeTooEarlyIsRepeatedOnce() {
        RelayModified answer = withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B);
        Channel channel = open("jvb-b", answer);
        assertThat(wishesFor("bb-v0", channel)).isEqualTo(1);
        settle();
        assertThat(wishesFor("bb-v0", channel)).isEqualTo(2);
        modify(updating("jvb-b", null));
        settle();
        assertThat(wishesFor("bb-v0", channel)).isEqualTo(2);
    }

    private static long wishesFor(String source, Channel channel) {
        return channel.socket.sent.stream()
                .filter(text -> text.contains("AddReceiver") && text.contains("\"" + source + "\""))
                .count();
    }
}
