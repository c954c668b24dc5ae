package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;
import static org.starbridge.control.conference.TestBridge.MEETING;
import static org.starbridge.control.conference.TestBridge.source;
import static org.starbridge.control.conference.TestBridge.updating;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.MediaKind;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.BridgeChannel.CloseReason;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.MessageLimits;
import org.starbridge.control.channel.MessagePace;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.participant.EndpointSnapshot;

class EndpointChannelTest {
    private static final String HELLO = "{\"colibriClass\":\"ServerHello\"}";

    private TestBridge bridge = TestBridge.embedded();
    private final TestBridge.FakeChannel channel = new TestBridge.FakeChannel();

    @Test
    void greetsFirstAndThenSaysWhatIsForwarded() {
        call();
        ChannelSlot slot = open("cccc0003", channel);
        slot.onText(channel, "{\"colibriClass\":\"ClientHello\"}");

        assertThat(channel.sent).containsExactly(HELLO, forwarded("aaaa0001-v0", "bbbb0002-v0"), HELLO);
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_SENT)).isEqualTo(3);
    }

    @Test
    void actsOnConstraintsAndTellsOnlyWhatChanged() {
        call();
        ChannelSlot slot = open("cccc0003", channel);
        channel.sent.clear();

        say(slot, "{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":1}");
        say(slot, """
            {"colibriClass":"ReceiverVideoConstraints","onStageSources":["bbbb0002-v0"]}\
            """);
        say(slot, """
            {"colibriClass":"ReceiverVideoConstraints","constraints":{"bbbb0002-v0":{"maxHeight":720}}}\
            """);
        say(slot, "{\"colibriClass\":\"LastNChangedEvent\",\"lastN\":0}");
        say(slot, "{\"colibriClass\":\"LastNChangedEvent\",\"lastN\":-1}");
        say(slot, """
            {"colibriClass":"ReceiverVideoConstraints","onStageSources":[],"defaultConstraints":{"maxHeight":0},
             "constraints":{"aaaa0001-v0":{"maxHeight":180,"maxFrameRate":0},"bbbb0002-v0":{"maxHeight":-1}}}\
            """);

        assertThat(channel.sent)
                .containsExactly(
                        forwarded("aaaa0001-v0"),
                        forwarded("bbbb0002-v0"),
                        forwarded(),
                        forwarded("bbbb0002-v0", "aaaa0001-v0"),
                        forwarded("bbbb0002-v0"));
        assertThat(bridge.media.transport("cccc0003").receivedStreams()).containsExactly(21);
    }

    @Test
    void forwardsNoVideoBeforeTheFirstConstraintsWhenConfiguredSo() {
        bridge = new TestBridge(TestBridge.configured(-1, -1, ConferenceLimits.DEFAULT));
        call();
        assertThat(bridge.media.transport("cccc0003").receivedStreams()).isEmpty();

        ChannelSlot slot = open("cccc0003", channel);
        slot.onText(channel, "{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":-1}");
        assertThat(channel.sent).first().isEqualTo("{\"colibriClass\":\"ServerHello\",\"version\":\"0.1-test\"}");
        assertThat(bridge.endpoint("cccc0003").constraints().defaultMaxHeightPx())
                .isEqualTo(180);
        assertThat(bridge.media.transport("cccc0003").receivedStreams()).containsExactlyInAnyOrder(11, 21);
    }

    @Test
    void holdsTheFocusLastNUntilTheClientSpeaksAndTheBridgesOwnForEver() {
        bridge = new TestBridge(TestBridge.configured(5, 2, ConferenceLimits.DEFAULT));
        call();
        assertThat(bridge.endpoint("cccc0003").constraints().lastN()).isEqualTo(2);
        bridge.update(updating("cccc0003").initialLastN(1).build());
        assertThat(bridge.endpoint("cccc0003").constraints().lastN()).isEqualTo(1);

        ChannelSlot slot = open("cccc0003", channel);
        slot.onText(channel, "{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":-1}");
        bridge.update(updating("cccc0003").initialLastN(0).build());
        assertThat(bridge.endpoint("cccc0003").constraints().lastN()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not json",
                "[]",
                "{\"colibriClass\":7}",
                "{\"colibriClass\":\"NoSuchClass\",\"x\":1}",
                "{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":-2}",
                "{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":\"5\"}",
                "{\"colibriClass\":\"ForwardedSources\",\"forwardedSources\":[]}",
                "{\"colibriClass\":\"EndpointMessage\",\"to\":\"nobody00\",\"msgPayload\":{}}",
                "{\"colibriClass\":\"SourceVideoTypeMessage\",\"sourceName\":\"aaaa0001-v0\",\"videoType\":\"none\"}"
            })
    void dropsAndCountsWhatItCannotUse(String text) {
        call();
        ChannelSlot slot = open("cccc0003", channel);
        int tables = bridge.media.published.size();
        slot.onText(channel, text);
        slot.onBinary(channel);

        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_RECEIVED))
                .isEqualTo(2);
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_DROPPED))
                .isEqualTo(2);
        assertThat(bridge.media.published).hasSize(tables);
        assertThat(channel.closed).isEmpty();
    }

    @Test
    void replacesAnOlderChannelAndIgnoresItFromThenOn() {
        call();
        ChannelSlot older = open("cccc0003", channel);
        TestBridge.FakeChannel newer = new TestBridge.FakeChannel();
        open("cccc0003", newer);
        assertThat(channel.closed).containsExactly(CloseReason.REPLACED);

        older.onText(channel, "{\"colibriClass\":\"LastNChangedEvent\",\"lastN\":0}");
        older.onClose(channel, 1000);
        assertThat(bridge.endpoint("cccc0003").forwardedVideo()).hasSize(2);
        assertThat(bridge.endpoint("cccc0003").channelOpen()).isTrue();
        assertThat(bridge.counters.get(ConferenceCounter.CHANNELS_CLOSED_NORMALLY))
                .isEqualTo(1);
    }

    @Test
    void closesTheChannelWithItsEndpoint() {
        call();
        open("cccc0003", channel);
        ChannelSlot late = bridge.slot("cccc0003");
        bridge.update(EndpointModify.expiring("cccc0003"));
        assertThat(channel.closed).containsExactly(CloseReason.ENDPOINT_CLOSED);

        TestBridge.FakeChannel tooLate = new TestBridge.FakeChannel();
        late.onOpen(tooLate);
        assertThat(tooLate.closed).containsExactly(CloseReason.ENDPOINT_CLOSED);
        assertThat(tooLate.sent).isEmpty();
    }

    @Test
    void opensOnlyToWhoKnowsConferenceEndpointAndPassword() {
        call();
        String conferenceId = bridge.conferenceId();
        String password = bridge.passwordOf("aaaa0001");

        assertThat(bridge.conferences.channel(conferenceId, "aaaa0001", password))
                .isPresent();
        assertThat(bridge.conferences.channel(MEETING, "aaaa0001", password)).isEmpty();
        assertThat(bridge.conferences.channel(conferenceId, "zzzz9999", password))
                .isEmpty();
        assertThat(bridge.conferences.channel(conferenceId, "bbbb0002", password))
                .isEmpty();
        assertThat(bridge.conferences.channel(conferenceId, "aaaa0001", "")).isEmpty();
        assertThat(bridge.conferences.channel("", "", "\0")).isEmpty();
    }

    @Test
    void choosesNothingAnewForAWishThatIsRepeated() {
        call();
        ChannelSlot slot = open("cccc0003", channel);
        String wish = """
            {"colibriClass":"ReceiverVideoConstraints","lastN":1,"selectedSources":["bbbb0002-v0"],
             "constraints":{"bbbb0002-v0":{"maxHeight":360}},"assumedBandwidthBps":%d}\
            """;
        slot.onText(channel, wish.formatted(1_000_000));
        bridge.nowNs.addAndGet(ConferenceConfig.DEFAULT_WISH_INTERVAL.toNanos());
        slot.onText(channel, wish.formatted(1_000_000));
        assertThat(bridge.later).isEmpty();

        slot.onText(channel, wish.formatted(2_000_000));
        slot.onText(channel, wish.formatted(3_000_000));
        assertThat(bridge.later).as("put off, as it differs").hasSize(1);
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_DROPPED))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":1}", "malformed"})
    void whatRunsInTheTurnOfAMessageIsAloneInTheConference(String text) {
        call();
        ChannelSlot slot = open("cccc0003", channel);
        String wish = "{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":0}";
        List<Boolean> others = new ArrayList<>();
        slot.onText(
                channel,
                text,
                () -> others.add(CompletableFuture.supplyAsync(() -> slot.tryText(channel, wish))
                        .join()));
        assertThat(others).containsExactly(false);
    }

    @Test
    void takesAWishWithoutWaitingAndLeavesItToAnotherThreadToPublish() {
        call();
        ChannelSlot slot = open("cccc0003", channel);
        int tables = bridge.media.published.size();
        String wish = "{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":%d}";
        assertThat(slot.tryText(channel, wish.formatted(1))).isTrue();
        assertThat(bridge.media.published).hasSize(tables);
        assertThat(bridge.later).as("a new table is to be made now").hasSize(1);
        bridge.later.remove().run();
        assertThat(bridge.media.transport("cccc0003").receivedStreams()).isNotEmpty();

        assertThat(slot.tryText(channel, wish.formatted(1))).isTrue();
        assertThat(bridge.later).as("repeated, so there is nothing to publish").isEmpty();

        assertThat(slot.tryText(channel, wish.formatted(0))).isTrue();
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_RECEIVED))
                .isEqualTo(3);
        bridge.nowNs.addAndGet(ConferenceConfig.DEFAULT_WISH_INTERVAL.toNanos());
        bridge.later.remove().run();
        assertThat(bridge.media.transport("cccc0003").receivedStreams()).isEmpty();
    }

    @Test
    void publishesTheFirstWishAtOnceAndThoseThatFollowTogether() {
        call();
        ChannelSlot slot = open("cccc0003", channel);
        int tables = bridge.media.published.size();

        for (int lastN = 0; lastN < 100; lastN++) {
            slot.onText(channel, "{\"colibriClass\":\"LastNChangedEvent\",\"lastN\":" + lastN % 2 + "}");
        }
        assertThat(bridge.media.published).hasSize(tables + 1);
        assertThat(bridge.media.transport("cccc0003").receivedStreams())
                .as("the first")
                .isEmpty();
        assertThat(bridge.counters.get(ConferenceCounter.PUBLICATIONS_MERGED)).isEqualTo(98);
        assertThat(bridge.later).hasSize(1);

        bridge.nowNs.addAndGet(ConferenceConfig.DEFAULT_WISH_INTERVAL.toNanos());
        bridge.later.remove().run();
        assertThat(bridge.media.published).hasSize(tables + 2);
        assertThat(bridge.media.transport("cccc0003").receivedStreams())
                .as("the last")
                .containsExactly(11);

        slot.onText(channel, "{\"colibriClass\":\"LastNChangedEvent\",\"lastN\":-1}");
        assertThat(bridge.media.published).as("too soon again").hasSize(tables + 2);
        bridge.update(updating("cccc0003")
                .forceMute(new org.starbridge.colibri.ForceMute(true, false))
                .build());
        assertThat(bridge.media.published).as("the focus does not wait").hasSize(tables + 3);
        assertThat(bridge.media.transport("cccc0003").receivedStreams()).hasSize(2);
        bridge.later.remove().run();
        assertThat(bridge.media.published).as("nothing is left to publish").hasSize(tables + 3);
    }

    private void say(ChannelSlot slot, String text) {
        slot.onText(channel, text);
        bridge.nowNs.addAndGet(ConferenceConfig.DEFAULT_WISH_INTERVAL.toNanos());
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void survivesHostileMessages(String text) {
        call();
        ChannelSlot slot = open("cccc0003", channel);
        EndpointSnapshot before = bridge.endpoint("cccc0003");
        slot.onText(channel, text);

        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_DROPPED))
                .isEqualTo(1);
        assertThat(bridge.endpoint("cccc0003").constraints()).isEqualTo(before.constraints());
        assertThat(channel.closed).isEmpty();
    }

    static Stream<Arguments> hostile() {
        String wish = "{\"colibriClass\":\"ReceiverVideoConstraints\",";
        return Stream.of(
                argumentSet("deep arrays", "[".repeat(100_000)),
                argumentSet("deep objects", "{\"a\":".repeat(20_000)),
                argumentSet(
                        "deep within a wish", wish + "\"constraints\":" + "{\"a\":".repeat(70) + "1" + "}".repeat(71)),
                argumentSet("longer than any message", wish + "\"x\":\"" + "x".repeat(200_000) + "\"}"),
                argumentSet("a long number", wish + "\"lastN\":" + "9".repeat(10_000) + "}"),
                argumentSet("a number with a great exponent", wish + "\"lastN\":1e999999999}"),
                argumentSet("a fraction", wish + "\"lastN\":1.5}"),
                argumentSet("null", wish + "\"lastN\":null}x"),
                argumentSet("names that are numbers", wish + "\"selectedSources\":[1,2]}"),
                argumentSet("an object instead of names", wish + "\"selectedSources\":{}}"),
                argumentSet("a constraint that is a number", wish + "\"constraints\":{\"a\":5}}"),
                argumentSet("a height of -2", wish + "\"defaultConstraints\":{\"maxHeight\":-2}}"),
                argumentSet(
                        "a frame rate of no number",
                        wish + "\"defaultConstraints\":{\"maxHeight\":1,\"maxFrameRate\":NaN}}"),
                argumentSet("a key twice", wish + "\"lastN\":1,\"lastN\":2}"),
                argumentSet("too many names", wish + "\"selectedSources\":[" + "\"a\",".repeat(10_000) + "\"a\"]}"),
                argumentSet("half of a surrogate", wish + "\"selectedSources\":[\"\\ud800\"]"),
                argumentSet("zero bytes", "\u0000\u0000\u0000"),
                argumentSet("a class of the bridge", "{\"colibriClass\":\"ServerHello\"}"),
                argumentSet("last-n below -1", "{\"colibriClass\":\"LastNChangedEvent\",\"lastN\":-7}"),
                argumentSet("last-n of no number", "{\"colibriClass\":\"LastNChangedEvent\"}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"EndpointMessage", "EndpointStats"})
    void refusesAMessageToOthersThatIsTooLongForThem(String colibriClass) {
        call();
        ChannelSlot slot = open("cccc0003", channel);
        TestBridge.FakeChannel other = new TestBridge.FakeChannel();
        open("aaaa0001", other);
        other.sent.clear();
        String most = "{\"colibriClass\":\"" + colibriClass + "\",\"from\":\"cccc0003\",\"x\":\"%s\"}";
        int room =
                MessageLimits.DEFAULT.maxForwardedBytes() - most.formatted("").length();

        channel.sent.clear();
        slot.onText(channel, most.formatted("€".repeat(room / 3)));
        assertThat(other.sent).hasSize(1);
        assertThat(channel.sent).isEmpty();
        slot.onText(channel, most.formatted("€".repeat(room / 3 + 1)));
        assertThat(other.sent).hasSize(1);
        assertThat(channel.sent)
                .as("the sender is informed")
                .containsExactly(
                        "{\"colibriClass\":\"MessageRefused\",\"refusedClass\":\"%s\",\"lengthBytes\":%d,\"maxLengthBytes\":65536}"
                                .formatted(colibriClass, most.formatted("").length() + 3 * (room / 3 + 1)));
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_TOO_LONG))
                .isEqualTo(1);
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_DROPPED))
                .isEqualTo(1);
    }

    @Test
    void encodesWhatSeveralGetOnce() {
        call();
        ChannelSlot slot = open("cccc0003", channel);
        TestBridge.FakeChannel one = new TestBridge.FakeChannel();
        TestBridge.FakeChannel two = new TestBridge.FakeChannel();
        open("aaaa0001", one);
        open("bbbb0002", two);
        slot.onText(channel, "{\"colibriClass\":\"EndpointMessage\",\"to\":\"\",\"msgPayload\":{}}");
        assertThat(one.texts.getLast().toString()).contains("EndpointMessage");
        assertThat(one.texts.getLast()).isSameAs(two.texts.getLast());
    }

    @Test
    void aClientsPaceOutlivesItsChannels() {
        call();
        MessagePace pace = bridge.slot("cccc0003").pace();
        while (pace.mayOpen(0)) {
            open("cccc0003", new TestBridge.FakeChannel());
        }
        assertThat(bridge.slot("cccc0003").pace().waitNs(1, 0)).isPositive();
        assertThat(bridge.slot("aaaa0001").pace().waitNs(1, 0)).isZero();
    }

    @Test
    void countsWishesThatNameTooManySources() {
        call();
        ChannelSlot slot = open("cccc0003", channel);
        int most = ConferenceLimits.DEFAULT.channelNames();
        String names = "\"a\",".repeat(most);
        slot.onText(
                channel, "{\"colibriClass\":\"ReceiverVideoConstraints\",\"selectedSources\":[" + names + "\"a\"]}");
        slot.onText(channel, "{\"colibriClass\":\"ReceiverAudioSubscription\",\"include\":[" + names + "\"a\"]}");
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_WISHES_TOO_LONG))
                .isEqualTo(2);
        slot.onText(
                channel,
                "{\"colibriClass\":\"ReceiverVideoConstraints\",\"selectedSources\":["
                        + names.substring(0, names.length() - 1) + "]}");
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_WISHES_TOO_LONG))
                .isEqualTo(2);
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_DROPPED))
                .isEqualTo(2);
    }

    /** Three endpoints, of which two send video. */
    private void call() {
        bridge.with("aaaa0001", "bbbb0002", "cccc0003");
        bridge.update(updating("aaaa0001")
                .sources(List.of(source(MediaKind.VIDEO, "aaaa0001-v0", 11)))
                .build());
        bridge.update(updating("bbbb0002")
                .sources(List.of(source(MediaKind.VIDEO, "bbbb0002-v0", 21)))
                .build());
    }

    private ChannelSlot open(String endpointId, BridgeChannel newChannel) {
        ChannelSlot slot = bridge.slot(endpointId);
        slot.onOpen(newChannel);
        return slot;
    }

    private static String forwarded(String... names) {
        String joined = names.length == 0 ? "" : "\"" + String.join("\",\"", names) + "\"";
        return "{\"colibriClass\":\"ForwardedSources\",\"forwardedSources\":[" + joined + "]}";
    }
}
