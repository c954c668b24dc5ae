package org.starbridge.hammer.app.phase;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.bridge.ProcessMeter.Usage;
import org.starbridge.hammer.client.ConferenceGroup;
import org.starbridge.hammer.client.LiveTotals;
import org.starbridge.hammer.report.LiveLine;
import org.starbridge.hammer.series.Sampler;

/** Shows the live line each second while the run waits for something. One thread. */
public final class LiveProgress {
    private static final long INTERVAL_NS = 1_000_000_000;
    private static final long POLL_MS = 50;

    /** A bridge may be stopped for a while and go on, but not after this long. */
    private static final long SILENCE_LIMIT_NS = 20_000_000_000L;

    private final ConferenceGroup conference;
    private final LiveLine line;
    private final @Nullable ProcessMeter meter;
    private final boolean isQuiet;
    private final Runnable check;
    private final Sampler sampler;
    private String phase = "";
    private long phaseStartNs;
    private long phaseNs;
    private LiveTotals last = LiveTotals.NOTHING;
    private @Nullable Usage lastUsage;
    private long lastNs = System.nanoTime();
    private long movedNs = lastNs;

    /** {@code check} is called often and throws if the run can't go on; {@code sampler} takes what the line shows. */
    public LiveProgress(
            ConferenceGroup conference,
            LiveLine line,
            @Nullable ProcessMeter meter,
            boolean isQuiet,
            Sampler sampler,
            Runnable check) {
        this.check = check;
        this.sampler = sampler;
        this.conference = conference;
        this.line = line;
        this.meter = meter;
        this.isQuiet = isQuiet;
        lastUsage = meter == null ? null : meter.read();
    }

    /** Another part of the run begins, of unknown length. */
    public void phase(String name) {
        phase(name, Duration.ZERO);
    }

    /** Another part of the run begins; {@code length} 0 is unknown. */
    public void phase(String name, Duration length) {
        phase = name;
        phaseNs = length.toNanos();
        phaseStartNs = System.nanoTime();
        sampler.phase(name, phaseStartNs);
    }

    /** Waits, showing the line. */
    public void run(Duration duration) throws InterruptedException {
        long endNs = System.nanoTime() + duration.toNanos();
        for (long leftNs = duration.toNanos(); leftNs > 0; leftNs = endNs - System.nanoTime()) {
            Thread.sleep(Duration.ofNanos(Math.min(leftNs, POLL_MS * 1_000_000)));
            tick();
        }
    }

    /** Looks whether the run can go on, and shows the line if a second has passed. */
    public void tick() {
        check.run();
        long nowNs = System.nanoTime();
        if (nowNs - lastNs < INTERVAL_NS) {
            return;
        }
        LiveTotals gauge = conference.gauge();
        requireFlow(gauge, nowNs);
        Usage usage = meter == null ? null : meter.read();
        Usage before = lastUsage;
        double seconds = (nowNs - lastNs) / 1e9;
        Double bridgeCpu =
                usage == null || before == null ? null : (Double) ((usage.cpuNs() - before.cpuNs()) / 1e9 / seconds);
        if (!isQuiet) {
            long phaseSeconds = (nowNs - phaseStartNs) / INTERVAL_NS;
            line.show(phase + left(nowNs), phaseSeconds, last, gauge, seconds, bridgeCpu);
        }
        sampler.sample(last, gauge, seconds, nowNs);
        last = gauge;
        lastUsage = usage;
        lastNs = nowNs;
    }

    /** Returns the time that the phase still takes, if that is known. */
    private String left(long nowNs) {
        long leftNs = phaseStartNs + phaseNs - nowNs;
        return leftNs > 0 ? ", " + (leftNs + INTERVAL_NS / 2) / INTERVAL_NS + " s left" : "";
    }

    /** Requires that something goes on flowing once something has flowed. */
    private void requireFlow(LiveTotals gauge, long nowNs) {
        if (gauge.packetsReceived() == 0 || gauge.packetsReceived() != last.packetsReceived()) {
            movedNs = nowNs;
        } else if (nowNs - movedNs > SILENCE_LIMIT_NS) {
            throw new LoadTestException("no packet has arrived from the bridge for " + SILENCE_LIMIT_NS / INTERVAL_NS
                    + " s at any endpoint: did it crash, or is the network path interrupted?");
        }
    }
}
