package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.testkit.EveryThirdDay;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.srtp.SrtpCrypto;

/**
 * A thousand endpoints with real sockets and handshakes, twenty at a time, come and go on a running bridge. What they
 * leave behind is compared with what was there before the first.
 */
@EveryThirdDay(day = 0)
class RealJoinLeaveTest {
    private static final int ROUNDS = 50;
    private static final int AT_A_TIME = 20;
    private static final long PATIENCE_NS = 60_000_000_000L;

    private record Left(long slabs, long bytes, long contexts, int threads) {
        static Left now() {
            int threads = (int) Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("media-")
                            || thread.getName().startsWith("dtls")
                            || thread.getName().equals("timer"))
                    .count();
            return new Left(Slab.liveBlocks(), Slab.liveBytes(), SrtpCrypto.liveContexts(), threads);
        }
    }

    private final SecureRandom random = new SecureRandom();
    private final DtlsIdentity identity =
            DtlsIdentity.create(random, Clock.systemUTC().instant());

    @Test
    void aThousandHandshakesLeaveNeitherMemoryNorThreadsNorContexts() throws Exception {
        try (Bridge bridge = FreePorts.bridge("starbridge.media.workers", "2");
                Colibri2Client colibri = new Colibri2Client(
                        URI.create("http://127.0.0.1:" + bridge.privatePort()), Duration.ofSeconds(60));
                DtlsHandshakes handshakes = new DtlsHandshakes(1, AT_A_TIME, Duration.ofSeconds(60));
                ExecutorService peers = Executors.newVirtualThreadPerTaskExecutor()) {
            oneRound(bridge, colibri, handshakes, peers, "first"); // starts the timers' threads
            colibri.expire("first");
            Left before = settled();
            long heapBefore = 0;
            for (int round = 0; round < ROUNDS; round++) {
                String meeting = "round" + round;
                oneRound(bridge, colibri, handshakes, peers, meeting);
                colibri.expire(meeting);
                if (round == 5) {
                    heapBefore = usedHeapBytes(); // classes are loaded, caches are filled
                }
            }
            assertThat(soon(() -> Left.now().equals(before)))
                    .as("before %s, after %s", before, Left.now())
                    .isTrue();
            assertThat(usedHeapBytes()).as("heap").isLessThan(heapBefore + (24L << 20));

            JsonNode stats = colibri.stats();
            assertThat(stats.path("conferences").asInt()).isZero();
            assertThat(stats.path("endpoints").asInt()).isZero();
            assertThat(stats.path("dtls_failed_endpoints").asInt()).isZero();
            assertThat(stats.path("total_media_faults").asInt()).isZero();
            assertThat(stats.path("total_ice_succeeded").asInt()).isEqualTo((ROUNDS + 1) * AT_A_TIME);
            assertThat(stats.path("total_endpoints_closed_by_peer").asInt()).isPositive();
        }
    }

    private void oneRound(
            Bridge bridge, Colibri2Client colibri, DtlsHandshakes handshakes, ExecutorService threads, String meeting)
            throws Exception {
        List<LoopbackPeer> peers = new ArrayList<>();
        List<Callable<String>> joins = new ArrayList<>();
        colibri.send(ConferenceModify.creating(meeting, meeting + "@test", List.of()));
        try {
            for (int i = 0; i < AT_A_TIME; i++) {
                LoopbackPeer peer = new LoopbackPeer(bridge.mediaPort(), handshakes, identity, random);
                peers.add(peer);
                EndpointModify request = EndpointModify.builder("e" + i)
                        .create(true)
                        .capability(Capabilities.SOURCE_NAMES)
                        .transport(new Transport(true, false, false, peer.transport(), null))
                        .build();
                ConferenceModified created = colibri.send(ConferenceModify.updating(meeting, List.of(request)));
                IceUdpTransport remote = Objects.requireNonNull(
                        Objects.requireNonNull(created.endpoints().get(0).transport())
                                .iceUdp());
                joins.add(() -> peer.connect(remote, PATIENCE_NS));
            }
            for (Future<String> joined : threads.invokeAll(joins)) {
                assertThat(joined.get()).as(meeting).isEqualTo("connected");
            }
            for (int i = 0; i < AT_A_TIME; i += 2) {
                peers.get(i).sayGoodbye(PATIENCE_NS);
            }
        } finally {
            peers.forEach(LoopbackPeer::close);
        }
    }

    /** The figures when nothing moves any more. */
    private static Left settled() throws InterruptedException {
        Left[] last = {Left.now()};
        for (int same = 0; same < 20; ) {
            Thread.sleep(100);
            Left now = Left.now();
            same = now.equals(last[0]) ? same + 1 : 0;
            last[0] = now;
        }
        return last[0];
    }

    private static long usedHeapBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static boolean soon(BooleanSupplier condition) throws InterruptedException {
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (System.nanoTime() < endNs) {
            if (condition.getAsBoolean()) {
                return true;
            }
            Thread.sleep(50);
        }
        return false;
    }
}
