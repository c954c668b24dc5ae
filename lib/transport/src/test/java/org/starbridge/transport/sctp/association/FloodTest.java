package org.starbridge.transport.sctp.association;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.starbridge.transport.datachannel.ChannelDropReason;
import org.starbridge.transport.datachannel.DataChannel;
import org.starbridge.transport.datachannel.DataChannelSink;
import org.starbridge.transport.datachannel.DataChannels;
import org.starbridge.transport.sctp.SctpEnd;
import org.starbridge.transport.sctp.SctpState;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.ChunkWriter;
import org.starbridge.transport.sctp.packet.PacketBytes;

/** A peer that sends chunks and opens data channels without end: it costs little memory, and few bytes of answers. */
class FloodTest {
    private static final int PACKETS = 2_000;
    private static final int PACKET_BYTES = 1_160;
    private static final int MAX_CHANNELS = 4;
    private static final int HELD_BYTES = 512 << 10;

    private VirtualLink link;
    private VirtualLink.Peer victim;
    private int tag;
    private long tsn;

    @BeforeEach
    void connect() {
        link = VirtualLink.connected(1);
        victim = link.b;
        link.run(Duration.ofSeconds(1));
        tag = Forger.tag(link.a.sent.getLast());
        tsn = Forger.chunks(link.a.sent, Chunk.Init.class).getFirst().initialTsn() & 0xFFFF_FFFFL;
        victim.sent.clear();
        victim.isMute = true;
    }

    /** What a flood consists of; each makes as many chunks as a packet takes, by the number of the packet. */
    enum Flood {
        HEARTBEATS,
        FORGED_COOKIES,
        UNKNOWN_CHUNKS,
        ERRORS,
        SACKS,
        TINY_DATA_FAR_APART,
        THE_SAME_DATA,
        FORWARD_TSNS,
        RESETS_OF_ALL_STREAMS,
        RESET_ANSWERS,
        SHUTDOWN_COMPLETES
    }

    private List<byte[]> chunks(Flood flood, int packet) {
        IntFunction<byte[]> make = i -> {
            int number = packet * 50 + i;
            return switch (flood) {
                case HEARTBEATS -> ChunkWriter.heartbeat(number);
                case FORGED_COOKIES -> ChunkWriter.withValue(Chunk.COOKIE_ECHO, new byte[100]);
                case UNKNOWN_CHUNKS -> ChunkWriter.withValue(0xFF, new byte[20]);
                case ERRORS -> ChunkWriter.cause(Chunk.ERROR, 0, 1, new byte[20]);
                case SACKS -> ChunkWriter.sack(number, 0, new int[] {2, 3, 5, 6}, new int[] {1, 2});
                case TINY_DATA_FAR_APART -> Forger.data(0, tsn + 2L + 2L * number, number & 1023, 0, 1);
                case THE_SAME_DATA -> Forger.message(tsn, 0, 0, 1);
                case FORWARD_TSNS -> ChunkWriter.forwardTsn(tsn + number, new int[] {number & 1023, number & 0xFFFF});
                case RESETS_OF_ALL_STREAMS ->
                    ChunkWriter.outgoingReset((int) tsn + number, (int) tsn, tsn - 1, new int[0]);
                case RESET_ANSWERS -> ChunkWriter.reconfigResponse(number, 1);
                case SHUTDOWN_COMPLETES -> ChunkWriter.empty(Chunk.SHUTDOWN_COMPLETE, 0);
            };
        };
        List<byte[]> chunks = new ArrayList<>();
        int length = PacketBytes.HEADER_BYTES;
        for (int i = 0; i < 50; i++) {
            byte[] chunk = make.apply(i);
            length += chunk.length;
            if (length > PACKET_BYTES) {
                break;
            }
            chunks.add(chunk);
        }
        return chunks;
    }

    @ParameterizedTest
    @EnumSource(Flood.class)
    void chunksWithoutEndAreAnsweredWithNoMoreBytesAndFillNoMemory(Flood flood) {
        long receivedBytes = 0;
        for (int i = 0; i < PACKETS; i++) {
            byte[] packet = Forger.packet(tag, chunks(flood, i).toArray(byte[][]::new));
            receivedBytes += packet.length;
            victim.receive(packet);
            assertThat(victim.association.heldBytes()).isLessThanOrEqualTo(HELD_BYTES);
            link.nowNs += 1_000_000;
            if (victim.association.nextDeadlineNs() <= link.nowNs) {
                victim.association.onTimeout(link.nowNs, victim);
            }
        }
        long sentBytes = victim.sent.stream().mapToLong(packet -> packet.length).sum();
        assertThat(sentBytes).as("no amplification").isLessThanOrEqualTo(receivedBytes + PACKET_BYTES);
        assertThat(victim.sent).allMatch(packet -> packet.length <= PACKET_BYTES);
        assertThat(victim.sent).hasSizeLessThanOrEqualTo(2 * PACKETS);
        assertThat(victim.association.state()).isEqualTo(SctpState.ESTABLISHED);
    }

    @Test
    void setUpAgainAndAgainTakesOneAnswerEach() {
        for (int i = 1; i <= PACKETS; i++) {
            victim.receive(Forger.init(i));
        }
        assertThat(Forger.chunks(victim.sent, Chunk.Init.class).size() + victim.sent.size())
                .as("one packet for each at most")
                .isLessThanOrEqualTo(2 * PACKETS);
        assertThat(victim.association.heldBytes()).isZero();
        assertThat(victim.association.state()).isEqualTo(SctpState.ESTABLISHED);
        victim.receive(Forger.packet(tag, Forger.message(tsn, 0, 0, 10)));
        assertThat(victim.received).as("the association goes on").hasSize(1);
    }

    /** What the owner of data channels hears. */
    private static final class Heard implements DataChannelSink {
        int opened;
        int closed;
        int messages;
        int packets;

        @Override
        public void send(byte[] packet) {
            packets++;
        }

        @Override
        public void onConnected() {}

        @Override
        public void onOpen(DataChannel channel) {
            opened++;
        }

        @Override
        public void onText(DataChannel channel, String text) {
            messages++;
        }

        @Override
        public void onBinary(DataChannel channel, byte[] bytes) {
            messages++;
        }

        @Override
        public void onClosed(DataChannel channel) {
            closed++;
        }

        @Override
        public void onWritable() {}

        @Override
        public void onDisconnected(SctpEnd end) {}
    }

    private byte[] open(int streamId, int ssn) {
        byte[] label = new byte[512];
        byte[] protocol = new byte[512];
        byte[] payload = ByteBuffer.allocate(12 + label.length + protocol.length)
                .put((byte) 3)
                .put((byte) 0)
                .putShort((short) 0)
                .putInt(0)
                .putShort((short) label.length)
                .putShort((short) protocol.length)
                .put(label)
                .put(protocol)
                .array();
        byte[] chunk = Forger.message(tsn++, streamId, ssn, payload.length);
        PacketBytes.put32(chunk, 12, 50);
        System.arraycopy(payload, 0, chunk, 16, payload.length);
        return chunk;
    }

    @Test
    void channelsOpenedWithoutEndAreFew() {
        DataChannels channels = new DataChannels(victim.association, MAX_CHANNELS);
        Heard heard = new Heard();
        for (int round = 0; round < 3; round++) {
            for (int streamId = 0; streamId < 1024; streamId++) {
                channels.onPacket(link.nowNs, Forger.packet(tag, open(streamId, round)), heard);
            }
        }
        assertThat(heard.opened).isEqualTo(MAX_CHANNELS);
        assertThat(heard.messages).as("OPEN is none").isZero();
        assertThat(channels.dropped(ChannelDropReason.TOO_MANY_CHANNELS)).isEqualTo(3 * (1024 - MAX_CHANNELS));
        assertThat(channels.dropped(ChannelDropReason.ALREADY_OPEN)).isEqualTo(2 * MAX_CHANNELS);
        assertThat(victim.association.heldBytes()).isLessThan(HELD_BYTES);
    }

    /** The peer resets its streams and never answers our resets, so channels stay half closed. */
    @Test
    void channelsOpenedAndHalfClosedWithoutEndAreFew() {
        DataChannels channels = new DataChannels(victim.association, MAX_CHANNELS);
        Heard heard = new Heard();
        int request = (int) tsn;
        for (int streamId = 0; streamId < 1024; streamId++) {
            channels.onPacket(link.nowNs, Forger.packet(tag, open(streamId, 0)), heard);
            channels.onPacket(
                    link.nowNs,
                    Forger.packet(tag, ChunkWriter.outgoingReset(request++, request, tsn - 1, new int[] {streamId})),
                    heard);
            link.nowNs += 10_000_000;
            if (channels.nextDeadlineNs() <= link.nowNs) {
                channels.onTimeout(link.nowNs, heard);
            }
        }
        assertThat(heard.opened).isLessThanOrEqualTo(MAX_CHANNELS + 16);
        assertThat(heard.closed).isEqualTo(heard.opened);
        assertThat(channels.dropped(ChannelDropReason.TOO_MANY_CHANNELS)).isEqualTo(1024 - heard.opened);
        assertThat(heard.packets).as("answers").isLessThanOrEqualTo(4 * 1024);
    }
}
