package org.starbridge.media.forward;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.starbridge.fuzz.Input;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** What is kept for retransmission, against a map that keeps everything. */
final class SentPacketsFuzzTest {
    private static final int MAX_OPERATIONS = 3000;
    private static final long HORIZON_NS = 1_000_000_000;

    private record Sent(long ns, int headerBytes, int fill, long position, int payloadBytes, int paddingBytes) {}

    /**
     * What is found is what was sent under that index, byte by byte and not too long ago; memory stays within its
     * bound.
     */
    @FuzzTest
    void sent(byte[] data) {
        Input in = new Input(data);
        int cacheBytes = in.u16() * 8;
        RetransmissionBudget budget =
                new RetransmissionBudget(new RetransmissionLimits(HORIZON_NS, 0, 10, cacheBytes, 50, 1000));
        Map<Long, Sent> all = new HashMap<>();
        long index = in.u16();
        long nowNs = 0;
        OutgoingPacket packet = new OutgoingPacket();
        try (MediaRecords records = new MediaRecords();
                SentPackets packets = new SentPackets(budget);
                Slab header = Slab.allocate(128)) {
            for (int i = 0; i < MAX_OPERATIONS && in.hasMore(); i++) {
                int operation = in.below(8);
                nowNs += in.u8() * 1_000_000L;
                if (operation < 5) {
                    index += 1 + (in.flag() ? 0 : in.below(100));
                    int repeat = operation == 0 ? 1 + in.u8() : 1;
                    int headerBytes = 12 + in.below(100);
                    for (int k = 0; k < repeat; k++, index++) {
                        Sent sent = new Sent(nowNs, headerBytes, (int) index & 0xFF, index * 7, in.u8(), in.u8());
                        Memory.fill(header.address(), headerBytes, sent.fill());
                        packet.index = index;
                        packet.headerAddress = header.address();
                        packet.headerBytes = headerBytes;
                        packet.position = sent.position();
                        packet.restOffset = 12;
                        packet.restBytes = sent.payloadBytes();
                        packet.paddingBytes = sent.paddingBytes();
                        packets.add(packet, records.cursor.lookback(), nowNs);
                        all.put(index, sent);
                    }
                } else if (operation == 5 && in.below(16) == 0) {
                    packets.clear();
                    all.clear();
                } else {
                    check(packets, all, index - in.below(2100), nowNs, operation == 7);
                }
                assertThat(packets.sizeBytes()).isBetween(0, cacheBytes);
            }
        }
    }

    private static void check(SentPackets packets, Map<Long, Sent> all, long index, long nowNs, boolean repeats) {
        long entry = index < 0 ? 0 : packets.find(index, nowNs);
        if (entry == 0) {
            return;
        }
        Sent sent = Objects.requireNonNull(all.get(index), () -> "index " + index + " was never sent");
        assertThat(nowNs - sent.ns()).isLessThanOrEqualTo(HORIZON_NS);
        if (SentPackets.repeats(entry) == 0) {
            assertThat(SentPackets.sinceLastSentNs(entry, nowNs)).isEqualTo(nowNs - sent.ns());
        }
        assertThat(SentPackets.position(entry)).isEqualTo(sent.position());
        assertThat(SentPackets.restBytes(entry)).isEqualTo(sent.payloadBytes());
        assertThat(SentPackets.paddingBytes(entry)).isEqualTo(sent.paddingBytes());
        assertThat(SentPackets.headerBytes(entry)).isEqualTo(sent.headerBytes());
        for (byte each : Memory.copyOf(SentPackets.headerAddress(entry), sent.headerBytes())) {
            assertThat(each & 0xFF).isEqualTo(sent.fill());
        }
        if (repeats && SentPackets.repeats(entry) < 255) {
            int before = SentPackets.repeats(entry);
            SentPackets.onRepeated(entry, nowNs);
            assertThat(SentPackets.repeats(entry)).isEqualTo(before + 1);
            assertThat(SentPackets.sinceLastSentNs(entry, nowNs)).isZero();
            assertThat(SentPackets.sinceLastSentNs(entry, nowNs + 1_000_000)).isEqualTo(1_000_000);
        }
    }
}
