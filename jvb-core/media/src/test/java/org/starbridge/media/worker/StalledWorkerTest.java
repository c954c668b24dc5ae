package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.endpoint.IceRestartTimes;
import org.starbridge.media.forward.RetransmissionLimits;
import org.starbridge.media.runner.MediaThread;
import org.starbridge.media.runner.Watchdog;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.media.source.KeyFrameLimits;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.udp.UdpIo;
import org.starbridge.transport.udp.UdpPortGroup;
import org.starbridge.transport.udp.UdpSocket;

/** A real thread that is held up and comes back, and duty cycles that fail. */
class StalledWorkerTest {
    private static final Duration LIMIT = Duration.ofMillis(3500); // an idle worker says nothing for up to two seconds
    private static final long PATIENCE_NS = 60_000_000_000L;

    private final AtomicInteger faults = new AtomicInteger();

    @Test
    void aStallAndItsEndAreSeenAndOtherWorkersAreNotBlamed() throws Exception {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (UdpPortGroup ports = UdpPortGroup.open(
                        UdpIo.probe().io(),
                        any,
                        List.of(any.getAddress()),
                        1,
                        new UdpSocket.Buffers(1 << 18, 1 << 18));
                MediaWorkers workers = new MediaWorkers(settings(any), ports.sockets())) {
            MediaWorker worker = workers.workers().get(0);
            CountDownLatch release = new CountDownLatch(1);
            try (MediaThread thread =
                    MediaThread.start(worker, ports.sockets().get(0), _ -> faults.incrementAndGet())) {
                Watchdog watchdog = new Watchdog(List.of(thread), LIMIT, System.nanoTime());
                worker.commands().post(() -> holdUp(release));
                assertThat(soon(() -> watchdog.check(System.nanoTime())))
                        .as("seen")
                        .isTrue();
                assertThat(watchdog.complaint()).contains("worker 0");
                assertThat(thread.stack())
                        .extracting(StackTraceElement::getMethodName)
                        .contains("holdUp");
                release.countDown();
                assertThat(soon(() -> watchdog.check(System.nanoTime())))
                        .as("responds again")
                        .isTrue();
                assertThat(watchdog.complaint()).isEmpty();
                assertThat(watchdog.stalls()).isEqualTo(1);

                worker.commands().post(() -> {
                    throw new OutOfMemoryError("on purpose");
                });
                assertThat(soon(() -> thread.brokenBy() != null)).isTrue();
                worker.commands().post(() -> {
                    throw new IllegalStateException("on purpose");
                });
                assertThat(soon(() -> faults.get() == 1))
                        .as("goes on all the same")
                        .isTrue();
            } finally {
                release.countDown();
            }
        }
    }

    private WorkerSettings settings(InetSocketAddress candidate) {
        return new WorkerSettings(
                SrtpCrypto.jce(),
                (_, listener) -> new SimulatedKeys(listener),
                IceConfig.defaults(),
                new SecureRandom(),
                () -> List.of(candidate),
                1 << 20,
                64,
                KeyFrameLimits.DEFAULT,
                RetransmissionLimits.DEFAULT,
                DownlinkSettings.DEFAULT,
                AudioPolicy.DEFAULT,
                IceRestartTimes.DEFAULT,
                () -> Long.MAX_VALUE,
                _ -> faults.incrementAndGet(),
                DebugSettings.NONE);
    }

    private static void holdUp(CountDownLatch release) {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean soon(BooleanSupplier condition) throws InterruptedException {
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (System.nanoTime() < endNs) {
            if (condition.getAsBoolean()) {
                return true;
            }
            Thread.sleep(20);
        }
        return false;
    }
}
