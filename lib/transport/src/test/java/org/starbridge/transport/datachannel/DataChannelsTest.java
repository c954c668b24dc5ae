package org.starbridge.transport.datachannel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpEnd;
import org.starbridge.transport.sctp.SctpState;
import org.starbridge.transport.sctp.SendResult;
import org.starbridge.transport.sctp.association.SctpHost;

/** Channels are opened, used and closed from either side, over a line that loses packets too. */
final class DataChannelsTest {
    private static final String PROTOCOL = "http://jitsi.org/protocols/colibri";

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Flight(long atNs, long number, Side to, byte[] packet) {}

    private final class Side implements DataChannelSink {
        final DataChannels channels;
        final List<DataChannel> opened = new ArrayList<>();
        final List<DataChannel> closed = new ArrayList<>();
        final List<String> texts = new ArrayList<>();
        final List<byte[]> binaries = new ArrayList<>();
        final List<SctpEnd> ends = new ArrayList<>();
        int connected;
        int writable;

        Side(int maxChannels) {
            SctpHost host = new SctpHost(SctpConfig.defaults(), new byte[16]);
            channels = new DataChannels(host.association(random), maxChannels);
        }

        DataChannel open(int streamId, Reliability reliability) {
            return Objects.requireNonNull(channels.open(nowNs, streamId, "default", PROTOCOL, reliability, this));
        }

        SendResult text(DataChannel channel, String text) {
            return channels.sendText(nowNs, channel, text, this);
        }

        @Override
        public void send(byte[] packet) {
            if (random.nextDouble() >= loss) {
                flights.add(new Flight(
                        nowNs + 5_000_000 + (loss == 0 ? 0 : random.nextInt(10_000_000)),
                        number++,
                        this == client ? server : client,
                        packet));
            }
        }

        @Override
        public void onConnected() {
            connected++;
        }

        @Override
        public void onOpen(DataChannel channel) {
            opened.add(channel);
        }

        @Override
        public void onText(DataChannel channel, String text) {
            texts.add(text);
        }

        @Override
        public void onBinary(DataChannel channel, byte[] bytes) {
            binaries.add(bytes);
        }

        @Override
        public void onClosed(DataChannel channel) {
            closed.add(channel);
        }

        @Override
        public void onWritable() {
            writable++;
        }

        @Override
        public void onDisconnected(SctpEnd end) {
            ends.add(end);
        }
    }

    private final Random random = new Random(5);
    private final PriorityQueue<Flight> flights = new PriorityQueue<>(
            (x, y) -> x.atNs != y.atNs ? Long.compare(x.atNs, y.atNs) : Long.compare(x.number, y.number));
    private final Side client = new Side(16);
    private final Side server = new Side(2);
    private long nowNs = 1;
    private long number;
    private double loss;

    @BeforeEach
    void connect() {
        client.channels.connect(nowNs, client);
        until(() -> client.connected == 1 && server.connected == 1);
    }

    private void until(BooleanSupplier condition) {
        long endNs = nowNs + Duration.ofMinutes(10).toNanos();
        while (!condition.getAsBoolean()) {
            step();
            assertThat(nowNs).isLessThan(endNs);
        }
    }

    /** The resets of a stream's last use may be lost again and again. */
    private DataChannel openWhenFree(int streamId) {
        List<DataChannel> opened = new ArrayList<>();
        until(() -> {
            DataChannel channel =
                    client.channels.open(nowNs, streamId, "default", PROTOCOL, Reliability.RELIABLE, client);
            if (channel != null) {
                opened.add(channel);
            }
            return channel != null;
        });
        return opened.getFirst();
    }

    private void run(Duration duration) {
        long endNs = nowNs + duration.toNanos();
        until(() -> nextNs() > endNs);
        nowNs = endNs;
    }

    private long nextNs() {
        long flightNs = flights.isEmpty() ? Long.MAX_VALUE : flights.peek().atNs;
        return Math.min(flightNs, Math.min(client.channels.nextDeadlineNs(), server.channels.nextDeadlineNs()));
    }

    private void step() {
        nowNs = Math.max(nowNs, nextNs());
        while (!flights.isEmpty() && flights.peek().atNs <= nowNs) {
            Flight flight = flights.poll();
            flight.to.channels.onPacket(nowNs, flight.packet, flight.to);
        }
        for (Side side : List.of(client, server)) {
            if (side.channels.nextDeadlineNs() <= nowNs) {
                side.channels.onTimeout(nowNs, side);
            }
        }
    }

    @Test
    void aChannelCarriesTextAndBytesBothWays() {
        DataChannel ours = client.open(0, Reliability.RELIABLE);
        assertThat(client.text(ours, "first, with OPEN")).isEqualTo(SendResult.ACCEPTED);
        until(() -> !client.opened.isEmpty() && !server.texts.isEmpty());
        DataChannel theirs = server.opened.getFirst();
        assertThat(theirs.label()).isEqualTo("default");
        assertThat(theirs.protocol()).isEqualTo(PROTOCOL);
        assertThat(theirs.streamId()).isZero();
        for (String text : new String[] {"", "ä€😀", "x".repeat(65_536)}) {
            assertThat(server.text(theirs, text)).isEqualTo(SendResult.ACCEPTED);
        }
        server.channels.sendBinary(nowNs, theirs, new byte[0], server);
        server.channels.sendBinary(nowNs, theirs, new byte[100_000], server);
        until(() -> client.binaries.size() == 2);
        assertThat(server.texts).containsExactly("first, with OPEN");
        assertThat(client.texts).containsExactly("", "ä€😀", "x".repeat(65_536));
        assertThat(client.binaries.getFirst()).isEmpty();
        assertThat(client.binaries.getLast()).hasSize(100_000);
    }

    @ParameterizedTest
    @CsvSource({"true, -1", "false, -1", "true, 3", "false, 0"})
    void theOpenersWishIsKnownToBoth(boolean isOrdered, int maxRetransmissions) {
        client.open(2, new Reliability(isOrdered, maxRetransmissions, Long.MAX_VALUE));
        client.open(4, new Reliability(isOrdered, -1, Duration.ofMillis(1500).toNanos()));
        until(() -> server.opened.size() == 2);
        assertThat(server.opened.getFirst().reliability())
                .isEqualTo(new Reliability(isOrdered, maxRetransmissions, Long.MAX_VALUE));
        assertThat(server.opened.getLast().reliability().lifetimeNs()).isEqualTo(1_500_000_000L);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.05, 0.3})
    void aChannelIsClosedAndOpenedAgainOnTheSameStream(double loss) {
        this.loss = loss;
        for (int round = 1; round <= 20; round++) {
            int done = round;
            DataChannel channel = openWhenFree(0);
            client.text(channel, "round " + round);
            until(() -> server.texts.size() == done && client.opened.size() == done);
            if (round % 2 == 0) {
                client.channels.close(nowNs, channel, client);
            } else {
                server.channels.close(nowNs, server.opened.getLast(), server);
            }
            until(() -> client.closed.size() == done && server.closed.size() == done);
            assertThat(client.text(channel, "late")).isEqualTo(SendResult.NO_SUCH_STREAM);
            until(() -> client.channels.open(nowNs, 0, "probe", "", Reliability.RELIABLE, client) != null);
            until(() -> server.opened.getLast().label().equals("probe")
                    && client.opened.getLast().label().equals("probe"));
            client.channels.close(nowNs, client.opened.getLast(), client);
            until(() -> client.closed.size() == done + 1 && server.closed.size() == done + 1);
            client.opened.removeLast();
            server.opened.removeLast();
            client.closed.removeLast();
            server.closed.removeLast();
            until(() -> {
                DataChannel free = client.channels.open(nowNs, 0, "x", "", Reliability.RELIABLE, client);
                if (free != null) {
                    client.channels.close(nowNs, free, client);
                }
                return free != null;
            });
            until(() -> client.closed.size() == done + 1 && server.closed.size() == done + 1);
            client.closed.removeLast();
            server.closed.removeLast();
            server.opened.removeIf(each -> each.label().equals("x"));
            client.opened.removeIf(each -> each.label().equals("x"));
            run(Duration.ofSeconds(10));
        }
        assertThat(server.channels.dropped(ChannelDropReason.ALREADY_OPEN)).isZero();
    }

    /** The peer may have opened a channel again before we know that its predecessor's stream is reset on both sides. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1, 0.3})
    void whatIsSaidAtOnceOnAChannelThatWasReopenedArrives(double loss) {
        this.loss = loss;
        int waited = 0;
        for (int round = 1; round <= 40; round++) {
            int done = round;
            until(() -> client.channels.open(nowNs, 0, "again", PROTOCOL, Reliability.RELIABLE, client) != null);
            until(() -> server.opened.size() == done);
            DataChannel theirs = server.opened.getLast();
            SendResult result = server.text(theirs, "round " + round);
            if (result == SendResult.BUFFER_FULL) {
                waited++;
                int writable = server.writable;
                until(() -> server.writable > writable);
                result = server.text(theirs, "round " + round);
            }
            assertThat(result).isEqualTo(SendResult.ACCEPTED);
            until(() -> client.texts.size() == done && client.opened.size() == done);
            assertThat(client.texts.getLast()).isEqualTo("round " + round);
            client.channels.close(nowNs, client.opened.getLast(), client);
            until(() -> client.closed.size() == done);
        }
        assertThat(waited).isGreaterThanOrEqualTo(loss == 0 ? 0 : 1);
    }

    @Test
    void channelsBeyondTheLimitAreIgnoredAndCounted() {
        for (int i = 0; i < 5; i++) {
            DataChannel channel = client.open(2 * i, Reliability.RELIABLE);
            client.text(channel, "on " + i);
        }
        run(Duration.ofSeconds(5));
        assertThat(server.opened).hasSize(2);
        assertThat(server.texts).containsExactly("on 0", "on 1");
        assertThat(server.channels.dropped(ChannelDropReason.TOO_MANY_CHANNELS)).isEqualTo(3);
        assertThat(server.channels.dropped(ChannelDropReason.NO_SUCH_CHANNEL)).isEqualTo(3);
        client.channels.close(nowNs, client.opened.getFirst(), client);
        run(Duration.ofSeconds(5));
        client.open(12, Reliability.RELIABLE);
        run(Duration.ofSeconds(5));
        assertThat(server.opened).hasSize(3);
    }

    @Test
    void theEndOfTheAssociationClosesItsChannels() {
        client.open(0, Reliability.RELIABLE);
        run(Duration.ofSeconds(1));
        client.channels.abort(nowNs, client);
        run(Duration.ofSeconds(1));
        assertThat(client.closed).hasSize(1);
        assertThat(server.closed).hasSize(1);
        assertThat(client.ends).containsExactly(SctpEnd.ABORTED);
        assertThat(server.ends).containsExactly(SctpEnd.ABORTED_BY_PEER);
        assertThat(server.channels.state()).isEqualTo(SctpState.CLOSED);
    }

    @Test
    void anOpenIsWrittenAsItIsRead() {
        DcepOpen open = new DcepOpen("JVB data channel", PROTOCOL, new Reliability(false, 5, Long.MAX_VALUE));
        byte[] bytes = open.write();
        assertThat(DcepOpen.read(bytes)).isEqualTo(open);
        assertThat(bytes).startsWith(3, 0x81, 0, 0, 0, 0, 0, 5, 0, 16, 0, PROTOCOL.length());
        for (int i = 0; i < bytes.length; i++) {
            assertThat(DcepOpen.read(java.util.Arrays.copyOf(bytes, i))).isNull();
        }
        bytes[1] = 7;
        assertThat(DcepOpen.read(bytes)).isNull();
        assertThat(new String(bytes, 12, 3, StandardCharsets.UTF_8)).isEqualTo("JVB");
    }
}
