package org.starbridge.hammer.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Console;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.CutShort;
import org.starbridge.hammer.CutShortException;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.app.phase.BurstWindow;
import org.starbridge.hammer.app.phase.JoinPhase;
import org.starbridge.hammer.app.phase.LiveProgress;
import org.starbridge.hammer.app.phase.MeasuredWindow;
import org.starbridge.hammer.app.phase.MeasuringPhase;
import org.starbridge.hammer.app.phase.MessageTally;
import org.starbridge.hammer.app.phase.MuteWindow;
import org.starbridge.hammer.app.phase.SpeakerRotation;
import org.starbridge.hammer.bridge.CpuList;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.bridge.TargetBridge;
import org.starbridge.hammer.bridge.WithheldVideo;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.client.ConferenceGroup;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.Growth;
import org.starbridge.hammer.client.plan.GuestWave;
import org.starbridge.hammer.client.signalling.Signalling;
import org.starbridge.hammer.hostile.HostileRun;
import org.starbridge.hammer.report.Attacks;
import org.starbridge.hammer.report.HostileReport;
import org.starbridge.hammer.report.LiveLine;
import org.starbridge.hammer.report.RunReport;
import org.starbridge.hammer.report.Scenario;
import org.starbridge.hammer.report.SoakReport;
import org.starbridge.hammer.series.LatestAnswer;
import org.starbridge.hammer.series.LinkColumns;
import org.starbridge.hammer.series.RunSeries;
import org.starbridge.hammer.series.Sampler;
import org.starbridge.hammer.soak.Soak;

/**
 * One run in its phases: bridge, conference, joining and warm-up ({@link JoinPhase}), the measured window
 * ({@link MeasuringPhase}). Everything is stopped when it ends, however it ends. One thread.
 */
final class LoadTest {
    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final int SHOWN_REASONS = 12;

    private final Arguments arguments;
    private final PrintStream out;
    private final RunSeries series;
    private final int number;
    private final CutShort cut;
    private @Nullable HostileReport hostileReport;
    private @Nullable SoakReport soakReport;

    /** {@code series} gets its rows, {@code number} is the run's in them, from 0; {@code cut} may end it. */
    LoadTest(Arguments arguments, PrintStream out, RunSeries series, int number, CutShort cut) {
        this.cut = cut;
        this.arguments = arguments;
        this.out = out;
        this.series = series;
        this.number = number;
    }

    /** The run over time. */
    RunSeries series() {
        return series;
    }

    /**
     * Makes the run. If it is cut short while it is measured, what was measured is the result.
     *
     * @throws CutShortException if it is cut short before
     * @throws IllegalArgumentException if the command line asks for what can't be
     */
    RunReport execute() throws InterruptedException {
        requireProcessors();
        ConferenceSetup setup = new ConferenceSetup(arguments);
        Map<String, String> settings = settings();
        try (TargetBridge bridge = TargetBridge.open(
                        arguments.bridge,
                        FurtherBridges.withRelays(arguments.relays, settings, 0),
                        arguments.hasServer(),
                        this::say);
                FurtherBridges further = FurtherBridges.open(arguments.relays, arguments.bridge, settings, this::say)) {
            try {
                return against(bridge, further, setup.options(bridge.url()));
            } catch (LoadTestException e) {
                throw bridge.explain(e);
            }
        }
    }

    /**
     * A bridge whose receivers, or other bridges, are behind bad links is to obey its estimates, as it does with a
     * jvb.conf; viewers have one address.
     */
    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        if (arguments.links.isMeant() || arguments.relays.link != null) {
            settings.put("videobridge.cc.trust-bwe", "true");
        }
        if (arguments.whip.isMeant()) {
            settings.put("starbridge.whip.max-sessions-per-address", Integer.toString(2 * arguments.endpoints()));
        }
        return settings;
    }

    /** A running Java machine cannot be moved to other processors: {@code --cpus} is true already, or a mistake. */
    private void requireProcessors() {
        String wanted = arguments.bridge.cpus();
        String have = ProcessMeter.self().cpus();
        if (wanted != null && have != null && CpuList.isValid(have) && !CpuList.areSame(wanted, have)) {
            throw new IllegalArgumentException("--cpus " + wanted + ": this process runs on " + have
                    + "; start it with scripts/hammer, which calls taskset");
        }
    }

    /** Returns what was done to the bridge, and the results. */
    Attacks attacks() {
        return new Attacks(hostileReport, soakReport);
    }

    private RunReport against(TargetBridge bridge, FurtherBridges further, ConferenceOptions options)
            throws InterruptedException {
        String version = bridge.version();
        String untold = bridge.untold();
        if (untold != null && number == 0) {
            say(untold);
        }
        try (ConferenceGroup conference = conference(options, bridge, further);
                LatestAnswer<JsonNode> stats =
                        new LatestAnswer<>(arguments.report.isDetailed() ? bridge::stats : () -> null);
                HttpClient http = HttpClient.newHttpClient();
                LatestAnswer<Map<String, Double>> scraped = arguments.report.scraping(http)) {
            LiveLine line = new LiveLine(
                    out,
                    isTerminal(),
                    arguments.join.conferences() * options.endpoints(),
                    arguments.join.conferences() * options.expectedStreams());
            Sampler sampler = new Sampler(
                    series,
                    number,
                    conference,
                    bridge.meter(),
                    arguments.report.isDetailed(),
                    stats::latest,
                    scraped::latest);
            LiveProgress progress = progress(conference, options, bridge, line, sampler);
            if (!arguments.quiet) {
                say("progress: RTP received by all endpoints, as UDP payload; bridge CPU in percent of one core");
            }
            try {
                JoinPhase joining = new JoinPhase(conference, progress);
                joining.join();
                MessageTally tally = new MessageTally(options);
                tally.begin();
                warmUp(joining, options, bridge, further);
                Scenario scenario =
                        Scenario.of(options, conference.conferences(), arguments.kinds, arguments.warmUpSeconds);
                awaitStart(progress);
                MeasuringPhase measuring = new MeasuringPhase(conference, options, bridge, scenario, version);
                RunReport report = arguments.hostile
                        ? underAttack(measuring, tally, conference, options, bridge, progress)
                        : measure(
                                measuring,
                                tally,
                                arguments.relays.isMeant()
                                        ? relayWindow(conference, options, progress, bridge, further)
                                        : window(conference, progress, bridge),
                                progress);
                progress.phase("ended");
                series.histogram(conference.delays());
                LinkColumns.add(series, report.receivers());
                return report;
            } finally {
                line.end();
                conference.joins().forEach(time -> series.join(number, time));
            }
        }
    }

    /** Warms up; the bridges may have a reason for what does not flow then. */
    private void warmUp(JoinPhase joining, ConferenceOptions options, TargetBridge bridge, FurtherBridges further)
            throws InterruptedException {
        try {
            joining.warmUp(options, Duration.ofSeconds(arguments.warmUpSeconds));
        } catch (LoadTestException failure) {
            URI first = bridge.url();
            List<String> withheld = first == null ? List.of() : WithheldVideo.of(further.after(first));
            if (withheld.isEmpty()) {
                throw failure;
            }
            StringBuilder text = new StringBuilder(failure.getMessage());
            withheld.stream()
                    .limit(SHOWN_REASONS)
                    .forEach(sentence -> text.append("\n  ").append(sentence));
            throw new LoadTestException(text.toString(), failure);
        }
    }

    /** Several Hammers may begin to measure together. */
    private void awaitStart(LiveProgress progress) throws InterruptedException {
        Duration left = arguments.report.untilStart();
        if (left.isPositive()) {
            progress.phase("waiting", left);
            progress.run(left);
        }
    }

    private LiveProgress progress(
            ConferenceGroup conference,
            ConferenceOptions options,
            TargetBridge bridge,
            LiveLine line,
            Sampler sampler) {
        double turnSeconds = arguments.selection.turnSeconds;
        Runnable turns = turnSeconds > 0
                ? new SpeakerRotation(conference.first(), options.senders(), turnSeconds)::tick
                : () -> {};
        return new LiveProgress(conference, line, bridge.meter(), arguments.quiet, sampler, () -> {
            cut.check();
            bridge.requireAlive();
            turns.run();
        });
    }

    private ConferenceGroup conference(ConferenceOptions options, TargetBridge bridge, FurtherBridges further)
            throws InterruptedException {
        Growth growth = arguments.join.growth();
        if (growth.isStepwise()) {
            URI url = Objects.requireNonNull(options.bridge());
            return new ConferenceGroup(options, growth, arguments.xmpp.requests(url, bridge.isOurs(), this::say));
        }
        return new ConferenceGroup(options, single(options, bridge, further));
    }

    private ClientConference single(ConferenceOptions options, TargetBridge bridge, FurtherBridges further)
            throws InterruptedException {
        if (arguments.relays.isMeant()) {
            return new ClientConference(options, further.signalling(bridge.knownUrl(), options));
        }
        if (arguments.meet.isMeant()) {
            Signalling signalling = arguments.meet.signalling(options);
            say("joining " + signalling.conference());
            return new ClientConference(options, signalling);
        }
        if (arguments.whip.isMeant()) {
            Signalling signalling = arguments.whip.signalling(options, bridge.publicUrl());
            say("publishing to " + signalling.conference());
            return new ClientConference(options, signalling);
        }
        URI url = Objects.requireNonNull(options.bridge());
        return new ClientConference(options, arguments.xmpp.requests(url, bridge.isOurs(), this::say));
    }

    private MeasuredWindow relayWindow(
            ConferenceGroup conference,
            ConferenceOptions options,
            LiveProgress progress,
            TargetBridge first,
            FurtherBridges further) {
        ClientConference only = conference.first();
        MeasuredWindow inner = arguments.relays.killsBridge
                ? new BridgeLossWindow(
                        only, options, progress, further, Duration.ofSeconds(arguments.seconds), this::say)
                : window(conference, progress, first);
        return new RelayMeasurement(only, options, inner, first, further, progress);
    }

    private MeasuredWindow window(ConferenceGroup conference, LiveProgress progress, TargetBridge bridge) {
        Duration duration = Duration.ofSeconds(arguments.seconds);
        if (arguments.soak) {
            return () -> soak(conference.first(), progress, bridge, duration);
        }
        if (arguments.selection.muteSeconds > 0) {
            Duration muted = Duration.ofSeconds(arguments.selection.muteSeconds);
            return () -> new MuteWindow(conference.first(), progress, this::say).run(duration, muted);
        }
        List<GuestWave> guests = arguments.join.guests();
        if (!guests.isEmpty()) {
            return () -> {
                conference.startGuests(guests, duration);
                progress.run(duration);
                JoinPhase.inBackground(progress, () -> {
                    conference.stopGuests();
                    return true;
                });
            };
        }
        return arguments.joinBurst > 0
                ? new BurstWindow(conference.first(), progress, duration)
                : () -> progress.run(duration);
    }

    private void soak(ClientConference conference, LiveProgress progress, TargetBridge bridge, Duration duration)
            throws InterruptedException {
        long seed = System.nanoTime();
        say("pauses are derived from seed " + seed);
        soakReport = new Soak(bridge.knownUrl(), bridge.knownPid(), conference, seed, progress::run, this::say)
                .run(duration);
    }

    private RunReport underAttack(
            MeasuringPhase measuring,
            MessageTally tally,
            ConferenceGroup conference,
            ConferenceOptions options,
            TargetBridge bridge,
            LiveProgress progress)
            throws InterruptedException {
        long seed = arguments.hostileSeed == null ? System.nanoTime() : arguments.hostileSeed;
        try (HostileRun hostile = new HostileRun(
                bridge.knownUrl(),
                conference.first(),
                options.sent().videoCodec(),
                arguments.hostileRate,
                seed,
                bridge::logLines)) {
            MeasuredWindow attack = () -> {
                hostile.start();
                progress.run(Duration.ofSeconds(arguments.seconds));
                while (!hostile.isRollCalled()) {
                    progress.run(SETTLE);
                }
                hostileReport = hostile.stop();
                progress.run(SETTLE);
            };
            return measure(measuring, tally, attack, progress);
        }
    }

    private RunReport measure(
            MeasuringPhase measuring, MessageTally tally, MeasuredWindow window, LiveProgress progress)
            throws InterruptedException {
        progress.phase("measuring", Duration.ofSeconds(arguments.seconds));
        return measuring.run(window, tally);
    }

    @SuppressWarnings("SystemConsoleNull") // where there is a console object, it may still be no terminal
    private static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private void say(String sentence) {
        out.println(sentence);
    }
}
