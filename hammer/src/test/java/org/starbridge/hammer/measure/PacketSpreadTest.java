package org.starbridge.hammer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** First and last receivers of packets, gathered by several threads' receivers and put together afterwards. */
class PacketSpreadTest {
    private static List<String> complete(PacketSpread spread, int receivers) {
        List<String> ends = new ArrayList<>();
        spread.forEachComplete(receivers, (firstNs, lastNs) -> ends.add(firstNs + "-" + lastNs));
        return ends;
    }

    @Test
    void keepsTheEarliestAndTheLatestOfAllReceivers() {
        PacketSpread spread = new PacketSpread(1000);
        for (long delayNs : new long[] {50, 30, 70}) {
            spread.onArrival(0, delayNs);
            spread.onArrival(500, 2 * delayNs);
        }
        assertThat(complete(spread, 3)).containsExactly("30-70", "60-140");
    }

    @Test
    void putsTheShareOfEachThreadTogether() {
        PacketSpread one = new PacketSpread(1000);
        PacketSpread other = new PacketSpread(1000);
        one.onArrival(0, 50);
        one.onArrival(1, 50);
        other.onArrival(0, 40);
        other.onArrival(2, 10);
        other.onArrival(2, 20);
        PacketSpread all = PacketSpread.empty();
        all.add(one);
        all.add(other);
        assertThat(complete(all, 2)).containsExactly("40-50", "10-20");
        assertThat(complete(all, 1)).containsExactly("50-50");
    }

    @Test
    void leavesOutWhatIsBeyondItsSize() {
        PacketSpread spread = new PacketSpread(100);
        spread.onArrival(99, 7);
        spread.onArrival(100, 8);
        spread.onArrival(-1, 9);
        assertThat(complete(spread, 1)).containsExactly("7-7");
    }
}
