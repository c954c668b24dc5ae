package org.starbridge.hammer.client.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.udp.SocketAddresses;

class DatagramQueueTest {
    /** What the queue is to hold, beside the real one. */
    private final Deque<byte[]> expected = new ArrayDeque<>();

    private final Random random = new Random(7);

    private void add(DatagramQueue queue, Slab slab, long dueNs) {
        byte[] datagram = new byte[1 + random.nextInt(1500)];
        random.nextBytes(datagram);
        Memory.copyIn(datagram, 0, slab.address() + SocketAddresses.SIZE_BYTES, datagram.length);
        Memory.put32(slab.address(), datagram.length);
        assertThat(queue.add(
                        dueNs, slab.address(), slab.address() + SocketAddresses.SIZE_BYTES, datagram.length))
                .isTrue();
        expected.add(datagram);
    }

    private void remove(DatagramQueue queue) {
        byte[] datagram = expected.remove();
        assertThat(Memory.copyOf(queue.address(), queue.lengthBytes())).isEqualTo(datagram);
        assertThat(Memory.u32(queue.remote())).isEqualTo(datagram.length);
        queue.remove();
    }

    @Test
    void keepsWhatItIsGivenInOrderHoweverMuchThatIs() {
        try (DatagramQueue queue = new DatagramQueue();
                Slab slab = Slab.allocate(2048)) {
            assertThat(queue.nextDueNs()).isEqualTo(Long.MAX_VALUE);
            for (int i = 0; i < 20_000; i++) {
                // Grows to about 200 datagrams, shrinks to none, and grows again.
                boolean grows = i / 400 % 2 == 0;
                if (queue.isEmpty() || random.nextInt(4) < (grows ? 3 : 1)) {
                    add(queue, slab, i);
                } else {
                    remove(queue);
                }
                assertThat(queue.size()).isEqualTo(expected.size());
            }
            while (!expected.isEmpty()) {
                remove(queue);
            }
            assertThat(queue.isEmpty()).isTrue();
        }
    }

    @Test
    void saysWhenTheFirstIsDueAndRefusesWhatIsTooMuch() {
        try (DatagramQueue queue = new DatagramQueue();
                Slab slab = Slab.allocate(2048)) {
            add(queue, slab, 5);
            add(queue, slab, 9);
            assertThat(queue.nextDueNs()).isEqualTo(5);
            remove(queue);
            assertThat(queue.nextDueNs()).isEqualTo(9);
            long held = 0;
            while (queue.add(10, slab.address(), slab.address(), 1500)) {
                held += 1500;
            }
            assertThat(held).isBetween(DatagramQueue.MAX_BYTES * 9L / 10, (long) DatagramQueue.MAX_BYTES);
        }
    }
}
