package org.starbridge.control.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Transport;
import org.starbridge.control.channel.BridgeChannel.CloseReason;
import org.starbridge.control.conference.FakeMediaPlane.FakeEndpoint;
import org.starbridge.control.conference.FakeMediaPlane.Traffic;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.environment.ConferenceCounter;

/** Ends of relays: what is counted, closed and released, and how long a conference lives with them. */
class RelayLifecycleTest extends RelayFixture {
    private FakeEndpoint link(String id) {
        modify(creating(id, "0"));
        return bridge.media.added.getLast();
    }

    private List<Long> trafficOfGone() {
        return List.of(
                bridge.counters.get(ConferenceCounter.RELAY_PACKETS_RECEIVED_OF_GONE),
                bridge.counters.get(ConferenceCounter.RELAY_BYTES_RECEIVED_OF_GONE),
                bridge.counters.get(ConferenceCounter.RELAY_PACKETS_SENT_OF_GONE),
                bridge.counters.get(ConferenceCounter.RELAY_BYTES_SENT_OF_GONE));
    }

    @Test
    void theTrafficOfRelaysThatEndedStaysInTheTotals() {
        link("jvb-b").traffic = new Traffic(1, 20, 300, 4000);
        link("jvb-c").traffic = new Traffic(2, 30, 400, 5000);
        assertThat(trafficOfGone()).containsOnly(0L);
        modify(expiring("jvb-b"));
        assertThat(trafficOfGone()).containsExactly(1L, 20L, 300L, 4000L);
        modify(expiring("jvb-b"));
        modify(expiring("jvb-c"));
        assertThat(trafficOfGone()).containsExactly(3L, 50L, 700L, 9000L);
    }

    @Test
    void allRelaysEndWithTheConference() {
        FakeEndpoint first = link("jvb-b");
        Channel channel = open("jvb-c", modify(creating("jvb-c", "1")));
        FakeEndpoint second = bridge.media.added.getLast();
        first.traffic = new Traffic(1, 1, 1, 1);
        bridge.colibri.handle(
                new ConferenceModify(TestBridge.MEETING, null, false, true, true, List.of(), List.of(), null));
        assertThat(channel.socket.closed).containsExactly(CloseReason.RELAY_CLOSED);
        assertThat(List.of(first.isExpired, second.isExpired)).containsOnly(true);
        assertThat(trafficOfGone()).containsOnly(1L);
        assertThat(bridge.conferences.count()).isZero();
    }

    /** The clock of activity is the monotonic one, which may also be below zero. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1_000_000_000_000L, -1_000_000_000_000L})
    void aConferenceOfRelaysLivesWhileOneOfThemIsHeard(long startNs) {
        bridge.nowNs.set(startNs);
        FakeEndpoint first = link("jvb-b");
        FakeEndpoint second = link("jvb-c");
        bridge.update(EndpointModify.expiring("aa"));
        long heardNs = startNs;
        for (int i = 0; i < 4; i++) {
            heardNs += Duration.ofSeconds(50).toNanos();
            (i % 2 == 0 ? first : second).lastActivityNs = heardNs;
            bridge.conferences.expireIdle(heardNs + Duration.ofSeconds(59).toNanos());
            assertThat(bridge.conferences.count()).as("heard %d", i).isEqualTo(1);
        }
        bridge.conferences.expireIdle(heardNs + Duration.ofSeconds(60).toNanos());
        assertThat(bridge.conferences.count()).isZero();
    }

    @Test
    void aConferenceOfRelaysThatWereNeverHeardEndsToo() {
        link("jvb-b");
        bridge.update(EndpointModify.expiring("aa"));
        long nowNs = bridge.nowNs.get();
        bridge.conferences.expireIdle(nowNs + Duration.ofSeconds(59).toNanos());
        assertThat(bridge.conferences.count()).isEqualTo(1);
        bridge.conferences.expireIdle(nowNs + Duration.ofSeconds(60).toNanos());
        assertThat(bridge.conferences.count()).isZero();
    }

    private static Transport at(String url) {
        return Transport.of(
                new IceUdpTransport("abcd", "0123456789012345678901", null, true, List.of(), List.of(), List.of(url)));
    }

    @Test
    void oneConnectionIsOpenToWhereTheOtherBridgeWaits() {
        List<URI> opened = new ArrayList<>();
        List<URI> closed = new ArrayList<>();
        bridge.connector = (url, _) -> {
            opened.add(url);
            return () -> closed.add(url);
        };
        modify(creating("jvb-b", "0"));
        assertThat(opened).isEmpty();
        modify(updating("jvb-b", at("wss://b.example/1")));
        modify(updating("jvb-b", at("wss://b.example/1")));
        assertThat(opened).containsExactly(URI.create("wss://b.example/1"));
        assertThat(closed).isEmpty();
        modify(updating("jvb-b", at("wss://b.example/2")));
        assertThat(opened).hasSize(2).endsWith(URI.create("wss://b.example/2"));
        assertThat(closed).containsExactly(URI.create("wss://b.example/1"));
        modify(expiring("jvb-b"));
        assertThat(closed).containsExactlyElementsOf(opened);
    }

    @Test
    void messagesOnAThreadThatMayNotWaitAreHandledToo() {
        Channel channel = open("jvb-b", withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B));
        var client = client("aa");
        client.sent.clear();
        String text = "{\"colibriClass\":\"EndpointMessage\",\"from\":\"bb\",\"to\":\"\",\"msgPayload\":1}";
        assertThat(channel.slot.tryText(channel.socket, text)).isTrue();
        assertThat(client.sent).hasSize(1);
        assertThat(channel.slot.tryText(channel.socket, "not JSON")).isTrue();
        assertThat(bridge.counters.get(ConferenceCounter.RELAY_MESSAGES_RECEIVED))
                .isEqualTo(2);
        assertThat(bridge.counters.get(ConferenceCounter.RELAY_MESSAGES_DROPPED))
                .isEqualTo(1);
        assertThat(channel.slot.pace()).isNotNull();
        assertThat(channel.slot.pace().waitNs(1, 0)).isZero();
    }
}
