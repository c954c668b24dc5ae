package org.starbridge.control.datachannel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.control.conference.TestBridge.creating;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.control.channel.ChannelMemory;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.MessageLimits;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.media.api.ApplicationData;
import org.starbridge.transport.datachannel.DataChannel;

/** The whole control side with a client's data channels, in virtual time and without a thread. */
class SctpTransportTest {
    private static final String HELLO = "{\"colibriClass\":\"ServerHello\"}";
    private static final String NOTHING = "{\"colibriClass\":\"ForwardedSources\",\"forwardedSources\":[]}";
    private static final MessageLimits LIMITS =
            new MessageLimits(128 << 10, 16 << 10, 20, 64 << 10, 4, 200_000, Duration.ofSeconds(30));

    private final VirtualSurroundings world = new VirtualSurroundings();
    private final VirtualClient client = new VirtualClient(world, 0);
    private SctpTransports transports = transports(1);
    private TestBridge bridge = bridge(transports);

    private SctpTransports transports(int maxChannels) {
        return new SctpTransports(new SctpTransports.Settings(true, maxChannels, LIMITS), world.forTransports());
    }

    private static TestBridge bridge(SctpTransports transports) {
        return new TestBridge(ConferenceConfig.embedded(List.of("ws://127.0.0.1:9090")), transports);
    }

    private ConferenceModified join() {
        ConferenceModified answer = bridge.with()
                .update(creating("aaaa0001")
                        .transport(new Transport(true, false, false, null, new Sctp(null, null)))
                        .build());
        client.join(data());
        return answer;
    }

    /** Of the endpoint that was added last. */
    private ApplicationData data() {
        return bridge.media.added.getLast().spec.data();
    }

    private DataChannel connect() {
        join();
        client.connect();
        assertThat(client.isConnected).isTrue();
        return client.open(0);
    }

    private EndpointSnapshot endpoint() {
        return bridge.conferences.snapshot().getFirst().endpoints().getFirst();
    }

    private ChannelSlot webSocket(String endpointId, TestBridge.FakeChannel socket) {
        ChannelSlot slot = bridge.slot(endpointId);
        slot.onOpen(socket);
        return slot;
    }

    /** Another endpoint in the conference, which sends messages to the client. */
    private final class Talker {
        final TestBridge.FakeChannel socket = new TestBridge.FakeChannel();
        final ChannelSlot slot;

        Talker() {
            bridge.update(creating("bbbb0002").build());
            slot = webSocket("bbbb0002", socket);
        }

        void say(String payload) {
            slot.onText(
                    socket,
                    "{\"colibriClass\":\"EndpointMessage\",\"to\":\"aaaa0001\",\"msgPayload\":\"" + payload + "\"}");
            world.settle();
        }
    }

    @Test
    void sctpIsAnsweredWithTheBridgeAsServer() {
        Transport transport =
                Objects.requireNonNull(join().endpoints().getFirst().transport());
        assertThat(transport.sctp()).isEqualTo(new Sctp(5000, Sctp.Role.SERVER));
        assertThat(transport.iceUdp()).isNotNull();
        world.pass(Duration.ofMinutes(1));
        assertThat(client.packets).as("a server begins nothing").isZero();
    }

    @Test
    void anEndpointThatDoesNotAskGetsNone() {
        ConferenceModified answer = bridge.with().update(creating("aaaa0001").build());
        assertThat(Objects.requireNonNull(answer.endpoints().getFirst().transport())
                        .sctp())
                .isNull();
        assertThat(data()).isSameAs(ApplicationData.IGNORED);
    }

    @Test
    void theChannelSaysWhatTheWebSocketSaysButGreetsOnlyThoseWhoGreet() {
        DataChannel channel = connect();
        assertThat(client.texts).containsExactly(NOTHING);
        client.say(channel, "{\"colibriClass\":\"ClientHello\"}");
        assertThat(client.texts).containsExactly(NOTHING, HELLO);
        client.say(channel, "{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":3}");
        assertThat(endpoint().constraints().lastN()).isEqualTo(3);
        assertThat(bridge.counters.get(ConferenceCounter.DATA_CHANNEL_MESSAGES_RECEIVED))
                .isEqualTo(2);
        assertThat(bridge.counters.get(ConferenceCounter.DATA_CHANNEL_MESSAGES_SENT))
                .isEqualTo(2);
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_RECEIVED))
                .isZero();
    }

    @Test
    void theAnswerAndTheAcknowledgementGoInOnePacket() {
        DataChannel channel = connect();
        world.pass(Duration.ofSeconds(1));
        client.packets = 0;
        client.say(channel, "{\"colibriClass\":\"ClientHello\"}");
        assertThat(client.texts).endsWith(HELLO);
        assertThat(client.packets).isEqualTo(1);
        world.pass(Duration.ofSeconds(1));
        assertThat(client.packets).isEqualTo(1);
    }

    @Test
    void whatNeedsNoAnswerIsAcknowledgedInItsOwnTaskAndNoTimerRingsForIt() {
        DataChannel channel = connect();
        world.pass(Duration.ofSeconds(2));
        client.packets = 0;
        world.rung = 0;
        for (int i = 1; i <= 5; i++) {
            client.say(channel, "{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":" + i + "}");
            assertThat(client.packets).isEqualTo(i);
            world.pass(Duration.ofSeconds(1));
        }
        assertThat(client.packets).isEqualTo(5);
        assertThat(world.rung).isZero();
    }

    @Test
    void theBridgeAnswersWhereItLastHeardSomething() {
        DataChannel channel = connect();
        TestBridge.FakeChannel socket = new TestBridge.FakeChannel();
        ChannelSlot slot = webSocket("aaaa0001", socket);
        assertThat(socket.sent).containsExactly(HELLO, NOTHING);
        client.texts.clear();
        socket.sent.clear();

        client.say(channel, "{\"colibriClass\":\"ClientHello\"}");
        assertThat(client.texts).containsExactly(HELLO);
        slot.onText(socket, "{\"colibriClass\":\"ClientHello\"}");
        assertThat(socket.sent).containsExactly(HELLO);
        assertThat(socket.closed).as("two carriers do not replace each other").isEmpty();
    }

    @Test
    void ofTwoCarriersTheOtherOneServesWhenTheLastHeardIsGone() {
        DataChannel channel = connect();
        Talker talker = new Talker();
        TestBridge.FakeChannel socket = new TestBridge.FakeChannel();
        ChannelSlot slot = webSocket("aaaa0001", socket);
        client.texts.clear();
        socket.sent.clear();

        talker.say("one");
        assertThat(socket.sent).as("it was opened last").hasSize(1);
        slot.onClose(socket, 1000);
        talker.say("two");
        assertThat(client.texts).hasSize(1);
        TestBridge.FakeChannel again = new TestBridge.FakeChannel();
        webSocket("aaaa0001", again);
        client.say(channel, "{\"colibriClass\":\"ClientHello\"}");
        again.sent.clear();
        client.close(channel);
        world.pass(Duration.ofSeconds(1));
        talker.say("three");
        assertThat(again.sent).hasSize(1);
    }

    @Test
    void withoutACarrierWhatIsSaidIsCountedAndNotKept() {
        join();
        Talker talker = new Talker();
        long before = bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_UNSENT);
        talker.say("not delivered");
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_UNSENT))
                .isEqualTo(before + 1);
        client.connect();
        client.open(0);
        assertThat(client.texts).containsExactly(NOTHING);
    }

    @Test
    void aClosedChannelIsForgottenAndMayBeOpenedAgain() {
        DataChannel channel = connect();
        client.close(channel);
        world.pass(Duration.ofSeconds(1));
        assertThat(endpoint().channelOpen()).isFalse();
        client.texts.clear();
        DataChannel again = client.open(0);
        client.say(again, "{\"colibriClass\":\"ClientHello\"}");
        assertThat(client.texts).containsExactly(NOTHING, HELLO);
    }

    @Test
    void aSecondChannelIsIgnored() {
        connect();
        DataChannel second = client.open(2);
        client.say(second, "{\"colibriClass\":\"ClientHello\"}");
        assertThat(client.texts).containsExactly(NOTHING);
        assertThat(client.opened).as("acknowledged").hasSize(1);
        assertThat(transports.opensRefused()).isEqualTo(2);
    }

    @Test
    void refusedChannelsStayCountedWhenTheAssociationBeginsAgain() {
        connect();
        client.say(client.open(2), "{\"colibriClass\":\"ClientHello\"}");
        assertThat(transports.opensRefused()).isEqualTo(2);
        Talker talker = new Talker();
        client.isDeaf = true;
        for (int i = 0; i < 50; i++) {
            talker.say("x".repeat(3000));
        }
        world.pass(Duration.ofSeconds(35));
        assertThat(endpoint().channelOpen()).as("stalled").isFalse();
        client.isDeaf = false;
        client.abort();
        client.connect();
        client.open(0);
        assertThat(endpoint().channelOpen()).isTrue();
        assertThat(transports.opensRefused()).isEqualTo(2);
    }

    @Test
    void ofSeveralChannelsOnlyTheFirstCarriesAnything() {
        transports = transports(2);
        bridge = bridge(transports);
        DataChannel first = connect();
        DataChannel second = client.open(2);
        client.open(4);
        assertThat(client.opened).as("within videobridge.sctp.max-channels").containsExactly(first, second);
        client.say(second, "{\"colibriClass\":\"ClientHello\"}");
        assertThat(client.texts).containsExactly(NOTHING);
        client.say(first, "{\"colibriClass\":\"ClientHello\"}");
        assertThat(client.texts).containsExactly(NOTHING, HELLO);
        client.close(second);
        world.pass(Duration.ofSeconds(1));
        assertThat(endpoint().channelOpen()).isTrue();
        assertThat(transports.opensRefused()).as("the third").isEqualTo(1);
    }

    @Test
    void whoTalksTooFastWaits() {
        DataChannel channel = connect();
        for (int i = 0; i < 100; i++) {
            client.say(channel, "{\"colibriClass\":\"ClientHello\"}");
        }
        assertThat(world.pauses).isEmpty();
        client.say(channel, "{\"colibriClass\":\"ClientHello\"}");
        assertThat(world.pauses).hasSize(1);
        assertThat(world.counters.get(ConferenceCounter.CHANNEL_MESSAGES_DELAYED))
                .isEqualTo(1);
    }

    @Test
    void aClientThatReadsNothingHasBoundedBuffersAndThenGetsWhatWasTakenForIt() {
        connect();
        Talker talker = new Talker();
        client.texts.clear();
        client.isDeaf = true;
        String filling = "x".repeat(3000);
        int said = 300;
        long before = bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_UNSENT);
        for (int i = 0; i < said; i++) {
            talker.say(i + " " + filling);
        }
        int taken = said - (int) (bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_UNSENT) - before);
        // 200,000 bytes, of 3080 and what each costs beside them.
        assertThat(taken).isBetween(55, 65);
        world.pass(Duration.ofSeconds(5));
        client.isDeaf = false;
        world.pass(Duration.ofSeconds(30));
        assertThat(client.texts)
                .extracting(text -> Integer.parseInt(text.replaceFirst("(?s).*\"msgPayload\":\"(\\d+) .*", "$1")))
                .containsExactlyElementsOf(IntStream.range(0, taken).boxed().toList());
        talker.say("and again");
        assertThat(client.texts).hasSize(taken + 1);
    }

    @Test
    void aClientThatTakesNothingForTooLongLosesItsChannelAndFreesItsMemory() {
        connect();
        Talker talker = new Talker();
        client.isDeaf = true;
        for (int i = 0; i < 50; i++) {
            talker.say("x".repeat(3000));
        }
        long heldBytes = world.memory.takenBytes();
        assertThat(heldBytes).as("beyond its own share").isPositive();
        world.pass(Duration.ofSeconds(29));
        assertThat(endpoint().channelOpen()).isTrue();
        assertThat(world.memory.takenBytes()).isEqualTo(heldBytes);
        world.pass(Duration.ofSeconds(4));
        assertThat(endpoint().channelOpen()).isFalse();
        assertThat(world.counters.get(ConferenceCounter.CHANNELS_STALLED)).isEqualTo(1);
        assertThat(world.memory.takenBytes()).isZero();
    }

    @Test
    void aClientThatReadsSlowlyKeepsItsChannel() {
        connect();
        Talker talker = new Talker();
        for (int minute = 0; minute < 5; minute++) {
            client.isDeaf = true;
            talker.say("x".repeat(3000));
            world.pass(Duration.ofSeconds(25));
            client.isDeaf = false;
            world.pass(Duration.ofSeconds(35));
        }
        assertThat(endpoint().channelOpen()).isTrue();
        assertThat(client.texts).hasSize(6);
        assertThat(world.memory.takenBytes()).isZero();
    }

    @Test
    void whenTheMemoryOfAllIsUsedUpEachClientStillHasItsOwn() {
        connect();
        Talker talker = new Talker();
        ChannelMemory.Share others = world.memory.share(2 << 20);
        assertThat(others.take((1 << 20) + ChannelMemory.OWN_BYTES)).isTrue();
        client.texts.clear();
        for (int i = 0; i < 20; i++) {
            talker.say("x".repeat(12_000));
            world.pass(Duration.ofSeconds(1));
        }
        assertThat(client.texts).hasSize(20);
        client.isDeaf = true;
        long before = bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_UNSENT);
        talker.say("x".repeat(12_000));
        talker.say("x".repeat(12_000));
        assertThat(bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_UNSENT))
                .isEqualTo(before + 1);
        assertThat(world.memory.refusals()).isEqualTo(1);
    }

    @Test
    void anotherChannelDoesNotMakeAClientFaster() {
        DataChannel channel = connect();
        for (int i = 0; i < 100; i++) {
            client.say(channel, "{\"colibriClass\":\"ClientHello\"}");
        }
        client.close(channel);
        world.pass(Duration.ofMillis(100));
        DataChannel again = client.open(0);
        for (int i = 0; i < 5; i++) {
            client.say(again, "{\"colibriClass\":\"ClientHello\"}");
        }
        assertThat(world.pauses).isNotEmpty();
    }

    @Test
    void whatIsNotAcknowledgedGoesAgainWhenItsTimeHasCome() {
        DataChannel channel = connect();
        client.say(channel, "{\"colibriClass\":\"ClientHello\"}");
        world.pass(Duration.ofSeconds(3));
        Talker talker = new Talker();
        world.pass(Duration.ofSeconds(1));
        client.isDeaf = true;
        client.packets = 0;
        talker.say("hello?");
        assertThat(client.packets).isEqualTo(1);
        world.pass(Duration.ofMillis(395));
        assertThat(client.packets).isEqualTo(1);
        world.pass(Duration.ofMillis(20));
        assertThat(client.packets).as("after 400 ms, the least timeout").isEqualTo(2);
        world.pass(Duration.ofMillis(780));
        assertThat(client.packets).isEqualTo(2);
        world.pass(Duration.ofMillis(30));
        assertThat(client.packets).as("after 800 ms more").isEqualTo(3);
    }

    @Test
    void theEndOfTheSessionEndsTheChannelAndItsTimers() {
        connect();
        client.isDeaf = true;
        data().onEnded();
        world.settle();
        assertThat(endpoint().channelOpen()).isFalse();
        client.isDeaf = false;
        client.abort();
        assertThat(world.alarms()).isZero();
        data().onData(new byte[100]);
        world.settle();
        assertThat(world.alarms()).isZero();
    }

    @Test
    void anExpiredEndpointClosesItsChannel() {
        connect();
        bridge.conferences.expireAll();
        world.pass(Duration.ofSeconds(2));
        assertThat(client.closed).isEqualTo(1);
        assertThat(bridge.counters.get(ConferenceCounter.CHANNELS_CLOSED_NORMALLY))
                .as("WebSockets")
                .isZero();
    }

    @Test
    void anIdleChannelWakesNobodyButForItsHeartbeat() {
        DataChannel channel = connect();
        client.say(channel, "{\"colibriClass\":\"ClientHello\"}");
        world.pass(Duration.ofSeconds(40)); // the timers of what was said have rung or were taken back
        world.rung = 0;
        world.pass(Duration.ofMinutes(10));
        assertThat(world.rung).isEqualTo(20);
        assertThat(world.alarms()).as("the transport's and the client's").isEqualTo(2);
    }
}
