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
import org.starbridge.control.conference.TestConfig;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.environment.RelayPolicy;
import org.starbridge.control.environment.RequestWarning;

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

    @Test
    void aConferenceHasAHundredRelaysAtMost() {
        for (int i = 0; i < 100; i++) {
            modify(creating("jvb-" + i, "0"));
        }
        assertRefused(creating("one-more", "0"), Condition.RESOURCE_CONSTRAINT, "the limit of 100 is reached");
        assertThat(bridge.counters.get(ConferenceCounter.RELAYS_CREATED)).isEqualTo(100);
        modify(updating("jvb-7", null, announcing("bb", audio("bb", AUDIO_B))));
        assertThat(bridge.received("aa")).containsExactly(AUDIO_B);
        modify(expiring("jvb-8"));
        modify(creating("one-more", "0"));
    }

    @Test
    void anIdHasAsManyCharactersAsANameMayHave() {
        int limit = ConferenceLimits.DEFAULT.nameLength();
        modify(creating("b".repeat(limit), "0"));
        assertRefused(creating("b".repeat(limit + 1), "0"), Condition.BAD_REQUEST, "at most " + limit);
    }

    @Test
    void anOverloadedBridgeRefusesARelayAndLeavesNothingOfIt() {
        bridge.media.isFullForEndpoints = true;
        assertRefused(creating("jvb-b", "0"), Condition.RESOURCE_CONSTRAINT, "overloaded");
        bridge.media.isFullForEndpoints = false;
        modify(creating("jvb-b", "0"));
        assertThat(bridge.counters.get(ConferenceCounter.RELAYS_CREATED)).isEqualTo(1);
    }

    /** An id that is too long, and participants beyond the limit, are left out; the rest of the request holds. */
    @Test
    void participantsBeyondTheLimitAreLeftOutAndCounted() {
        ConferenceLimits few = new ConferenceLimits(10, 3, 64, 512, 128, 64, 100, 16, 20, 256, 2047, 1000);
        TestBridge small = new TestBridge(new TestConfig()
                        .limits(few)
                        .relay(new RelayPolicy("jvb-a", List.of("wss://relay.example"), "0.1-test"))
                        .build())
                .with("aa");
        small.colibri.handle(new ConferenceModify(
                TestBridge.MEETING,
                null,
                false,
                false,
                true,
                List.of(),
                List.of(creating(
                        "jvb-b",
                        "0",
                        announcing("b".repeat(21), audio("x", 31)),
                        announcing("b".repeat(20), audio("b0", 32)))),
                null));
        assertThat(small.received("aa")).containsExactly(32);
        assertThat(small.count(RequestWarning.BEYOND_LIMIT)).isEqualTo(1);
        small.colibri.handle(new ConferenceModify(
                TestBridge.MEETING,
                null,
                false,
                false,
                true,
                List.of(),
                List.of(updating(
                        "jvb-b",
                        null,
                        announcing("b1", audio("b1", 33)),
                        announcing("b2", audio("b2", 34)),
                        announcing("b3", audio("b3", 35)))),
                null));
        assertThat(small.received("aa")).containsExactlyInAnyOrder(32, 33, 34);
        assertThat(small.count(RequestWarning.BEYOND_LIMIT)).isEqualTo(2);
    }

    @Test
    void anUpdateOfAnUnknownParticipantIsCounted() {
        modify(creating("jvb-b", "0"));
        modify(updating("jvb-b", null, EndpointModify.builder("unknown").build()));
        assertThat(bridge.count(RequestWarning.UNKNOWN_ENDPOINT)).isEqualTo(1);
    }

    @Test
    void aRelayWhoseTransportTheWorkersCannotTakeIsExpired() {
        bridge.media.isFullForTransports = true;
        IceUdpTransport remote =
                new IceUdpTransport("abcd", "abcdefghijklmnopqrstuvwx", null, true, List.of(), List.of(), List.of());
        assertRefused(
                new RelayModify(
                        "jvb-b",
                        true,
                        false,
                        "0",
                        List.of(),
                        new Transport(true, true, false, remote, null),
                        null,
                        null),
                Condition.RESOURCE_CONSTRAINT,
                "overloaded");
        FakeEndpoint refused = bridge.media.added.getLast();
        refused.isFull = false;
        settle();
        assertThat(refused.isExpired).isTrue();
        bridge.media.isFullForTransports = false;
        modify(creating("jvb-b", "0"));
    }
}
