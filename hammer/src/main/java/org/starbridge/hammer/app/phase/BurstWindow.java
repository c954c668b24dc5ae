package org.starbridge.hammer.app.phase;

import java.time.Duration;
import java.util.List;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.report.Delays;
import org.starbridge.hammer.report.JoinBurst;

/** A window in whose midst further endpoints join within a second. One thread. */
public final class BurstWindow implements MeasuredWindow {
    private static final Duration BURST = Duration.ofSeconds(1);

    private final ClientConference conference;
    private final LiveProgress progress;
    private final Duration duration;
    private List<Long> joinNs = List.of();
    private double seconds;

    /** So long, with the burst in the middle. */
    public BurstWindow(ClientConference conference, LiveProgress progress, Duration duration) {
        this.conference = conference;
        this.progress = progress;
        this.duration = duration;
    }

    @Override
    public void run() throws InterruptedException {
        long endNs = System.nanoTime() + duration.toNanos();
        progress.run(duration.dividedBy(2));
        conference.nextPhase();
        long startNs = System.nanoTime();
        joinNs = JoinPhase.inBackground(progress, () -> conference.joinLatecomers(BURST));
        seconds = (System.nanoTime() - startNs) / 1e9;
        progress.run(Duration.ofNanos(Math.max(0, startNs + BURST.toNanos() - System.nanoTime())));
        conference.nextPhase();
        progress.run(Duration.ofNanos(Math.max(0, endNs - System.nanoTime())));
    }

    @Override
    public JoinBurst joinBurst() {
        return new JoinBurst(
                joinNs,
                seconds,
                Delays.of(conference.delays(0)),
                Delays.of(conference.delays(1)),
                Delays.of(conference.delays(2)));
    }
}
