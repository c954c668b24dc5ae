package org.starbridge.control.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChannelMemoryTest {
    private static final int OWN = ChannelMemory.OWN_BYTES;

    @Test
    void clientsThatReadNothingLeaveOthersTheirOwnShare() {
        ChannelMemory memory = new ChannelMemory(100_000);
        ChannelMemory.Share greedy = memory.share(1 << 20);
        assertThat(greedy.take(OWN + 100_000)).isTrue();
        assertThat(greedy.take(1)).as("the total is used up").isFalse();
        assertThat(memory.refusals()).isEqualTo(1);

        ChannelMemory.Share other = memory.share(1 << 20);
        assertThat(other.take(OWN)).isTrue();
        assertThat(other.take(1)).isFalse();
        greedy.giveBack(1);
        assertThat(other.take(1)).isTrue();
        assertThat(memory.takenBytes()).isEqualTo(100_000);
    }

    @Test
    void aShareHasALimitOfItsOwnWhateverIsLeft() {
        ChannelMemory memory = new ChannelMemory(1 << 20);
        ChannelMemory.Share share = memory.share(20_000);
        assertThat(share.take(20_001)).isFalse();
        assertThat(share.take(20_000)).isTrue();
        assertThat(share.take(1)).isFalse();
        assertThat(memory.refusals()).as("not for want of the total").isZero();
        assertThat(memory.takenBytes()).isEqualTo(20_000 - OWN);
        share.giveBack(20_000);
        assertThat(share.heldBytes()).isZero();
        assertThat(memory.takenBytes()).isZero();
    }

    @Test
    void nothingIsLostOrGainedWhateverIsTakenAndGivenBack() {
        Random random = new Random(7);
        ChannelMemory memory = new ChannelMemory(200_000);
        List<ChannelMemory.Share> shares = new ArrayList<>();
        List<List<Integer>> taken = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            shares.add(memory.share(50_000));
            taken.add(new ArrayList<>());
        }
        for (int step = 0; step < 20_000; step++) {
            int which = random.nextInt(shares.size());
            List<Integer> pieces = taken.get(which);
            if (random.nextInt(5) < 3) {
                int bytes = random.nextInt(1, 10_000);
                if (shares.get(which).take(bytes)) {
                    pieces.add(bytes);
                }
            } else if (!pieces.isEmpty()) {
                shares.get(which).giveBack(pieces.removeLast());
            }
            long beyondOwn = taken.stream()
                    .mapToLong(all ->
                            Math.max(0, all.stream().mapToInt(Integer::intValue).sum() - OWN))
                    .sum();
            assertThat(memory.takenBytes()).isEqualTo(beyondOwn).isLessThanOrEqualTo(200_000);
        }
        assertThat(memory.refusals()).isPositive();
    }

    @Test
    void pendingMessagesAreStalledWhenNothingOfThemIsTakenForTheWholeTimeout() {
        long timeoutNs = MessageLimits.DEFAULT.stallTimeout().toNanos();
        long startNs = Long.MAX_VALUE - timeoutNs / 2;
        PendingMessages pending = new PendingMessages(new ChannelMemory(1 << 20), MessageLimits.DEFAULT, 100);
        assertThat(pending.isStalled(startNs + 10 * timeoutNs)).as("empty").isFalse();
        assertThat(pending.add(1_000, startNs)).isTrue();
        assertThat(pending.add(2_000, startNs + timeoutNs / 2)).isTrue();
        assertThat(pending.isStalled(startNs + timeoutNs - 1)).isFalse();
        assertThat(pending.isStalled(startNs + timeoutNs))
                .as("what is added is no progress")
                .isTrue();
        pending.remove(1_000, startNs + timeoutNs);
        assertThat(pending.isStalled(startNs + 2 * timeoutNs - 1)).isFalse();
        assertThat(pending.isStalled(startNs + 2 * timeoutNs)).isTrue();
        pending.remove(2_000, startNs + 2 * timeoutNs);
        assertThat(pending.isEmpty()).isTrue();
    }

    @Test
    void pendingMessagesAreBoundedInMessagesAndInBytes() {
        ChannelMemory memory = new ChannelMemory(10 << 20);
        PendingMessages pending = new PendingMessages(memory, MessageLimits.DEFAULT, 100);
        int messages = 0;
        while (pending.add(1, 0)) {
            messages++;
        }
        assertThat(messages).isEqualTo(MessageLimits.DEFAULT.maxPendingMessages());
        for (int i = 0; i < messages; i++) {
            pending.remove(1, 0);
        }
        int large = 0;
        while (pending.add(100_000, 0)) {
            large++;
        }
        assertThat(large).isEqualTo(MessageLimits.DEFAULT.maxPendingBytes() / 100_100);
        assertThat(memory.refusals()).isZero();
    }

    @Test
    void countsBytesAndNotCharacters() {
        for (String text : List.of("", "abc", "ä", "€", "😀", "a€ä😀b", "\u07ff\u0800\uffff\ud800\udfff")) {
            assertThat(ChannelText.lengthBytes(text))
                    .as(text)
                    .isEqualTo(ChannelText.of(text).lengthBytes());
        }
        assertThat(ChannelText.of("€").lengthBytes()).isEqualTo(3);
    }
}
