package org.starbridge.transport.sctp.association;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpState;
import org.starbridge.transport.sctp.SendResult;

/** Two associations, random events, a changing line: never a deadlock, never a leak, never a wrong message. */
final class DuelTest {
    private static final int SEEDS = 60;
    private static final int EVENTS = 400;
    /** Messages on these streams are reliable and ordered; on the others anything goes. */
    private static final int RELIABLE_STREAMS = 4;

    static long[] seeds() {
        long[] seeds = new long[SEEDS];
        Arrays.setAll(seeds, i -> i + 1);
        return seeds;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void ends(long seed) {
        new Duel(seed).fight();
    }

    private static final class Duel {
        final Random random;
        final VirtualLink link;
        final Map<Integer, Integer> nextByStream = new HashMap<>();
        final Inbox ofA;
        final Inbox ofB;

        Duel(long seed) {
            random = new Random(seed);
            SctpConfig config = SctpConfig.defaults();
            if (seed % 3 == 0) {
                config = config.withBuffers(60_000, 80_000, 60_000).withTotalReceiveBytes(60_000);
            }
            link = new VirtualLink(seed, config);
            ofA = new Inbox(link.a);
            ofB = new Inbox(link.b);
        }

        void fight() {
            link.a.connect();
            for (int i = 0; i < EVENTS; i++) {
                event(random.nextBoolean() ? link.a : link.b);
                link.run(Duration.ofMillis(random.nextInt(60)));
                check();
            }
            link.conditions(0, 0, Duration.ZERO);
            link.a.isMute = false;
            link.b.isMute = false;
            link.run(Duration.ofMinutes(3));
            check();
            assertThat(link.a.association.bufferedBytes()).isZero();
            assertThat(link.b.association.bufferedBytes()).isZero();
            assertThat(link.a.host.receiveBytesHeld()).isZero();
            assertThat(link.b.host.receiveBytesHeld()).isZero();
            assertThat(link.a.association.state()).isEqualTo(link.b.association.state());
            link.a.association.shutdown(link.nowNs, link.a);
            link.run(Duration.ofMinutes(1));
            assertThat(link.a.association.state()).isEqualTo(SctpState.CLOSED);
            assertThat(link.b.association.state()).isEqualTo(SctpState.CLOSED);
            assertThat(link.nextEventNs()).isEqualTo(Long.MAX_VALUE);
        }

        private void event(VirtualLink.Peer peer) {
            switch (random.nextInt(20)) {
                case 0 -> link.conditions(random.nextDouble() / 2, 0.2, Duration.ofMillis(random.nextInt(300)));
                case 1 -> link.conditions(0, 0, Duration.ZERO);
                case 2 -> peer.reset(RELIABLE_STREAMS + random.nextInt(4), RELIABLE_STREAMS + random.nextInt(4));
                case 3 -> peer.connect();
                case 4 -> peer.isMute = random.nextInt(4) == 0;
                case 5 -> {
                    if (random.nextInt(20) == 0) {
                        peer.association.abort(peer);
                    } else if (random.nextInt(20) == 0) {
                        peer.association.shutdown(link.nowNs, peer);
                    }
                }
                case 6 -> replay(peer);
                default -> send(peer);
            }
        }

        /** Something that was sent long ago comes once more. */
        private void replay(VirtualLink.Peer peer) {
            if (!peer.sent.isEmpty()) {
                peer.other().receive(peer.sent.get(random.nextInt(peer.sent.size())));
            }
        }

        private void send(VirtualLink.Peer peer) {
            int streamId = random.nextInt(2 * RELIABLE_STREAMS);
            Reliability reliability = streamId < RELIABLE_STREAMS
                    ? Reliability.RELIABLE
                    : new Reliability(random.nextBoolean(), random.nextInt(4) - 1, random.nextInt(2_000) * 1_000_000L);
            int length = 4 + (random.nextInt(4) == 0 ? random.nextInt(40_000) : random.nextInt(200));
            int key = peer == link.a ? streamId : -1 - streamId;
            byte[] payload = new byte[length];
            Arrays.fill(payload, (byte) length);
            ByteBuffer.wrap(payload).putInt(nextByStream.getOrDefault(key, 0));
            if (peer.send(streamId, reliability, payload) == SendResult.ACCEPTED) {
                nextByStream.merge(key, 1, Integer::sum);
            }
        }

        private void check() {
            ofA.check();
            ofB.check();
        }
    }

    /** What came to one side, looked at once. */
    private static final class Inbox {
        final VirtualLink.Peer peer;
        final Map<Integer, Integer> last = new HashMap<>();
        int seen;

        Inbox(VirtualLink.Peer peer) {
            this.peer = peer;
        }

        void check() {
            boolean isOneAssociation = peer.ends.isEmpty() && peer.other().ends.isEmpty();
            for (; seen < peer.received.size(); seen++) {
                check(peer.received.get(seen), isOneAssociation);
            }
            assertThat(peer.association.heldBytes()).isLessThan(1 << 20);
            assertThat(peer.host.receiveBytesHeld())
                    .isLessThanOrEqualTo(peer.host.config().buffers().totalReceiveBytes());
        }

        private void check(VirtualLink.Received message, boolean isOneAssociation) {
            byte[] payload = message.payload();
            int number = ByteBuffer.wrap(payload).getInt();
            for (int i = 4; i < payload.length; i++) {
                if (payload[i] != (byte) payload.length) {
                    throw new AssertionError("a message of parts of several");
                }
            }
            if (message.streamId() < RELIABLE_STREAMS) {
                Integer before = last.put(message.streamId(), number);
                if (isOneAssociation) {
                    assertThat(number).isEqualTo(before == null ? 0 : before + 1);
                } else {
                    assertThat(number).isGreaterThan(before == null ? -1 : before);
                }
            }
        }
    }
}
