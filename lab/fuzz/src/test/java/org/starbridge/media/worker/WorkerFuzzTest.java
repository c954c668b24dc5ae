package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.starbridge.fuzz.Input;
import org.starbridge.media.queue.DeadlineQueue;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpProfile;

/** A whole worker between a client whose every packet is authentic and most are malformed, and one that listens. */
final class WorkerFuzzTest {
    private static final int MAX_OPERATIONS = 60;
    private static final int AUDIO = 1000;
    private static final int VIDEO = 2000;

    /** One input's run. */
    private static final class Run implements AutoCloseable {
        final SimulatedBridge bridge = new SimulatedBridge(1, 1);
        final SimulatedClient from = bridge.join("from", SimulatedBridge.audio(AUDIO), SimulatedBridge.video(VIDEO));
        final SimulatedClient to = bridge.join("to", SimulatedBridge.audio(3000));
        final SentStream steady = to.addStream(3000, SimulatedBridge.OPUS, 5);
        final Slab memory = Slab.allocate(4096);
        final long[] nextIndex = {100, 100};

        Run() {
            assertThat(bridge.connectAll()).isTrue();
        }

        /** RTP of any content, authentic: the header's number and SSRC are what the keys demand. */
        void rtp(int which, byte[] packet) {
            int ssrc = which == 0 ? AUDIO : VIDEO;
            long index = nextIndex[which]++;
            Memory.copyIn(packet, 0, memory.address(), packet.length);
            Memory.put16(memory.address() + 2, (int) index);
            Memory.put32(memory.address() + 8, ssrc);
            int header = RtpView.headerLengthBytes(memory.address(), packet.length);
            if (header < 0) {
                return;
            }
            SendStream stream = Objects.requireNonNull(from.sender.stream(ssrc));
            int length = from.sender.protectRtp(stream, index, memory.address(), header, packet.length - header, 0, 0);
            from.sendRaw(Memory.copyOf(memory.address(), length));
        }

        /** RTCP of any content, authentic. */
        void rtcp(byte[] packet) {
            Memory.copyIn(packet, 0, memory.address(), packet.length);
            int length = from.sender.protectRtcp(memory.address(), packet.length);
            from.sendRaw(Memory.copyOf(memory.address(), length));
        }

        @Override
        public void close() {
            memory.close();
            bridge.close();
        }
    }

    /**
     * Malformed RTP and RTCP inside valid SRTP, and anything at all outside it: no exception, nothing malformed is
     * passed on, and the well-formed packets of the other client arrive.
     */
    @FuzzTest
    void path(byte[] data) {
        Input in = new Input(data);
        try (Run run = new Run()) {
            int steadyPackets = 0;
            for (int i = 0; i < MAX_OPERATIONS && in.hasMore(); i++) {
                int operation = in.below(6);
                switch (operation) {
                    case 0, 1 -> run.rtp(operation, padded(in.bytes(in.u8()), 12, 0x80));
                    case 2, 3 -> run.rtcp(padded(in.bytes(in.u8()), 8, 0x80));
                    case 4 -> run.from.sendRaw(padded(in.bytes(in.u8()), 1, 0));
                    default -> {
                        run.to.send(run.steady, new byte[] {1, 2, 3}, false);
                        steadyPackets++;
                        run.bridge.run(in.u8() * 1_000_000L);
                    }
                }
            }
            run.bridge.run(50_000_000);
            assertThat(run.to.failures)
                    .as("malformed packets that were passed on")
                    .isZero();
            assertThat(run.from.failures).isZero();
            int arrived = run.from.got.containsKey(3000)
                    ? Objects.requireNonNull(run.from.got.get(3000)).order.size()
                    : 0;
            assertThat(arrived).isEqualTo(steadyPackets);
        }
    }

    private static byte[] padded(byte[] bytes, int atLeast, int firstByte) {
        byte[] packet =
                Arrays.copyOf(bytes, Math.clamp(bytes.length, atLeast, 4096 - SrtpProfile.MAX_RTCP_OVERHEAD_BYTES));
        if (firstByte != 0) {
            packet[0] = (byte) (firstByte | (packet[0] & 0x3F));
        }
        return packet;
    }

    /** Things whose deadlines change, against a map. */
    @FuzzTest
    void deadlines(byte[] data) {
        Input in = new Input(data);
        DeadlineQueue<Integer> queue = new DeadlineQueue<>();
        Map<Integer, Long> expected = new HashMap<>();
        while (in.hasMore()) {
            int thing = in.below(40);
            if (in.below(4) == 0) {
                queue.remove(thing);
                expected.remove(thing);
            } else {
                long deadline = in.u8();
                queue.put(thing, deadline);
                expected.put(thing, deadline);
            }
            long earliest =
                    expected.values().stream().mapToLong(each -> each).min().orElse(Long.MAX_VALUE);
            assertThat(queue.nextDeadlineNs()).isEqualTo(earliest);
            Integer first = queue.peek();
            assertThat(first == null).isEqualTo(expected.isEmpty());
            if (first != null) {
                assertThat(expected.get(first)).isEqualTo(earliest);
            }
        }
    }
}
