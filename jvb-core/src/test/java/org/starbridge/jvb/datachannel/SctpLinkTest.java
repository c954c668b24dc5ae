package org.starbridge.jvb.datachannel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.jvb.conference.TestBridge.creating;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.jvb.conference.ChannelSlot;
import org.starbridge.jvb.conference.ConferenceConfig;
import org.starbridge.jvb.conference.TestBridge;
import org.starbridge.jvb.media.ApplicationData;
import org.starbridge.transport.datachannel.DataChannel;
import org.starbridge.transport.datachannel.DataChannelSink;
import org.starbridge.transport.datachannel.DataChannels;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpEnd;
import org.starbridge.transport.sctp.SctpHost;

/** The whole control side with a client's data channels, in virtual time and without a thread. */
class SctpLinkTest {
    private static final String HELLO = "{\"colibriClass\":\"ServerHello\"}";
    private static final String NOTHING = "{\"colibriClass\":\"ForwardedSources\",\"forwardedSources\":[]}";

    private record Alarm(long atNs, Runnable task) {}

    private final Random random = new Random(1);
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>((a, b) -> Long.compare(a.atNs, b.atNs));
    private final List<Long> pauses = new ArrayList<>();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final LongAdder delayed = new LongAdder();
    private final SctpLinks links = new SctpLinks(
            new SctpLinks.Settings(true, 1, 128 << 10, 20, 4, 3000),
            new SctpLinks.Surroundings(this::nowNs, random, tasks::add, this::alarm, pauses::add, delayed));
    private final TestBridge bridge = new TestBridge(ConferenceConfig.embedded(List.of("ws://127.0.0.1:9090")), links);
    private final Client client = new Client();
    private @Nullable ApplicationData data;

    private long nowNs() {
        return bridge.nowNs.get();
    }

    private Runnable alarm(long delayNs, Runnable task) {
        Alarm alarm = new Alarm(nowNs() + delayNs, task);
        alarms.add(alarm);
        return () -> alarms.remove(alarm);
    }

    /** A browser, as far as SCTP goes. */
    private final class Client implements DataChannelSink {
        final DataChannels channels =
                new DataChannels(new SctpHost(SctpConfig.defaults(), new byte[16]).association(new Random(2)), 0);
        final Deque<byte[]> arriving = new ArrayDeque<>();
        final List<String> texts = new ArrayList<>();
        int closed;
        boolean isConnected;

        DataChannel open(int streamId) {
            return Objects.requireNonNull(channels.open(
                    nowNs(),
                    streamId,
                    "JVB data channel",
                    "http://jitsi.org/protocols/colibri",
                    Reliability.RELIABLE,
                    this));
        }

        void say(DataChannel channel, String text) {
            channels.sendText(nowNs(), channel, text, this);
            settle();
        }

        @Override
        public void send(byte[] packet) {
            Objects.requireNonNull(data).onData(packet);
        }

        @Override
        public void onConnected() {
            isConnected = true;
        }

        @Override
        public void onOpen(DataChannel channel) {}

        @Override
        public void onText(DataChannel channel, String text) {
            texts.add(text);
        }

        @Override
        public void onBinary(DataChannel channel, byte[] bytes) {}

        @Override
        public void onClosed(DataChannel channel) {
            closed++;
        }

        @Override
        public void onWritable() {}

        @Override
        public void onDisconnected(SctpEnd end) {}
    }

    /** Runs everything that can run without time passing. */
    private void settle() {
        while (!tasks.isEmpty() || !client.arriving.isEmpty()) {
            Runnable task = tasks.poll();
            if (task != null) {
                task.run();
            }
            byte[] packet = client.arriving.poll();
            if (packet != null) {
                client.channels.onPacket(nowNs(), packet, client);
            }
        }
    }

    private void pass(Duration duration) {
        long endNs = nowNs() + duration.toNanos();
        while (true) {
            long nextNs =
                    Math.min(client.channels.nextDeadlineNs(), alarms.isEmpty() ? Long.MAX_VALUE : alarms.peek().atNs);
            if (nextNs > endNs) {
                bridge.nowNs.set(endNs);
                return;
            }
            bridge.nowNs.set(Math.max(nowNs(), nextNs));
            if (client.channels.nextDeadlineNs() <= nowNs()) {
                client.channels.onTimeout(nowNs(), client);
            }
            Alarm alarm = alarms.peek();
            if (alarm != null && alarm.atNs <= nowNs()) {
                alarms.poll();
                alarm.task.run();
            }
            settle();
        }
    }

    private ConferenceModified join() {
        ConferenceModified answer = bridge.with()
                .update(creating("aaaa0001")
                        .transport(new Transport(true, false, false, null, new Sctp(null, null)))
                        .build());
        data = bridge.media.added.getLast().spec.data();
        data.onConnected(packet -> client.arriving.add(packet));
        return answer;
    }

    private DataChannel connect() {
        join();
        client.channels.connect(nowNs(), client);
        settle();
        assertThat(client.isConnected).isTrue();
        DataChannel channel = client.open(0);
        settle();
        return channel;
    }

    private ChannelSlot webSocket(TestBridge.FakeChannel socket) {
        String id = bridge.conferences.snapshot().getFirst().id();
        ChannelSlot slot = bridge.conferences
                .channel(id, "aaaa0001", bridge.passwordOf("aaaa0001"))
                .orElseThrow();
        slot.onOpen(socket);
        return slot;
    }

    @Test
    void sctpIsAnsweredWithTheBridgeAsServer() {
        Transport transport =
                Objects.requireNonNull(join().endpoints().getFirst().transport());
        assertThat(transport.sctp()).isEqualTo(new Sctp(5000, Sctp.Role.SERVER));
        assertThat(transport.iceUdp()).isNotNull();
    }

    @Test
    void anEndpointThatDoesNotAskGetsNone() {
        ConferenceModified answer = bridge.with().update(creating("aaaa0001").build());
        assertThat(Objects.requireNonNull(answer.endpoints().getFirst().transport())
                        .sctp())
                .isNull();
        assertThat(bridge.media.added.getLast().spec.data()).isSameAs(ApplicationData.IGNORED);
    }

    @Test
    void theChannelSaysWhatTheWebSocketSaysButGreetsOnlyThoseWhoGreet() {
        DataChannel channel = connect();
        assertThat(client.texts).containsExactly(NOTHING);
        client.say(channel, "{\"colibriClass\":\"ClientHello\"}");
        assertThat(client.texts).containsExactly(NOTHING, HELLO);
        client.say(channel, "{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":3}");
        assertThat(bridge.conferences
                        .snapshot()
                        .getFirst()
                        .endpoints()
                        .getFirst()
                        .constraints()
                        .lastN())
                .isEqualTo(3);
        assertThat(bridge.counters.dataChannelMessagesReceived.sum()).isEqualTo(2);
        assertThat(bridge.counters.dataChannelMessagesSent.sum()).isEqualTo(2);
        assertThat(bridge.counters.channelMessagesReceived.sum()).isZero();
    }

    @Test
    void theBridgeAnswersWhereItLastHeardSomething() {
        DataChannel channel = connect();
        TestBridge.FakeChannel socket = new TestBridge.FakeChannel();
        ChannelSlot slot = webSocket(socket);
        assertThat(socket.sent).containsExactly(HELLO, NOTHING);
        client.texts.clear();
        socket.sent.clear();

        client.say(channel, "{\"colibriClass\":\"ClientHello\"}");
        assertThat(client.texts).containsExactly(HELLO);
        slot.onText(socket, "{\"colibriClass\":\"ClientHello\"}");
        assertThat(socket.sent).containsExactly(HELLO);
        assertThat(socket.closed).as("two carriers do not replace each other").isEmpty();

        slot.onClose(socket, 1000);
        client.say(channel, "{\"colibriClass\":\"ClientHello\"}");
        assertThat(client.texts).containsExactly(HELLO, HELLO);
    }

    @Test
    void aClosedChannelIsForgottenAndMayBeOpenedAgain() {
        DataChannel channel = connect();
        client.channels.close(nowNs(), channel, client);
        settle();
        pass(Duration.ofSeconds(1));
        assertThat(bridge.conferences
                        .snapshot()
                        .getFirst()
                        .endpoints()
                        .getFirst()
                        .channelOpen())
                .isFalse();
        client.texts.clear();
        DataChannel again = client.open(0);
        settle();
        client.say(again, "{\"colibriClass\":\"ClientHello\"}");
        assertThat(client.texts).containsExactly(NOTHING, HELLO);
    }

    @Test
    void aSecondChannelIsIgnored() {
        connect();
        DataChannel second = client.open(2);
        client.say(second, "{\"colibriClass\":\"ClientHello\"}");
        assertThat(client.texts).containsExactly(NOTHING);
        assertThat(links.opensRefused()).isEqualTo(2);
    }

    @Test
    void whoTalksTooFastWaits() {
        DataChannel channel = connect();
        for (int i = 0; i < 100; i++) {
            client.say(channel, "{\"colibriClass\":\"ClientHello\"}");
        }
        assertThat(pauses).isEmpty();
        client.say(channel, "{\"colibriClass\":\"ClientHello\"}");
        assertThat(pauses).hasSize(1);
        assertThat(delayed.sum()).isEqualTo(1);
    }

    @Test
    void theEndOfTheSessionEndsTheChannelAndItsTimers() {
        connect();
        Objects.requireNonNull(data).onEnded();
        settle();
        assertThat(bridge.conferences
                        .snapshot()
                        .getFirst()
                        .endpoints()
                        .getFirst()
                        .channelOpen())
                .isFalse();
        assertThat(alarms).isEmpty();
        Objects.requireNonNull(data).onData(new byte[100]);
        settle();
        assertThat(alarms).isEmpty();
    }

    @Test
    void anExpiredEndpointClosesItsChannel() {
        connect();
        bridge.conferences.expireAll();
        settle();
        pass(Duration.ofSeconds(2));
        assertThat(client.closed).isEqualTo(1);
        assertThat(bridge.counters.channelsClosedNormally.sum())
                .as("WebSockets")
                .isZero();
    }

    @Test
    void anIdleChannelHasOneTimerAndWakesOnlyForItsHeartbeat() {
        connect();
        pass(Duration.ofSeconds(1));
        assertThat(alarms).hasSize(1);
        assertThat(alarms.peek().atNs - nowNs())
                .isGreaterThan(Duration.ofSeconds(25).toNanos());
    }
}
