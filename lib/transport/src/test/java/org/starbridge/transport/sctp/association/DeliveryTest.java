package org.starbridge.transport.sctp.association;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SendResult;

/** Messages arrive once, in order, whatever the line does. */
final class DeliveryTest {
    private static byte[] numbered(int number, int length) {
        byte[] payload = new byte[Math.max(4, length)];
        ByteBuffer.wrap(payload).putInt(number);
        for (int i = 4; i < payload.length; i++) {
            payload[i] = (byte) (number + i);
        }
        return payload;
    }

    private static int number(VirtualLink.Received message) {
        return ByteBuffer.wrap(message.payload()).getInt();
    }

    /** Feeds messages as the buffer lets them in. */
    private static void feed(
            VirtualLink link, VirtualLink.Peer from, int count, int maxLength, Reliability reliability) {
        Random lengths = new Random(count);
        int next = 0;
        byte[] waiting = numbered(0, 4 + lengths.nextInt(maxLength));
        while (next < count) {
            SendResult result = from.send(next % 3, reliability, waiting);
            if (result == SendResult.ACCEPTED) {
                next++;
                waiting = numbered(next, 4 + lengths.nextInt(maxLength));
            } else {
                assertThat(result).isEqualTo(SendResult.BUFFER_FULL);
                int writable = from.writable;
                link.runUntil(() -> from.writable > writable, Duration.ofHours(2));
            }
        }
        link.runUntil(() -> from.association.bufferedBytes() == 0, Duration.ofHours(2));
    }

    private static void assertOnceAndInOrder(List<VirtualLink.Received> received, int count) {
        assertThat(received).hasSize(count);
        Map<Integer, Integer> lastOfStream = new HashMap<>();
        for (VirtualLink.Received message : received) {
            int number = number(message);
            assertThat(message.payload()).isEqualTo(numbered(number, message.payload().length));
            assertThat(number % 3).isEqualTo(message.streamId());
            Integer last = lastOfStream.put(message.streamId(), number);
            assertThat(number).isEqualTo(last == null ? message.streamId() : last + 3);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 0, 0", "2, 0.2, 0, 0", "3, 0.2, 0.1, 30", "4, 0.05, 0.3, 100", "5, 0, 0, 200"})
    void tenThousandMessagesArriveOnceAndInOrder(long seed, double loss, double duplication, int jitterMs) {
        VirtualLink link = VirtualLink.connected(seed);
        link.conditions(loss, duplication, Duration.ofMillis(jitterMs));
        feed(link, link.a, 10_000, 300, Reliability.RELIABLE);
        link.run(Duration.ofSeconds(10));
        assertOnceAndInOrder(link.b.received, 10_000);
        assertThat(link.b.association.heldBytes()).isZero();
        assertThat(link.b.host.receiveBytesHeld()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void bothWaysAtOnceWithLongMessagesAndLoss(long seed) {
        VirtualLink link = VirtualLink.connected(seed);
        link.conditions(0.1, 0.05, Duration.ofMillis(20));
        for (int i = 0; i < 3; i++) {
            assertThat(link.b.send(i, numbered(i, 100_000))).isEqualTo(SendResult.ACCEPTED);
        }
        feed(link, link.a, 300, 20_000, Reliability.RELIABLE);
        link.runUntil(() -> link.b.association.bufferedBytes() == 0, Duration.ofHours(1));
        assertOnceAndInOrder(link.b.received, 300);
        assertOnceAndInOrder(link.a.received, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1131, 1132, 1133, 2264, 65536, 262144})
    void anyLengthArrivesAsItWas(int length) {
        VirtualLink link = VirtualLink.connected(length);
        byte[] payload = new byte[length];
        new Random(length).nextBytes(payload);
        assertThat(link.a.send(7, payload.clone())).isEqualTo(SendResult.ACCEPTED);
        link.run(Duration.ofSeconds(20));
        assertThat(link.b.received).hasSize(1);
        assertThat(link.b.received.getFirst().payload()).isEqualTo(payload);
        assertThat(link.a.sent)
                .allMatch(packet -> packet.length <= SctpConfig.defaults().maxPacketBytes());
    }

    @Test
    void unorderedMessagesArriveOnceInAnyOrder() {
        VirtualLink link = VirtualLink.connected(9);
        link.conditions(0.2, 0.1, Duration.ofMillis(50));
        feed(link, link.a, 1000, 3000, Reliability.UNORDERED);
        link.run(Duration.ofSeconds(10));
        List<Integer> numbers = new ArrayList<>();
        link.b.received.forEach(message -> numbers.add(number(message)));
        assertThat(numbers)
                .doesNotHaveDuplicates()
                .hasSize(1000)
                .isNotEqualTo(numbers.stream().sorted().toList());
    }

    @Test
    void oneStreamIsNotHeldUpByAnother() {
        VirtualLink link = VirtualLink.connected(1);
        link.a.isMute = true;
        link.a.send(1, numbered(1, 100));
        link.a.isMute = false;
        link.a.send(2, numbered(2, 100));
        link.run(Duration.ofMillis(50));
        assertThat(link.b.received).hasSize(1);
        assertThat(link.b.received.getFirst().streamId()).isEqualTo(2);
        link.run(Duration.ofSeconds(5));
        assertThat(link.b.received).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void partlyReliableMessagesAreGivenUpAndTheRestArrives(long seed) {
        VirtualLink link = VirtualLink.connected(seed);
        link.conditions(0.3, 0, Duration.ofMillis(10));
        Reliability once = new Reliability(true, 0, Long.MAX_VALUE);
        int accepted = 0;
        for (int i = 0; i < 600; i++) {
            accepted += link.a.send(i % 3, once, numbered(i, 200 + 2500 * (i % 2))) == SendResult.ACCEPTED ? 1 : 0;
            link.run(Duration.ofMillis(40));
        }
        link.conditions(0, 0, Duration.ZERO);
        link.run(Duration.ofSeconds(30));
        assertThat(link.a.association.bufferedBytes()).isZero();
        assertThat(link.b.association.heldBytes()).isZero();
        assertThat(link.b.received.size()).isBetween(accepted / 10, accepted - 100);
        int[] last = {-1, -1, -1};
        for (VirtualLink.Received message : link.b.received) {
            assertThat(number(message)).isGreaterThan(last[message.streamId()]);
            last[message.streamId()] = number(message);
        }
        link.a.send(0, numbered(600, 10));
        link.run(Duration.ofSeconds(2));
        assertThat(number(link.b.received.getLast())).isEqualTo(600);
    }

    @Test
    void messagesThatLiveShortlyAreGivenUpInTime() {
        VirtualLink link = VirtualLink.connected(12);
        link.a.isMute = true;
        for (int i = 0; i < 50; i++) {
            link.a.send(0, new Reliability(true, -1, Duration.ofMillis(300).toNanos()), numbered(i, 1000));
        }
        link.run(Duration.ofSeconds(5));
        link.a.isMute = false;
        link.run(Duration.ofSeconds(10));
        assertThat(link.a.association.bufferedBytes()).isZero();
        assertThat(link.b.received).isEmpty();
        link.a.send(0, numbered(77, 10));
        link.run(Duration.ofSeconds(2));
        assertThat(link.b.received).hasSize(1);
    }
}
