package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GsoOrderTest {
    private static final int CAPACITY = 32;

    private final GsoLimits limits = GsoLimits.upTo(GsoLimits.MAX_DATAGRAMS);
    private final GsoOrder order = new GsoOrder(CAPACITY, limits);
    private final List<Integer> lengths = new ArrayList<>();

    private void add(int source, int lengthBytes) {
        order.add(source, lengthBytes, true);
        lengths.add(lengthBytes);
    }

    private void clear() {
        order.clear();
        lengths.clear();
    }

    /** What leaves, as it was added, with the padding behind a plus. */
    private List<String> arranged() {
        order.arrange();
        List<String> leaves = new ArrayList<>();
        for (int at = 0; at < order.size(); at++) {
            int padding = order.paddingBytes(order.packet(at));
            leaves.add(lengths.get(order.packet(at)) + (padding > 0 ? "+" + padding : ""));
        }
        return leaves;
    }

    /** Messages that {@link SendBatch} makes of what is arranged. */
    private int messages() {
        int messages = 0;
        int segment = 0;
        for (int at = 0; at < order.size(); at++) {
            int packet = order.packet(at);
            int length = lengths.get(packet) + order.paddingBytes(packet);
            if (length > segment) {
                messages++;
                segment = length;
            } else if (length < segment) {
                segment = 0; // the end of a run, whatever follows
            }
        }
        return messages;
    }

    private int paddingBytes() {
        int bytes = 0;
        for (int i = 0; i < order.size(); i++) {
            bytes += order.paddingBytes(i);
        }
        return bytes;
    }

    @Test
    void equalLengthsMeetAndAShorterOneEndsTheRun() {
        limits.maxPaddingBytes(0);
        add(1, 100);
        add(2, 1000);
        add(3, 100);
        add(4, 1000);
        add(5, 300);
        assertThat(arranged()).containsExactly("1000", "1000", "300", "100", "100");
        assertThat(messages()).isEqualTo(2);
    }

    @Test
    void aFrameWhoseLastPacketsAreLongerByAByteIsOneRun() {
        add(1, 998);
        add(1, 998);
        add(1, 999);
        add(2, 80);
        assertThat(arranged()).containsExactly("998+1", "998+1", "999", "80");
        assertThat(messages()).isEqualTo(1);
    }

    @Test
    void neighboursInLengthAreMadeEqualAndTheLastOneIsLeftAsItIs() {
        add(1, 700);
        add(2, 660);
        add(3, 650);
        assertThat(arranged()).containsExactly("700", "660+40", "650");
        clear();
        add(1, 700);
        add(2, 635);
        add(3, 634);
        assertThat(arranged()).containsExactly("700", "635", "634");
    }

    @Test
    void whatMayNotBePaddedStaysAsItIs() {
        add(1, 700);
        order.add(2, 690, false);
        lengths.add(690);
        add(3, 680);
        assertThat(arranged()).containsExactly("700", "680+20", "690");
    }

    @Test
    void nothingIsMadeLongerThanWebRtcsPackets() {
        add(1, 1200);
        add(2, 1190);
        add(3, 1180);
        assertThat(arranged()).containsExactly("1200", "1190+10", "1180");
        clear();
        add(1, 1201);
        add(2, 1190);
        add(3, 1180);
        assertThat(arranged()).containsExactly("1201", "1190", "1180");
    }

    @Test
    void withoutRunsNothingIsPadded() {
        limits.turnOff("a test");
        add(1, 998);
        add(1, 999);
        assertThat(arranged()).containsExactly("998", "999");
    }

    @Test
    void aSourcesShortPacketStaysBeforeItsLongOne() {
        add(1, 200);
        add(1, 1000);
        add(1, 150);
        add(1, 990);
        assertThat(arranged()).containsExactly("200", "1000", "150", "990");
    }

    @Test
    void whateverComesNoSourcesPacketsChangePlacesAndPaddingMakesRunsLonger() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int packets = 0;
        int messages = 0;
        int messagesWithPadding = 0;
        for (int round = 0; round < 1000; round++) {
            String what = "round " + round + ", seed " + seed;
            lengths.clear();
            List<Integer> sources = new ArrayList<>();
            List<Boolean> mayBePadded = new ArrayList<>();
            int count = 1 + random.nextInt(CAPACITY);
            for (int i = 0; i < count; i++) {
                sources.add(random.nextInt(6));
                lengths.add(random.nextBoolean() ? 100 : 300 + 50 * random.nextInt(18) + random.nextInt(2));
                mayBePadded.add(random.nextInt(8) > 0);
            }
            limits.maxPaddingBytes(0);
            arrange(what, sources, mayBePadded);
            assertThat(paddingBytes()).as(what).isZero();
            messages += messages();
            limits.maxPaddingBytes(64);
            arrange(what, sources, mayBePadded);
            messagesWithPadding += messages();
            packets += count;
        }
        assertThat(messages).as("seed " + seed).isLessThan(packets);
        assertThat(messagesWithPadding).as("seed " + seed).isLessThan(messages);
    }

    private void arrange(String what, List<Integer> sources, List<Boolean> mayBePadded) {
        order.clear();
        for (int i = 0; i < sources.size(); i++) {
            order.add(sources.get(i), lengths.get(i), mayBePadded.get(i));
        }
        order.arrange();
        Map<Integer, Integer> last = new HashMap<>();
        List<Integer> leaves = new ArrayList<>();
        for (int at = 0; at < order.size(); at++) {
            int packet = order.packet(at);
            leaves.add(packet);
            Integer before = last.put(sources.get(packet), packet);
            assertThat(before == null || before < packet).as(what).isTrue();
            assertThat(order.paddingBytes(packet)).as(what).isBetween(0, mayBePadded.get(packet) ? 64 : 0);
        }
        assertThat(leaves).as(what).hasSize(sources.size()).doesNotHaveDuplicates();
    }

    @Test
    void onlyWhatHasOthersBehindItInItsRunIsPadded() {
        add(1, 460);
        add(2, 500);
        assertThat(arranged()).containsExactly("500", "460");
        clear();
        add(1, 460);
        add(2, 500);
        add(3, 90);
        assertThat(arranged()).containsExactly("500", "460+40", "90");
    }
}
