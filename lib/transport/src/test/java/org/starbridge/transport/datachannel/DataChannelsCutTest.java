package org.starbridge.transport.datachannel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.state.StateException;
import org.starbridge.rtp.state.StateReader;
import org.starbridge.rtp.state.StateWriter;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpEnd;
import org.starbridge.transport.sctp.association.SctpHost;

/**
 * Associations that are cut at random moments and go on in other ones, whose clock is a week ahead, over a line that
 * loses and reorders. {@code -Dstarbridge.cut.seeds=N} runs N seeds.
 */
final class DataChannelsCutTest {
    private static final long SEEDS = Long.getLong("starbridge.cut.seeds", 25);
    private static final int MESSAGES = 120;
    private static final long STEP_NS = 20_000_000;
    private static final long MOST_NS = Duration.ofMinutes(5).toNanos();
    private static final long CLOCK_STEP_NS = Duration.ofDays(7).toNanos();

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Flight(long atNs, long number, boolean isToServer, byte[] packet) {}

    private static final class Side implements DataChannelSink {
        private final Call call;
        private final boolean isServer;
        private final SctpHost host;
        private final List<String> texts = new ArrayList<>();
        private final List<String> toSend = new ArrayList<>();
        private final List<SctpEnd> ends = new ArrayList<>();
        private DataChannels channels;
        private @Nullable DataChannel channel;
        private long clockNs;
        private int moves;

        Side(Call call, boolean isServer) {
            this.call = call;
            this.isServer = isServer;
            host = new SctpHost(SctpConfig.defaults(), secret(isServer ? 1 : 2));
            channels = new DataChannels(host.association(call.random), 4);
        }

        private static byte[] secret(int number) {
            byte[] secret = new byte[16];
            secret[0] = (byte) number;
            return secret;
        }

        long nowNs() {
            return call.nowNs + clockNs;
        }

        @Override
        public void send(byte[] packet) {
            call.send(isServer, packet);
        }

        @Override
        public void onConnected() {}

        @Override
        public void onOpen(DataChannel opened) {
            channel = opened;
        }

        @Override
        public void onText(DataChannel from, String text) {
            texts.add(text);
        }

        @Override
        public void onBinary(DataChannel from, byte[] bytes) {}

        @Override
        public void onClosed(DataChannel closed) {}

        @Override
        public void onWritable() {}

        @Override
        public void onDisconnected(SctpEnd end) {
            ends.add(end);
        }

        void talk() {
            DataChannel open = channel;
            while (open != null && !toSend.isEmpty() && call.random.nextInt(3) > 0) {
                if (!channels.sendText(nowNs(), open, toSend.getFirst(), this).isAccepted()) {
                    return;
                }
                toSend.removeFirst();
            }
        }

        byte[] snapshot() throws StateException {
            StateWriter writer = new StateWriter(nowNs());
            writer.part(1, 1, channels::state);
            return writer.record();
        }

        /** Another process with a host of its own. */
        void move() throws StateException {
            byte[] record = snapshot();
            clockNs += CLOCK_STEP_NS;
            moves++;
            channels = read(record, nowNs(), call.random, host);
            if (channel != null) {
                channel = Objects.requireNonNull(channels.find(channel.streamId()));
            }
            assertThat(snapshot()).as("what was read is the same record").isEqualTo(record);
        }

        static DataChannels read(byte[] record, long nowNs, Random random, SctpHost host) throws StateException {
            DataChannels made = new DataChannels(host.association(random), 4);
            assertThat(StateReader.of(record, nowNs).part(1, 1, made::state)).isTrue();
            return made;
        }
    }

    /** One call in virtual time. */
    private static final class Call {
        private final Random random;
        private final PriorityQueue<Flight> flights =
                new PriorityQueue<>(Comparator.comparingLong(Flight::atNs).thenComparingLong(Flight::number));
        private final double loss;
        private final Side client;
        private final Side server;
        private long nowNs = 1;
        private long number;

        Call(long seed) {
            random = new Random(seed);
            loss = random.nextDouble() * 0.2;
            client = new Side(this, false);
            server = new Side(this, true);
        }

        void send(boolean isFromServer, byte[] packet) {
            for (int copies = random.nextInt(20) == 0 ? 2 : 1; copies > 0; copies--) {
                if (random.nextDouble() >= loss) {
                    flights.add(new Flight(
                            nowNs + 5_000_000 + random.nextInt(40_000_000), number++, !isFromServer, packet.clone()));
                }
            }
        }

        void step() {
            nowNs += STEP_NS;
            while (!flights.isEmpty() && flights.peek().atNs <= nowNs) {
                Flight flight = flights.poll();
                Side to = flight.isToServer ? server : client;
                to.channels.onPacket(to.nowNs(), flight.packet, to);
            }
            for (Side side : List.of(client, server)) {
                if (side.channels.nextDeadlineNs() <= side.nowNs()) {
                    side.channels.onTimeout(side.nowNs(), side);
                }
            }
        }
    }

    private static String text(Random random, int number) {
        int length = random.nextInt(10) == 0 ? random.nextInt(30_000) : random.nextInt(200);
        return number + " " + "x".repeat(length);
    }

    @Test
    void eachMessageArrivesOnceAndInOrder() throws StateException {
        int moves = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Call call = new Call(seed);
            List<String> up = new ArrayList<>();
            List<String> down = new ArrayList<>();
            for (int i = 0; i < MESSAGES; i++) {
                up.add(text(call.random, i));
                down.add(text(call.random, i));
            }
            call.client.toSend.addAll(up);
            call.server.toSend.addAll(down);
            call.client.channels.connect(call.nowNs, call.client);
            boolean isOpened = false;
            while (call.nowNs < MOST_NS
                    && !(call.server.texts.size() == MESSAGES && call.client.texts.size() == MESSAGES)) {
                call.step();
                if (!isOpened) {
                    isOpened = call.client.channels.open(
                                    call.client.nowNs(), 0, "default", "colibri", Reliability.RELIABLE, call.client)
                            != null;
                }
                call.client.talk();
                call.server.talk();
                if (call.random.nextInt(8) == 0) {
                    (isOpened && call.random.nextBoolean() ? call.client : call.server).move();
                }
            }
            assertThat(call.server.texts).as("up, seed %d", seed).isEqualTo(up);
            assertThat(call.client.texts).as("down, seed %d", seed).isEqualTo(down);
            assertThat(call.server.ends).as("seed %d", seed).isEmpty();
            moves += call.client.moves + call.server.moves;
        }
        assertThat(moves).isGreaterThan((int) SEEDS * 5);
    }

    @Test
    void aChannelKeepsWhatItWasOpenedWith() throws StateException {
        Call call = new Call(3);
        call.client.channels.connect(call.nowNs, call.client);
        Reliability reliability = new Reliability(false, 3, Long.MAX_VALUE);
        for (int i = 0; i < 200 && call.server.channel == null; i++) {
            call.step();
            call.client.channels.open(call.client.nowNs(), 6, "label", "protocol", reliability, call.client);
        }
        call.server.move();
        DataChannel kept = Objects.requireNonNull(call.server.channel);
        assertThat(kept.label()).isEqualTo("label");
        assertThat(kept.protocol()).isEqualTo("protocol");
        assertThat(kept.reliability()).isEqualTo(reliability);
    }

    @Test
    void aDamagedRecordIsReadOrRefusedAndNothingElse() throws StateException {
        Call call = new Call(4);
        for (int i = 0; i < 60; i++) {
            call.client.toSend.add(text(call.random, i));
            call.server.toSend.add(text(call.random, i));
        }
        call.client.channels.connect(call.nowNs, call.client);
        int refused = 0;
        for (int i = 0; i < 150; i++) {
            call.step();
            call.client.channels.open(call.client.nowNs(), 0, "default", "colibri", Reliability.RELIABLE, call.client);
            call.client.talk();
            call.server.talk();
            byte[] record = call.server.snapshot();
            int end = record.length - Integer.BYTES;
            for (int changes = 1 + call.random.nextInt(3); changes > 0; changes--) {
                record[16 + call.random.nextInt(end - 16)] = (byte) call.random.nextInt();
            }
            CRC32C checksum = new CRC32C();
            checksum.update(record, 0, end);
            ByteBuffer.wrap(record).putInt(end, (int) checksum.getValue());
            try {
                DataChannels odd = Side.read(record, call.server.nowNs(), call.random, call.server.host);
                for (Flight flight : call.flights) {
                    odd.onPacket(call.server.nowNs(), flight.packet, new Side(new Call(1), true));
                }
                odd.onTimeout(call.server.nowNs() + CLOCK_STEP_NS, new Side(new Call(1), true));
                odd.abort(call.server.nowNs(), new Side(new Call(1), true));
            } catch (StateException e) {
                assertThat(e).hasMessageNotContaining("null");
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }
}
