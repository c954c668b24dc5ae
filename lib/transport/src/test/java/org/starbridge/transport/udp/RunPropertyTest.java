package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * Whatever is sent to whom and whatever fails: all that can arrive arrives once, as it was, in the order of the
 * commits.
 */
class RunPropertyTest {
    private static final int DESTINATIONS = 12;
    private static final int ROUNDS = 3000;
    private static final int[] RUN_ERRORS = {5, 22, 90, 92, 95};
    private static final int[] PASSING_ERRORS = {4, 11, 105};
    private static final int[] LOST_ERRORS = {1, 101, 113};

    /** How a destination's path behaves; by error numbers, 0 = no error. */
    private record Path(InetSocketAddress to, Optional<InetAddress> from, int always, int forRuns, int mtuBytes) {
        int errno(StrictKernel.Message message) {
            if (always != 0) {
                return always;
            }
            if (message.datagrams().size() > 1 && forRuns != 0) {
                return forRuns;
            }
            return message.datagrams().stream().anyMatch(datagram -> datagram.length > mtuBytes) ? 90 : 0;
        }

        boolean delivers(int lengthBytes) {
            return always == 0 && lengthBytes <= mtuBytes;
        }
    }

    private record Datagram(InetSocketAddress to, Optional<InetAddress> from, int number, int lengthBytes) {}

    private static Path path(Random random, int i) {
        boolean v6 = random.nextBoolean();
        InetSocketAddress to = new InetSocketAddress(InetAddress.ofLiteral(v6 ? "2001:db8::1" : "192.0.2.1"), 1000 + i);
        Optional<InetAddress> from = random.nextBoolean()
                ? Optional.empty()
                : Optional.of(InetAddress.ofLiteral(v6 ? "2001:db8::2" : "192.0.2.2"));
        int always = random.nextInt(6) == 0 ? LOST_ERRORS[random.nextInt(LOST_ERRORS.length)] : 0;
        int forRuns = random.nextInt(4) == 0 ? RUN_ERRORS[random.nextInt(RUN_ERRORS.length)] : 0;
        return new Path(to, from, always, forRuns, random.nextInt(4) == 0 ? 30 : 100);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void deliversWhatCanBeDelivered(long seed) {
        Random random = new Random(seed);
        List<Path> paths = new ArrayList<>();
        for (int i = 0; i < DESTINATIONS; i++) {
            paths.add(path(random, i));
        }
        GsoLimits limits = GsoLimits.upTo(2 + random.nextInt(GsoLimits.MAX_DATAGRAMS - 1));
        SendFaults faults = new SendFaults();
        IoCounts counts = new IoCounts();
        StrictKernel kernel = new StrictKernel(message -> random.nextInt(10) == 0
                ? PASSING_ERRORS[random.nextInt(PASSING_ERRORS.length)]
                : paths.get(message.to().getPort() - 1000).errno(message));
        BatchSender sender = new BatchSender(kernel, 3, limits, faults, counts);
        List<Datagram> expected = new ArrayList<>();
        int committed = 0;
        int handedOver = 0;
        try (SendBatch batch = new SendBatch(1 + random.nextInt(100), limits);
                Slab scratch = Slab.allocate(SocketAddresses.SIZE_BYTES)) {
            for (int round = 0; round < ROUNDS || batch.size() > 0; round++) {
                Path path = paths.get(random.nextInt(DESTINATIONS));
                SocketAddresses.writeV6(scratch.address(), path.to);
                path.from.ifPresent(from -> SocketAddresses.writeLocal(scratch.address(), from));
                int lengthBytes = 4 * (1 + random.nextInt(12));
                for (int n = random.nextInt(6); n > 0 && !batch.isFull() && round < ROUNDS; n--) {
                    int shorter = random.nextInt(5) == 0 ? 2 : 0;
                    Memory.put32(batch.slot(), committed);
                    batch.commit(lengthBytes - shorter, scratch.address());
                    if (lengthBytes - shorter >= 4 && path.delivers(lengthBytes - shorter)) {
                        expected.add(new Datagram(path.to, path.from, committed, lengthBytes - shorter));
                    } else if (path.delivers(lengthBytes - shorter)) {
                        expected.add(new Datagram(path.to, path.from, -1, lengthBytes - shorter));
                    }
                    committed++;
                }
                if (batch.isFull() || random.nextInt(8) == 0 || round >= ROUNDS) {
                    handedOver += sender.send(batch);
                }
            }
        }
        assertThat(delivered(kernel)).as("seed %d", seed).isEqualTo(expected);
        assertThat(handedOver).as("seed %d", seed).isEqualTo(expected.size());
        assertThat(counts.datagramsSent()).as("seed %d", seed).isEqualTo(expected.size());
        assertThat(counts.messagesSent()).as("seed %d", seed).isEqualTo(kernel.sent.size());
        assertThat(counts.sendCalls()).as("seed %d", seed).isEqualTo(kernel.calls);
        assertThat(faults.total()).as("seed %d", seed).isEqualTo(committed - expected.size());
        assertThat(kernel.sizes()).as("seed %d", seed).anyMatch(size -> size > 1);
    }

    private static List<Datagram> delivered(StrictKernel kernel) {
        List<Datagram> delivered = new ArrayList<>();
        for (StrictKernel.Message message : kernel.sent) {
            for (byte[] bytes : message.datagrams()) {
                int number =
                        bytes.length < 4 ? -1 : java.nio.ByteBuffer.wrap(bytes).getInt();
                delivered.add(new Datagram(message.to(), message.from(), number, bytes.length));
            }
        }
        return delivered;
    }
}
