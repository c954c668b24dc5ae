package org.starbridge.control.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.conference.TestBridge.FakeChannel;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.environment.RequestWarning;

/**
 * What a bridge may say that is broken, or means harm: it is dropped and counted, reaches no one, and fills no memory.
 * "bb" and "cc" are behind bridges of one mesh, "dd" is behind one of another mesh.
 */
class HostileRelayTest extends RelayFixture {
    private static final int NAME_LENGTH = ConferenceLimits.DEFAULT.nameLength();

    private Channel fromB;
    private Channel toC;
    private Channel toD;
    private FakeChannel client;
    private FakeChannel other;

    @BeforeEach
    void relay() {
        fromB = open("jvb-b", withRelay("jvb-b", "0", "bb", AUDIO_B, VIDEO_B));
        toC = open("jvb-c", withRelay("jvb-c", "0", "cc", AUDIO_B + 100, VIDEO_B + 100));
        toD = open("jvb-d", withRelay("jvb-d", "1", "dd", AUDIO_B + 200, VIDEO_B + 200));
        client = client("aa");
        bridge.update(TestBridge.creating("ee").build());
        other = client("ee");
        forget();
    }

    private void forget() {
        for (FakeChannel each : List.of(fromB.socket, toC.socket, toD.socket, client, other)) {
            each.sent.clear();
        }
    }

    private void assertNobodyHeard(String context) {
        assertThat(client.sent).as(context).isEmpty();
        assertThat(other.sent).as(context).isEmpty();
        assertThat(toC.socket.sent).as(context).isEmpty();
        assertThat(toD.socket.sent).as(context).isEmpty();
        assertThat(fromB.socket.sent).as(context).isEmpty();
    }

    private long dropped() {
        return bridge.counters.get(ConferenceCounter.RELAY_MESSAGES_DROPPED);
    }

    private RelaySnapshot relay(String id) {
        return bridge.conferences.snapshot(TestBridge.MEETING).orElseThrow().relays().stream()
                .filter(relay -> relay.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> broken() {
        return List.of(
                "",
                "null",
                "[]",
                "17",
                "{",
                "{}",
                "{\"colibriClass\":5}",
                "{\"colibriClass\":null}",
                "{\"colibriClass\":\"Nonsense\"}",
                "{\"colibriClass\":\"AddReceiver\"}",
                "{\"colibriClass\":\"AddReceiver\",\"bridgeId\":\"jvb-b\",\"sourceName\":null}",
                "{\"colibriClass\":\"AddReceiver\",\"sourceName\":\"aa-v0\",\"videoConstraints\":{\"maxHeight\":\"x\"}}",
                "{\"colibriClass\":\"AddReceiver\",\"sourceName\":[\"aa-v0\"],\"videoConstraints\":{\"maxHeight\":1}}",
                "{\"colibriClass\":\"RemoveReceiver\",\"bridgeId\":\"jvb-b\",\"endpointId\":\"nobody\"}",
                "{\"colibriClass\":\"SourceVideoTypeMessage\",\"videoType\":\"desktop\",\"sourceName\":\"bb-v0\"}",
                "{\"colibriClass\":\"SourceVideoTypeMessage\",\"videoType\":\"desktop\",\"sourceName\":\"aa-v0\","
                        + "\"endpointId\":\"bb\"}",
                "{\"colibriClass\":\"SourceVideoTypeMessage\",\"videoType\":\"desktop\",\"sourceName\":\"cc-v0\","
                        + "\"endpointId\":\"cc\"}",
                "{\"colibriClass\":\"EndpointMessage\",\"to\":\"\",\"msgPayload\":{}}",
                "{\"colibriClass\":\"EndpointMessage\",\"from\":\"aa\",\"to\":\"\",\"msgPayload\":{}}",
                "{\"colibriClass\":\"EndpointMessage\",\"from\":\"cc\",\"to\":\"aa\",\"msgPayload\":{}}",
                "{\"colibriClass\":\"EndpointMessage\",\"from\":\"bb\",\"to\":\"cc\",\"msgPayload\":\"own mesh\"}",
                "{\"colibriClass\":\"EndpointMessage\",\"from\":\"bb\",\"to\":\"bb\",\"msgPayload\":\"back\"}",
                "{\"colibriClass\":\"EndpointMessage\",\"from\":\"bb\",\"to\":\"nobody\",\"msgPayload\":{}}",
                "{\"colibriClass\":\"EndpointStats\",\"from\":\"dd\",\"bitrate\":{}}",
                "{\"colibriClass\":\"EndpointStats\"}",
                "{\"colibriClass\":\"EndpointConnectivityStatusChangeEvent\",\"endpoint\":\"cc\",\"active\":\"false\"}",
                "{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":0}",
                "{\"colibriClass\":\"DominantSpeakerEndpointChangeEvent\",\"dominantSpeakerEndpoint\":\"bb\"}",
                "{\"colibriClass\":\"EndpointMessage\",\"from\":\"bb\",\"msgPayload\":" + "[".repeat(100_000),
                "x".repeat(1 << 20));
    }

    @Test
    void whatIsBrokenOrOthersBusinessIsDroppedAndReachesNobody() {
        for (String message : broken()) {
            long before = dropped();
            fromB.say(message);
            String context = message.substring(0, Math.min(100, message.length()));
            assertThat(dropped() - before).as(context).isEqualTo(1);
            assertNobodyHeard(context);
        }
        assertThat(fromB.socket.closed).isEmpty();
        fromB.say("{\"colibriClass\":\"EndpointMessage\",\"from\":\"bb\",\"to\":\"aa\",\"msgPayload\":1}");
        assertThat(client.sent).as("what is right still passes").hasSize(1);
    }

    @Test
    void wishesForSourcesThatDoNotExistFillNoMemory() {
        String wish = "{\"colibriClass\":\"AddReceiver\",\"bridgeId\":\"jvb-b\",\"sourceName\":\"%s\","
                + "\"videoConstraints\":{\"maxHeight\":180,\"maxFrameRate\":-1}}";
        fromB.say(wish.formatted("n".repeat(NAME_LENGTH + 1)));
        assertThat(dropped()).as("a name that no source can have").isEqualTo(1);
        assertThat(relay("jvb-b").wantedHeightsPx()).isEmpty();
        fromB.say(wish.formatted("n".repeat(NAME_LENGTH)));
        assertThat(relay("jvb-b").wantedHeightsPx()).hasSize(1);
        for (int i = 0; i < 20_100; i++) {
            fromB.say(wish.formatted("s" + i));
        }
        assertThat(relay("jvb-b").wantedHeightsPx()).hasSize(20_000);
        assertThat(dropped()).isEqualTo(102);
        fromB.say(wish.formatted("s0").replace("180", "0"));
        fromB.say(wish.formatted("aa-v0"));
        assertThat(relay("jvb-b").wantedHeightsPx()).as("there is room again").containsEntry("aa-v0", 180);
    }

    @Test
    void whatComesBeforeTheChannelIsOpenOrAfterItsEndHasNoEffect() {
        String message = "{\"colibriClass\":\"EndpointMessage\",\"from\":\"bb\",\"to\":\"\",\"msgPayload\":{}}";
        FakeChannel early = new FakeChannel();
        fromB.slot.onText(early, message);
        assertNobodyHeard("a channel that was never opened");
        fromB.slot.onBinary(early);
        fromB.slot.onClose(early, 1000);
        modify(expiring("jvb-b"));
        forget();
        fromB.say(message);
        assertNobodyHeard("the relay is gone");
        FakeChannel late = new FakeChannel();
        fromB.slot.onOpen(late);
        assertThat(late.closed).hasSize(1);
        fromB.slot.onText(late, message);
        assertNobodyHeard("a channel of a relay that is gone");
    }

    @Test
    void endlessListsOfParticipantsAndSourcesAreCutOff() {
        List<EndpointModify> many = new ArrayList<>();
        for (int i = 0; i < ConferenceLimits.DEFAULT.endpointsPerConference() + 100; i++) {
            many.add(announcing("p" + i));
        }
        modify(updating("jvb-b", null, many.toArray(EndpointModify[]::new)));
        assertThat(relay("jvb-b").endpoints())
                .hasSizeLessThanOrEqualTo(ConferenceLimits.DEFAULT.endpointsPerConference());
        assertThat(bridge.count(RequestWarning.BEYOND_LIMIT)).isGreaterThanOrEqualTo(100);
        modify(updating("jvb-b", null, announcing("n".repeat(NAME_LENGTH + 1))));
        assertThat(relay("jvb-b").endpoints()).allMatch(id -> id.length() <= NAME_LENGTH);

        List<MediaSource> sources = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            sources.add(TestBridge.source(MediaKind.VIDEO, "bb-v" + i, 100_000 + i));
        }
        modify(updating("jvb-b", null, announcing("bb", sources.toArray(MediaSource[]::new))));
        assertThat(table("jvb-b").streams()).hasSizeLessThanOrEqualTo(ConferenceLimits.DEFAULT.ssrcsPerEndpoint());
    }

    @Test
    void aParticipantOfThisBridgeIsNotSpokenForAlthoughItWasAnnouncedBehindAnother() {
        modify(updating("jvb-b", null, announcing("aa", video("aa", VIDEO_A))));
        forget();
        fromB.say("{\"colibriClass\":\"EndpointMessage\",\"from\":\"aa\",\"to\":\"\",\"msgPayload\":{}}");
        fromB.say("{\"colibriClass\":\"EndpointStats\",\"from\":\"aa\"}");
        fromB.say(
                "{\"colibriClass\":\"EndpointConnectivityStatusChangeEvent\",\"endpoint\":\"aa\",\"active\":\"false\"}");
        assertThat(dropped()).isEqualTo(3);
        assertNobodyHeard("it is here");
    }

    /** Anything from anywhere: nothing goes back to where it came from, nor into the mesh that it came over. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void nothingGoesBackIntoItsMesh(long seed) {
        Random random = new Random(seed);
        List<String> ids = List.of("aa", "bb", "cc", "dd", "ee", "nobody", "");
        List<Channel> bridges = List.of(fromB, toC, toD);
        List<String> classes = List.of(
                "EndpointMessage", "EndpointStats", "EndpointConnectivityStatusChangeEvent", "SourceVideoTypeMessage");
        for (int i = 0; i < 2_000; i++) {
            String id = ids.get(random.nextInt(ids.size()));
            String mark = "mark" + i;
            String message = "{\"colibriClass\":\"" + classes.get(random.nextInt(classes.size())) + "\",\"from\":\""
                    + id + "\",\"to\":\"" + ids.get(random.nextInt(ids.size())) + "\",\"endpoint\":\"" + id
                    + "\",\"active\":\"true\",\"endpointId\":\"" + id + "\",\"sourceName\":\"" + id
                    + "-v0\",\"videoType\":\"desktop\",\"msgPayload\":\"" + mark + "\"}";
            Channel from = bridges.get(random.nextInt(3));
            forget();
            from.say(message);
            String context = "seed " + seed + ": " + message;
            assertThat(from.socket.sent).as(context).noneMatch(text -> text.contains(mark));
            if (from != toD) {
                Channel sameMesh = from == fromB ? toC : fromB;
                assertThat(sameMesh.socket.sent).as(context).noneMatch(text -> !text.contains("AddReceiver"));
            }
            boolean isItsOwn = id.equals(from == fromB ? "bb" : from == toC ? "cc" : "dd");
            if (!isItsOwn) {
                assertThat(client.sent).as(context).noneMatch(text -> text.contains(mark));
            }
        }
    }
}
