package org.starbridge.media.projection;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.HashMap;
import java.util.Map;
import org.starbridge.fuzz.Input;

/** Under which numbers the packets of sources that go whole leave. */
final class IndexShiftFuzzTest {
    private static final int MAX_OPERATIONS = 1000;

    /** A packet as the nonce rule sees it: whose, and which. */
    private record Packet(int stream, long extSeq) {}

    /**
     * Two streams that share an SSRC towards a receiver, each lossy, late, repeated and suspended at will: an index
     * belongs to one packet permanently, the first is where a receiver begins, and no step ahead is longer than it can
     * follow.
     */
    @FuzzTest
    void projection(byte[] data) {
        Input in = new Input(data);
        IndexShift[] projections = {new IndexShift(), new IndexShift()};
        long[] extSeq = {in.u16(), in.i32() & 0xFFFF_FFFFL};
        long[] lastIndex = {IndexShift.NONE, IndexShift.NONE};
        int lastStream = -1;
        Map<Long, Packet> byIndex = new HashMap<>();
        long highestSent = -1;
        for (int i = 0; i < MAX_OPERATIONS && in.hasMore(); i++) {
            int operation = in.below(8);
            int stream = operation & 1;
            if (operation >= 6) {
                projections[stream].suspend();
                lastIndex[stream] = IndexShift.NONE;
                continue;
            }
            long step = in.flag() ? 1 : in.flag() ? (byte) in.u8() : (short) in.u16();
            extSeq[stream] = Math.max(0, extSeq[stream] + step);
            long index = projections[stream].project(extSeq[stream], highestSent);
            if (index == IndexShift.NONE) {
                lastIndex[stream] = IndexShift.NONE;
                continue;
            }
            Packet packet = new Packet(stream, extSeq[stream]);
            assertThat(byIndex.getOrDefault(index, packet)).as("index " + index).isEqualTo(packet);
            byIndex.put(index, packet);
            if (highestSent < 0) {
                assertThat(index).isBetween(0L, 0x7FFFL);
            } else {
                assertThat(index - highestSent).isLessThanOrEqualTo(IndexShift.MAX_GAP);
                if (lastStream != stream && index > highestSent) {
                    assertThat(index).as("after another sender").isEqualTo(highestSent + 1);
                }
                if (lastStream == stream && step == 1 && lastIndex[stream] == highestSent) {
                    assertThat(index).as("in sequence").isEqualTo(highestSent + 1);
                }
            }
            highestSent = Math.max(highestSent, index);
            lastIndex[stream] = index;
            lastStream = stream;
        }
    }
}
