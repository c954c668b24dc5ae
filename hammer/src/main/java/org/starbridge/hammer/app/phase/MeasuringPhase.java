package org.starbridge.hammer.app.phase;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.CutShortException;
import org.starbridge.hammer.bridge.TargetBridge;
import org.starbridge.hammer.client.ConferenceGroup;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.report.Delays;
import org.starbridge.hammer.report.FanOut;
import org.starbridge.hammer.report.Joins;
import org.starbridge.hammer.report.Messages;
import org.starbridge.hammer.report.RunReport;
import org.starbridge.hammer.report.Scenario;

/** The measured part of a run: the window, the drain after it, and the report. One thread. */
public final class MeasuringPhase {
    private static final Duration QUIET = Duration.ofMillis(300);
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(2);

    private final ConferenceGroup conference;
    private final ConferenceOptions options;
    private final TargetBridge bridge;
    private final Scenario scenario;
    private final @Nullable String bridgeVersion;

    /** {@code bridgeVersion} was asked for before the conference; null if unknown. */
    public MeasuringPhase(
            ConferenceGroup conference,
            ConferenceOptions options,
            TargetBridge bridge,
            Scenario scenario,
            @Nullable String bridgeVersion) {
        this.conference = conference;
        this.options = options;
        this.bridge = bridge;
        this.scenario = scenario;
        this.bridgeVersion = bridgeVersion;
    }

    /** Measures while {@code window} runs, or until it is cut short; {@code tally} has begun. */
    public RunReport run(MeasuredWindow window, MessageTally tally) throws InterruptedException {
        ResourceUse before = ResourceUse.before(bridge, conference);
        long startNs = System.nanoTime();
        conference.openWindow();
        try {
            window.run();
        } catch (CutShortException _) {
            // What was measured until now is the result.
        }
        conference.stopSending();
        long windowNs = System.nanoTime() - startNs;
        ResourceUse after = ResourceUse.after(bridge, conference);
        conference.drain(QUIET, DRAIN_LIMIT);
        Messages messages = tally.end(conference.messageSenders());
        List<ReceiverCount> counts = conference.counts();
        return new RunReport(
                scenario,
                windowNs / 1e9,
                counts,
                bridgeVersion,
                after.bridgeSince(before, bridge),
                after.hammerSince(before, conference, windowNs),
                Delays.of(conference.delays()),
                FanOut.of(conference.fanOutDelays()),
                options.reception().sampleEvery(),
                new Joins(window.joinBurst(), conference.guestCount(), conference.growth()),
                messages,
                window.relays(counts),
                conference.warnings());
    }
}
