package org.starbridge.hammer.soak;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.bridge.HeapMeter;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.bridge.ProcessMeter.Holdings;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.report.SoakReport;

/**
 * Stops and continues the bridge, and at times the Hammer with all its clients, and looks whether every stream reaches
 * everybody again; samples meanwhile what the bridge holds. Used by the run's thread.
 */
public final class Soak {
    private static final double MIN_PAUSE_SECONDS = 0.1;
    private static final double MAX_PAUSE_SECONDS = 3;
    private static final double MIN_CALM_SECONDS = 3;
    private static final double MAX_CALM_SECONDS = 12;

    /** Of the pauses, those of the Hammer itself. */
    private static final double OWN_SHARE = 0.25;

    /** Time that it may take after a pause until every couple has media again. */
    private static final Duration RECOVERY_LIMIT = Duration.ofSeconds(15);

    private static final long SAMPLE_INTERVAL_NS = 2_000_000_000L;
    private static final Duration POLL = Duration.ofMillis(100);
    private static final String NATIVE_MEMORY = "native_memory_bytes";

    /** Waits while the run goes on. */
    @FunctionalInterface
    public interface Waiting {
        void run(Duration duration) throws InterruptedException;
    }

    private final ClientConference conference;
    private final long bridgePid;
    private final ProcessMeter meter;
    private final Colibri2Client client;
    private final HeapMeter heap;
    private final Random random;
    private final Waiting waiting;
    private final Consumer<String> progress;
    private final long startNs = System.nanoTime();
    private final List<SoakReport.Sample> samples = new ArrayList<>();
    private final List<SoakReport.Pause> pauses = new ArrayList<>();
    private long nextSampleNs;

    /** {@code seed} decides when and for how long; {@code progress} gets a line for each pause. */
    public Soak(
            URI bridge,
            long bridgePid,
            ClientConference conference,
            long seed,
            Waiting waiting,
            Consumer<String> progress) {
        this.conference = conference;
        this.bridgePid = bridgePid;
        this.waiting = waiting;
        this.progress = progress;
        meter = ProcessMeter.of(bridgePid);
        client = new Colibri2Client(bridge, Duration.ofSeconds(10));
        heap = new HeapMeter(bridge);
        random = new Random(seed);
    }

    /** Runs for so long. */
    public SoakReport run(Duration duration) throws InterruptedException {
        long endNs = System.nanoTime() + duration.toNanos();
        try {
            while (System.nanoTime() < endNs) {
                calm(seconds(MIN_CALM_SECONDS, MAX_CALM_SECONDS));
                pause();
            }
        } finally {
            client.close();
            heap.close();
        }
        return new SoakReport(RECOVERY_LIMIT.toNanos() / 1e9, pauses, samples);
    }

    private double seconds(double least, double most) {
        return least + random.nextDouble() * (most - least);
    }

    private void calm(double seconds) throws InterruptedException {
        long endNs = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < endNs) {
            waiting.run(POLL);
            sample();
        }
    }

    private void pause() throws InterruptedException {
        boolean isOwn = random.nextDouble() < OWN_SHARE;
        double seconds = seconds(MIN_PAUSE_SECONDS, MAX_PAUSE_SECONDS);
        long atNs = System.nanoTime();
        stopAndContinue(isOwn ? ProcessHandle.current().pid() : bridgePid, seconds);
        double recoverySeconds = awaitFlow();
        String who = isOwn ? "clients" : "bridge";
        pauses.add(new SoakReport.Pause((atNs - startNs) / 1e9, who, seconds, recoverySeconds));
        progress.accept(String.format(
                java.util.Locale.ROOT,
                "%6.0f s  %s stopped for %.1f s; %s",
                (atNs - startNs) / 1e9,
                who,
                seconds,
                recoverySeconds < 0
                        ? "NOT all streams flow again"
                        : String.format(java.util.Locale.ROOT, "all streams flow after %.1f s", recoverySeconds)));
    }

    /**
     * A shell does it: a process that is stopped can't continue itself, and the bridge goes on even if we are killed.
     */
    private static void stopAndContinue(long pid, double seconds) throws InterruptedException {
        String script =
                String.format(java.util.Locale.ROOT, "kill -STOP %d && sleep %.2f; kill -CONT %d", pid, seconds, pid);
        try {
            Process shell = new ProcessBuilder("sh", "-c", script).inheritIO().start();
            if (!shell.waitFor(60, TimeUnit.SECONDS) || shell.exitValue() != 0) {
                throw new LoadTestException("process " + pid + " could not be stopped and continued");
            }
        } catch (IOException e) {
            throw new LoadTestException("no shell to pause processes with: " + e.getMessage(), e);
        }
    }

    /** Seconds until every stream has brought something new to everybody; -1 if that does not happen in time. */
    private double awaitFlow() throws InterruptedException {
        long startedNs = System.nanoTime();
        List<long[]> before = conference.packetsByStream();
        while (System.nanoTime() - startedNs < RECOVERY_LIMIT.toNanos()) {
            waiting.run(POLL);
            sample();
            if (haveAllGrown(before, conference.packetsByStream())) {
                return (System.nanoTime() - startedNs) / 1e9;
            }
        }
        return -1;
    }

    private static boolean haveAllGrown(List<long[]> before, List<long[]> now) {
        for (int receiver = 0; receiver < before.size(); receiver++) {
            for (int stream = 0; stream < before.get(receiver).length; stream++) {
                long count = before.get(receiver)[stream];
                if (count >= 0 && now.get(receiver)[stream] == count) {
                    return false;
                }
            }
        }
        return true;
    }

    private void sample() throws InterruptedException {
        long nowNs = System.nanoTime();
        if (nowNs < nextSampleNs) {
            return;
        }
        nextSampleNs = nowNs + SAMPLE_INTERVAL_NS;
        Holdings holdings = meter.holdings();
        if (holdings == null) {
            throw new LoadTestException("process " + bridgePid + ", the bridge, has ended, or this is not Linux");
        }
        samples.add(new SoakReport.Sample(
                (nowNs - startNs) / 1e9,
                holdings.rssBytes(),
                holdings.sharedBytes(),
                holdings.threads(),
                holdings.fileDescriptors(),
                nativeBytes(),
                heapUsedBytes()));
    }

    private @Nullable Long heapUsedBytes() throws InterruptedException {
        OptionalLong used = heap.usedBytes();
        return used.isPresent() ? used.getAsLong() : null;
    }

    private @Nullable Long nativeBytes() throws InterruptedException {
        try {
            var value = client.stats().get(NATIVE_MEMORY);
            return value == null ? null : (Long) value.asLong();
        } catch (IOException e) {
            return null;
        }
    }
}
