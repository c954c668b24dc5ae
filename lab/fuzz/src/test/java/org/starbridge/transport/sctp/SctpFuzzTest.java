package org.starbridge.transport.sctp;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.starbridge.fuzz.Input;
import org.starbridge.transport.datachannel.DataChannel;
import org.starbridge.transport.datachannel.DataChannelSink;
import org.starbridge.transport.datachannel.DataChannels;
import org.starbridge.transport.sctp.association.SctpAssociation;
import org.starbridge.transport.sctp.association.SctpHost;
import org.starbridge.transport.sctp.packet.Packet;
import org.starbridge.transport.sctp.packet.PacketBytes;
import org.starbridge.transport.sctp.packet.PacketParser;

/** Packets of any bytes, and associations that are fed with them while they talk, lose, close and begin again. */
final class SctpFuzzTest {
    private static final int MAX_OPERATIONS = 400;
    private static final SctpConfig TIGHT =
            SctpConfig.defaults().withBuffers(20_000, 40_000, 20_000).withTotalReceiveBytes(30_000);

    /** A packet is read or refused. */
    @FuzzTest
    void packet(byte[] data) {
        byte[] packet = data.clone();
        if (packet.length >= PacketBytes.HEADER_BYTES) {
            PacketBytes.sealPacket(packet, packet.length);
        }
        switch (PacketParser.read(packet)) {
            case Packet read -> assertThat(read.chunks()).isNotEmpty();
            case PacketParser.Refused refused -> assertThat(refused.reason()).isEqualTo(SctpDropReason.MALFORMED);
        }
        assertThat(PacketParser.read(data)).isNotNull();
    }

    /** One side, with two channels at most; what it sends is kept until the input says what becomes of it. */
    private static final class Side implements DataChannelSink {
        final SctpHost host = new SctpHost(TIGHT, new byte[16]);
        final List<byte[]> sent = new ArrayList<>();
        final List<DataChannel> open = new ArrayList<>();
        final SctpAssociation association;
        final DataChannels channels;

        Side(Random random) {
            association = host.association(random);
            channels = new DataChannels(association, 2);
        }

        @Override
        public void send(byte[] packet) {
            assertThat(packet.length).isLessThanOrEqualTo(TIGHT.maxPacketBytes());
            assertThat(PacketParser.read(packet)).isInstanceOf(Packet.class);
            sent.add(packet);
        }

        @Override
        public void onConnected() {}

        @Override
        public void onOpen(DataChannel channel) {
            open.add(channel);
        }

        @Override
        public void onText(DataChannel channel, String text) {
            assertThat(open).contains(channel);
        }

        @Override
        public void onBinary(DataChannel channel, byte[] bytes) {
            assertThat(open).contains(channel);
            assertThat(bytes.length).isLessThanOrEqualTo(TIGHT.buffers().maxMessageBytes());
        }

        @Override
        public void onClosed(DataChannel channel) {
            open.remove(channel);
        }

        @Override
        public void onWritable() {}

        @Override
        public void onDisconnected(SctpEnd end) {
            assertThat(association.bufferedBytes()).isZero();
        }
    }

    /** One input's run. */
    private static final class Run {
        final Input in;
        final Random random = new Random(1);
        final Side a = new Side(random);
        final Side b = new Side(random);
        long nowNs = 1;

        Run(Input in) {
            this.in = in;
        }

        void operation() {
            Side side = in.flag() ? a : b;
            Side other = side == a ? b : a;
            switch (in.below(13)) {
                case 0 -> side.channels.connect(nowNs, side);
                case 1, 2, 3 -> deliver(side, other, side.sent.size());
                case 4 -> deliver(side, other, in.below(4));
                case 5 -> side.sent.clear();
                case 6 -> later(in.u16() * 1_000_000L);
                case 7 -> later(Math.clamp(side.channels.nextDeadlineNs() - nowNs, 0, 1L << 36));
                case 8 -> open(side);
                case 9 -> say(side);
                case 10 -> end(side);
                case 11 -> forge(side, other);
                default -> side.channels.onPacket(nowNs, in.bytes(in.u8()), side);
            }
        }

        private void deliver(Side from, Side to, int count) {
            for (int i = 0; i < count && !from.sent.isEmpty(); i++) {
                int which = in.flag() ? 0 : in.below(Math.min(256, from.sent.size()));
                to.channels.onPacket(nowNs, from.sent.remove(which), to);
            }
        }

        private void open(Side side) {
            Reliability reliability = new Reliability(in.flag(), in.below(4) - 1, Long.MAX_VALUE);
            side.channels.open(nowNs, in.u8(), "label", "", reliability, side);
        }

        private void say(Side side) {
            if (!side.open.isEmpty()) {
                DataChannel channel = side.open.get(in.below(side.open.size()));
                if (in.below(4) == 0) {
                    side.channels.close(nowNs, channel, side);
                } else {
                    side.channels.sendBinary(nowNs, channel, new byte[in.u16() % 24_000], side);
                }
            }
        }

        private void end(Side side) {
            switch (in.below(8)) {
                case 0 -> side.channels.abort(nowNs, side);
                case 1 -> side.channels.shutdown(nowNs, side);
                default -> side.association.resetStreams(nowNs, new int[] {in.u8()}, IGNORING);
            }
        }

        /** Chunks of the input's making, under the tag that the other side expects. */
        private void forge(Side side, Side other) {
            if (side.sent.isEmpty()) {
                return;
            }
            byte[] model = side.sent.getLast();
            byte[] packet;
            if (in.flag()) {
                packet = model.clone();
                for (int i = 0; i < 3; i++) {
                    packet[4 + in.u16() % (packet.length - 4)] ^= (byte) in.u8();
                }
            } else {
                byte[] chunks = in.bytes(in.u8());
                packet = Arrays.copyOf(model, PacketBytes.HEADER_BYTES + chunks.length);
                System.arraycopy(chunks, 0, packet, PacketBytes.HEADER_BYTES, chunks.length);
            }
            PacketBytes.sealPacket(packet, packet.length);
            other.channels.onPacket(nowNs, packet, other);
        }

        private void later(long ns) {
            nowNs += ns;
            for (Side side : List.of(a, b)) {
                if (side.channels.nextDeadlineNs() <= nowNs) {
                    side.channels.onTimeout(nowNs, side);
                    assertThat(side.channels.nextDeadlineNs()).as("a timer").isGreaterThan(nowNs);
                }
            }
        }

        void check() {
            for (Side side : List.of(a, b)) {
                assertThat(side.association.heldBytes()).isBetween(0, 50_000);
                assertThat(side.association.bufferedBytes())
                        .isBetween(0, TIGHT.buffers().sendBytes());
                assertThat(side.host.receiveBytesHeld()).isBetween(0L, 30_000L);
                if (side.association.state() == SctpState.CLOSED) {
                    assertThat(side.association.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
                    assertThat(side.host.receiveBytesHeld()).isZero();
                }
            }
        }
    }

    /** What an association says outside of its channels. */
    private static final SctpSink IGNORING = new SctpSink() {
        @Override
        public void send(byte[] packet) {}

        @Override
        public void onConnected() {}

        @Override
        public void onMessage(int streamId, int ppid, byte[] payload) {}

        @Override
        public void onIncomingReset(int[] streamIds) {}

        @Override
        public void onOutgoingReset(int[] streamIds, boolean isPerformed) {}

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(SctpEnd end) {}
    };

    /** Whatever happens in whatever order: bounded, no endless timer, and no packet of ours that is none. */
    @FuzzTest
    void association(byte[] data) {
        Run run = new Run(new Input(data));
        for (int i = 0; i < MAX_OPERATIONS && run.in.hasMore(); i++) {
            run.operation();
            run.check();
        }
        for (Side side : List.of(run.a, run.b)) {
            side.channels.abort(run.nowNs, side);
            assertThat(side.host.receiveBytesHeld()).isZero();
            assertThat(side.channels.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
        }
    }
}
