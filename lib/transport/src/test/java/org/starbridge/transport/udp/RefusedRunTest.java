package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** What becomes of the rest when the kernel refuses a message, a run or only for now. */
class RefusedRunTest {
    private static final int EPERM = 1;
    private static final int EIO = 5;
    private static final int EAGAIN = 11;
    private static final int ENOMEM = 12;
    private static final int EINVAL = 22;
    private static final int EMSGSIZE = 90;
    private static final int ENETUNREACH = 101;
    private static final int ENOBUFS = 105;
    private static final int ECONNREFUSED = 111;

    private final GsoLimits limits = GsoLimits.upTo(GsoLimits.MAX_DATAGRAMS);
    private final SendBatch batch = new SendBatch(64, limits);
    private final Slab destination = Slab.allocate(SocketAddresses.SIZE_BYTES);
    private final SendFaults faults = new SendFaults();
    private final IoCounts counts = new IoCounts();
    private StrictKernel.Script script = _ -> 0;
    private final StrictKernel kernel = new StrictKernel(message -> script.errno(message));
    private final BatchSender sender = new BatchSender(kernel, 3, limits, faults, counts);
    private int committed;

    @AfterEach
    void close() {
        batch.close();
        destination.close();
    }

    /** Datagrams whose first byte is their number, for ports 1 and up. */
    private void commit(int port, int... lengthsBytes) {
        SocketAddresses.writeV6(destination.address(), new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), port));
        for (int lengthBytes : lengthsBytes) {
            Memory.put8(batch.slot(), committed++);
            batch.commit(lengthBytes, destination.address());
        }
    }

    private List<Integer> numbersSent() {
        List<Integer> numbers = new ArrayList<>();
        kernel.sent.forEach(message -> message.datagrams().forEach(datagram -> numbers.add((int) datagram[0])));
        return numbers;
    }

    private static boolean isRun(StrictKernel.Message message) {
        return message.datagrams().size() > 1;
    }

    private static int port(StrictKernel.Message message) {
        return message.to().getPort();
    }

    @ParameterizedTest
    @ValueSource(ints = {EINVAL, EIO, EMSGSIZE, 92, 95})
    void aRefusedRunGoesSinglyAndItsDestinationIsRemembered(int errno) {
        script = message -> port(message) == 2 && isRun(message) ? errno : 0;
        commit(1, 5, 5);
        commit(2, 5, 5, 3);
        commit(3, 5, 5);
        assertThat(sender.send(batch)).isEqualTo(7);
        assertThat(numbersSent()).containsExactly(0, 1, 2, 3, 4, 5, 6);
        assertThat(kernel.sizes()).containsExactly(2, 1, 1, 1, 2);
        assertThat(faults.total()).isZero();
        assertThat(counts.fallbacks()).isEqualTo(1);

        commit(2, 5, 5);
        commit(1, 5, 5);
        assertThat(sender.send(batch)).isEqualTo(4);
        assertThat(kernel.sizes()).endsWith(1, 1, 2);
        assertThat(counts.fallbacks()).isEqualTo(1);
        assertThat(limits.whyNot()).isEmpty();
    }

    @Test
    void anErrorOfTheThirdMessageIsSeenWhenItIsTheFirst() {
        script = message -> port(message) == 3 ? EINVAL : 0;
        for (int port = 1; port <= 5; port++) {
            commit(port, 5);
        }
        assertThat(sender.send(batch)).isEqualTo(4);
        assertThat(numbersSent()).containsExactly(0, 1, 3, 4);
        assertThat(kernel.calls).isEqualTo(3);
        assertThat(faults.of(SendFault.BAD_ADDRESS)).isEqualTo(1);
    }

    @Test
    void aRunForNobodyIsLostAsAWholeAndNothingElse() {
        script = message -> port(message) == 2 ? ENETUNREACH : port(message) == 3 ? EPERM : 0;
        commit(1, 5, 5);
        commit(2, 5, 5, 5);
        commit(3, 5, 5);
        commit(4, 5, 5);
        assertThat(sender.send(batch)).isEqualTo(4);
        assertThat(numbersSent()).containsExactly(0, 1, 7, 8);
        assertThat(faults.of(SendFault.UNREACHABLE)).isEqualTo(3);
        assertThat(faults.of(SendFault.FORBIDDEN)).isEqualTo(2);
        assertThat(counts.fallbacks()).isZero();
    }

    @Test
    void oneDatagramOfARunThatIsTooLongIsLostAlone() {
        script = message -> message.datagrams().stream().anyMatch(datagram -> datagram.length > 1000) ? EMSGSIZE : 0;
        commit(1, 1200, 900);
        commit(1, 900, 900);
        assertThat(sender.send(batch)).isEqualTo(3);
        assertThat(numbersSent()).containsExactly(1, 2, 3);
        assertThat(faults.of(SendFault.TOO_LONG)).isEqualTo(1);
    }

    @Test
    void aDestinationThatRefusesRunsAndDatagramsAlikeMayHaveRunsLater() {
        script = _ -> EINVAL;
        commit(1, 5, 5, 5);
        assertThat(sender.send(batch)).isZero();
        assertThat(faults.of(SendFault.BAD_ADDRESS)).isEqualTo(3);
        script = _ -> 0;
        commit(1, 5, 5, 5);
        assertThat(sender.send(batch)).isEqualTo(3);
        assertThat(kernel.sizes()).containsExactly(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {EAGAIN, ENOBUFS})
    void aFullSocketKeepsTheRestInOrder(int errno) {
        script = message -> port(message) == 2 ? errno : 0;
        commit(1, 5, 5);
        commit(2, 5, 5);
        commit(3, 5);
        assertThat(sender.send(batch)).isEqualTo(2);
        assertThat(batch.size()).isEqualTo(3);
        assertThat(sender.send(batch)).isZero();
        script = _ -> 0;
        commit(3, 5);
        assertThat(sender.send(batch)).isEqualTo(4);
        assertThat(numbersSent()).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(kernel.sizes()).containsExactly(2, 2, 2);
        assertThat(faults.total()).isZero();
    }

    @Test
    void aSocketThatFillsUpInTheMiddleOfASplitRunKeepsTheRestInOrder() {
        Deque<Integer> answers = new ArrayDeque<>(List.of(EINVAL, 0, 0, EAGAIN));
        script = _ -> answers.isEmpty() ? 0 : answers.poll();
        commit(1, 5, 5, 5, 5, 3);
        commit(2, 5, 5);
        assertThat(sender.send(batch)).isEqualTo(2);
        assertThat(batch.size()).isEqualTo(5);
        commit(2, 5);
        assertThat(sender.send(batch)).isEqualTo(6);
        assertThat(numbersSent()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(kernel.sizes()).containsExactly(1, 1, 1, 1, 1, 3);
    }

    @Test
    void anErrorThatPassesBlamesNobody() {
        Deque<Integer> answers = new ArrayDeque<>(List.of(ENOMEM));
        script = _ -> answers.isEmpty() ? 0 : answers.poll();
        commit(1, 5, 5);
        assertThat(sender.send(batch)).isEqualTo(2);
        assertThat(kernel.sizes()).containsExactly(1, 1);
        assertThat(faults.total()).isZero();
        commit(1, 5, 5);
        sender.send(batch);
        assertThat(kernel.sizes()).containsExactly(1, 1, 2);
    }

    @Test
    void anErrorOfAnEarlierDatagramDoesNotCostThisOne() {
        Deque<Integer> answers = new ArrayDeque<>(List.of(ECONNREFUSED, 4));
        script = _ -> answers.isEmpty() ? 0 : answers.poll();
        commit(1, 5, 5);
        assertThat(sender.send(batch)).isEqualTo(2);
        assertThat(kernel.sizes()).containsExactly(2);
        script = _ -> ECONNREFUSED;
        commit(1, 5);
        assertThat(sender.send(batch)).isZero();
        assertThat(faults.of(SendFault.OTHER)).isEqualTo(1);
    }

    @Test
    void aDeviceThatRefusesAllRunsIsAskedEightTimes() {
        script = message -> isRun(message) ? EIO : 0;
        for (int port = 1; port <= 12; port++) {
            commit(port, 5, 5);
            assertThat(sender.send(batch)).isEqualTo(2);
        }
        assertThat(counts.fallbacks()).isEqualTo(8);
        assertThat(limits.maxDatagrams()).isEqualTo(1);
        assertThat(limits.whyNot()).hasValueSatisfying(why -> assertThat(why).contains("errno 5"));
        assertThat(numbersSent()).hasSize(24).isSorted();
    }

    @Test
    void aDeviceThatRefusesForSomeOnlyKeepsRunsForTheOthers() {
        script = message -> isRun(message) && port(message) % 2 == 0 ? EIO : 0;
        for (int port = 1; port <= 24; port++) {
            commit(port, 5, 5);
            assertThat(sender.send(batch)).isEqualTo(2);
        }
        assertThat(counts.fallbacks()).isEqualTo(12);
        assertThat(limits.whyNot()).isEmpty();
    }
}
