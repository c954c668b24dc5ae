package org.starbridge.control.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.RelayModify;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.control.channel.BridgeChannel.CloseReason;
import org.starbridge.control.conference.FakeMediaPlane.FakeEndpoint;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.environment.ConferenceCounter;

/** Colibri2 requests that create, update and expire relays. */
class RelayRequestsTest extends RelayFixture {
    private void assertRefused(RelayModify relay, Condition condition, String words) {
        assertThatThrownBy(() -> modify(relay))
                .isInstanceOfSatisfying(
                        Colibri2Exception.class, e -> assertThat(e.condition()).isEqualTo(condition))
                .hasMessageContaining(words);
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
        assertThat(modify(expiring("jvb-x")).expire())
                .as("an unknown one is expired")
                .isTrue();
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
    void anExpiredRelayLeavesNothingAndCanBeCreatedAgain() {
        Channel channel = open("jvb-b", withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B));
        FakeEndpoint transport = bridge.media.added.getLast();
        modify(expiring("jvb-b"));
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
        modify(expiring("jvb-b"));
        assertThat(bridge.conferences.count()).isZero();
        assertThat(bridge.media.published.getLast().transports()).isEmpty();
    }

    @Test
    void aThousandRelaysComeAndGo() {
        for (int i = 0; i < 1000; i++) {
            withRelay("jvb-" + i % 7, "0", "bb", AUDIO_B, VIDEO_B);
            modify(expiring("jvb-" + i % 7));
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
}
