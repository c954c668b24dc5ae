package org.starbridge.hammer.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.client.BridgeVersion;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.bridge.BridgeProcess;
import org.starbridge.hammer.bridge.BridgePulse;
import org.starbridge.hammer.bridge.CpuList;
import org.starbridge.hammer.bridge.KernelDrops;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.bridge.ProcessMeter.Usage;
import org.starbridge.hammer.bridge.ThreadUse;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.result.FanOutDelays;
import org.starbridge.hammer.client.signalling.Signalling;
import org.starbridge.hammer.hostile.HostileRun;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.report.BridgeStats;
import org.starbridge.hammer.report.BridgeUse;
import org.starbridge.hammer.report.Delays;
import org.starbridge.hammer.report.FanOut;
import org.starbridge.hammer.report.HammerUse;
import org.starbridge.hammer.report.HostileReport;
import org.starbridge.hammer.report.JoinBurst;
import org.starbridge.hammer.report.LiveLine;
import org.starbridge.hammer.report.Messages;
import org.starbridge.hammer.report.RunReport;
import org.starbridge.hammer.report.Scenario;
import org.starbridge.hammer.report.SoakReport;
import org.starbridge.hammer.soak.Soak;

/** One run from the bridge's start to the report; everything is stopped when it ends, however it ends. */
final class LoadTest {
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final Duration BURST = Duration.ofSeconds(1);
    private static final Duration QUIET = Duration.ofMillis(300);
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(2);

    private final Arguments arguments;
    private final PrintStream out;
    private @Nullable HostileReport hostileReport;
    private @Nullable SoakReport soakReport;
    private @Nullable Burst burst;

    /** Who joined in the window: how long each took, and all together. */
    private record Burst(List<Long> joinNs, double seconds) {}

    /** What happens while everything is measured. */
    @FunctionalInterface
    private interface Window {
        void run() throws InterruptedException;
    }

    LoadTest(Arguments arguments, PrintStream out) {
        this.arguments = arguments;
        this.out = out;
    }

    /**
     * Makes the run.
     *
     * @throws IllegalArgumentException if the command line asks for what can't be
     */
    RunReport execute() throws InterruptedException {
        requirePlace();
        RecordedStream audio = arguments.media.audioRecording();
        List<RecordedStream> video =
                arguments.selection.held(arguments.media.videoRecordings(arguments.selection.simulcast));
        double pace = arguments.media.videoPace(arguments.sentKinds(), audio, video.get(0));
        URI url = arguments.bridge.url;
        if (url != null) {
            Long pid = arguments.bridge.pid;
            try (BridgePulse pulse = BridgePulse.of(url)) {
                return against(
                        url, null, pulse::requireAlive, pid == null ? null : ProcessMeter.of(pid), audio, video, pace);
            }
        }
        if (arguments.meet.isMeant()) {
            return against(null, null, () -> {}, null, audio, video, pace);
        }
        say("starting a bridge");
        try (BridgeProcess bridge = BridgeProcess.start(
                Objects.requireNonNull(arguments.bridge.launcher), arguments.bridge.bridgeCpus, this::say)) {
            say("the bridge answers at " + bridge.url() + " (process " + bridge.pid() + ")");
            try {
                return against(
                        bridge.url(),
                        bridge,
                        () -> requireAlive(bridge),
                        ProcessMeter.of(bridge.pid()),
                        audio,
                        video,
                        pace);
            } catch (LoadTestException e) {
                throw bridge.isAlive()
                        ? e
                        : new LoadTestException(
                                e.getMessage() + "\nThe bridge has ended; its last lines:\n" + bridge.lastLines(), e);
            }
        }
    }

    /** Nobody can move a Java machine that runs: {@code --cpus} is true already, or a mistake. */
    private void requirePlace() {
        String wanted = arguments.bridge.cpus;
        String have = ProcessMeter.self().cpus();
        if (wanted != null && have != null && CpuList.isValid(have) && !CpuList.areSame(wanted, have)) {
            throw new IllegalArgumentException("--cpus " + wanted + ": this process runs on " + have
                    + "; start it with scripts/hammer, which calls taskset");
        }
    }

    /** What came of the attack; null if there was none. */
    @Nullable
    HostileReport hostileReport() {
        return hostileReport;
    }

    /** What came of the endurance run; null if it was none. */
    @Nullable
    SoakReport soakReport() {
        return soakReport;
    }

    private void soak(
            ClientConference swarm, LiveProgress watch, URI url, @Nullable BridgeProcess bridge, Duration duration)
            throws InterruptedException {
        long pid = bridge == null ? Objects.requireNonNull(arguments.bridge.pid) : bridge.pid();
        long seed = System.nanoTime();
        say("pauses and their lengths follow from seed " + seed);
        soakReport = new Soak(url, pid, swarm, seed, watch::run, this::say).run(duration);
    }

    private RunReport against(
            @Nullable URI url,
            @Nullable BridgeProcess bridge,
            Runnable bridgeCheck,
            @Nullable ProcessMeter meter,
            RecordedStream audio,
            List<RecordedStream> video,
            double pace)
            throws InterruptedException {
        int drivers = arguments.driverCount(Runtime.getRuntime().availableProcessors());
        ConferenceOptions options = ConferenceOptions.builder(
                        url, arguments.senders(), arguments.receivers, audio, video)
                .guests(arguments.joinBurst)
                .kinds(arguments.sentKinds())
                .drivers(Math.min(drivers, arguments.endpoints()))
                .videoPace(pace)
                .rtx(arguments.rtx || arguments.selection.simulcast)
                .ssrcRewriting(arguments.selection.ssrcRewriting)
                .channel(arguments.channelKind())
                .messages(arguments.channel.messages())
                .request(arguments.selection.request())
                .senderConstraints(arguments.selection.senderConstraints())
                .nack(arguments.nack)
                .undeclared(arguments.undeclared)
                .keyFrameLoss(arguments.media.losesKeyFrames)
                .sampleEvery(arguments.sampleEvery())
                .joinRate(arguments.joinRate)
                .joinTimeout(JOIN_TIMEOUT)
                .build();
        String version = url == null ? null : version(url);
        try (ClientConference swarm = swarm(options, bridge != null)) {
            LiveLine line = new LiveLine(out, isTerminal(), options.endpoints(), options.expectedStreams());
            SpeakerRotation turns = new SpeakerRotation(swarm, options.senders(), arguments.selection.turnSeconds);
            LiveProgress watch = new LiveProgress(swarm, line, meter, arguments.quiet, () -> {
                bridgeCheck.run();
                turns.tick();
            });
            if (!arguments.quiet) {
                say("below: what all endpoints together receive, RTP, in UDP payload; bridge CPU in percent of a core");
            }
            try {
                JoinPhase arrival = new JoinPhase(swarm, watch);
                arrival.join();
                MessageTally tally = new MessageTally(options);
                tally.begin();
                arrival.warmUp(options.expectedStreams(), Duration.ofSeconds(arguments.warmUpSeconds));
                if (arguments.hostile) {
                    return underAttack(swarm, watch, tally, options, meter, version, bridge);
                }
                Duration duration = Duration.ofSeconds(arguments.seconds);
                return measure(
                        swarm,
                        watch,
                        tally,
                        options,
                        meter,
                        version,
                        bridge,
                        window(swarm, watch, url, bridge, duration));
            } finally {
                line.end();
            }
        }
    }

    private ClientConference swarm(ConferenceOptions options, boolean isOurBridge) throws InterruptedException {
        if (arguments.meet.isMeant()) {
            Signalling signalling = arguments.meet.signalling(options);
            say("joining " + signalling.conference());
            return new ClientConference(options, signalling);
        }
        URI bridge = Objects.requireNonNull(options.bridge());
        return new ClientConference(options, arguments.xmpp.requests(bridge, isOurBridge, this::say));
    }

    private Window window(
            ClientConference swarm,
            LiveProgress watch,
            @Nullable URI url,
            @Nullable BridgeProcess bridge,
            Duration duration) {
        if (arguments.soak) {
            URI known = Objects.requireNonNull(url);
            return () -> soak(swarm, watch, known, bridge, duration);
        }
        if (arguments.selection.muteSeconds > 0) {
            Duration muted = Duration.ofSeconds(arguments.selection.muteSeconds);
            return () -> new MuteWindow(swarm, watch, this::say).run(duration, muted);
        }
        return arguments.joinBurst > 0 ? () -> burst(swarm, watch, duration) : () -> watch.run(duration);
    }

    /** Others join in the midst of the window. */
    private void burst(ClientConference swarm, LiveProgress watch, Duration duration) throws InterruptedException {
        long endNs = System.nanoTime() + duration.toNanos();
        watch.run(duration.dividedBy(2));
        swarm.nextPhase();
        long startNs = System.nanoTime();
        List<Long> joinNs = JoinPhase.inBackground(watch, () -> swarm.joinGuests(BURST));
        double seconds = (System.nanoTime() - startNs) / 1e9;
        watch.run(Duration.ofNanos(Math.max(0, startNs + BURST.toNanos() - System.nanoTime())));
        swarm.nextPhase();
        watch.run(Duration.ofNanos(Math.max(0, endNs - System.nanoTime())));
        burst = new Burst(joinNs, seconds);
    }

    private static void requireAlive(BridgeProcess bridge) {
        if (!bridge.isAlive()) {
            throw new LoadTestException("the bridge did not survive the run");
        }
    }

    @SuppressWarnings("SystemConsoleNull") // where there is a console object, it may still be no terminal
    private static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private static @Nullable String version(URI url) throws InterruptedException {
        try (Colibri2Client client = new Colibri2Client(url)) {
            BridgeVersion version = client.version();
            return version.name() + " " + version.version() + mediaPath(client);
        } catch (IOException e) {
            return null; // a bridge may have it switched off; whether there is a bridge at all, joining tells
        }
    }

    /** Which system calls and which cryptography a bridge of ours uses: half of what its figures mean. */
    private static String mediaPath(Colibri2Client client) throws InterruptedException {
        try {
            JsonNode stats = client.stats();
            return stats.hasNonNull("media_io") && stats.hasNonNull("srtp_crypto")
                    ? ", " + stats.get("media_io").asText() + ", "
                            + stats.get("srtp_crypto").asText()
                    : "";
        } catch (IOException e) {
            return ""; // not every bridge has statistics
        }
    }

    private RunReport underAttack(
            ClientConference swarm,
            LiveProgress watch,
            MessageTally tally,
            ConferenceOptions options,
            @Nullable ProcessMeter meter,
            @Nullable String version,
            @Nullable BridgeProcess bridge)
            throws InterruptedException {
        long seed = arguments.hostileSeed == null ? System.nanoTime() : arguments.hostileSeed;
        try (HostileRun hostile = new HostileRun(
                Objects.requireNonNull(options.bridge()),
                swarm,
                options.videoCodec(),
                arguments.hostileRate,
                seed,
                bridge == null ? () -> -1 : bridge::linesBesideCalls)) {
            return measure(swarm, watch, tally, options, meter, version, bridge, () -> {
                hostile.start();
                watch.run(Duration.ofSeconds(arguments.seconds));
                while (!hostile.isRollCalled()) {
                    watch.run(SETTLE);
                }
                hostileReport = hostile.stop();
                watch.run(SETTLE);
            });
        }
    }

    private RunReport measure(
            ClientConference swarm,
            LiveProgress watch,
            MessageTally tally,
            ConferenceOptions options,
            @Nullable ProcessMeter meter,
            @Nullable String version,
            @Nullable BridgeProcess bridge,
            Window window)
            throws InterruptedException {
        watch.phase("measuring");
        JsonNode statsBefore = stats(options.bridge());
        KernelDrops dropsBefore = KernelDrops.read();
        List<ThreadUse> threadsBefore = meter == null ? List.of() : meter.threads();
        Usage bridgeBefore = meter == null ? null : meter.read();
        Usage selfBefore = ProcessMeter.self().read();
        List<Long> driversBefore = swarm.driverCpuNs();
        long startNs = System.nanoTime();
        swarm.openWindow();
        window.run();
        swarm.stopSending();
        long windowNs = System.nanoTime() - startNs;
        Usage bridgeAfter = meter == null ? null : meter.read();
        List<ThreadUse> threadsAfter = meter == null ? List.of() : meter.threads();
        Usage selfAfter = ProcessMeter.self().read();
        double busiest = busiest(driversBefore, swarm.driverCpuNs(), windowNs);
        KernelDrops dropsAfter = KernelDrops.read();
        JsonNode statsAfter = stats(options.bridge());
        swarm.drain(QUIET, DRAIN_LIMIT);
        Messages messages = tally.end(swarm.messageSenders());
        BridgeUse bridgeUse = new BridgeUse(
                bridgeBefore,
                bridgeAfter,
                ThreadUse.between(threadsBefore, threadsAfter),
                bridge == null ? null : (Long) bridge.healthyAfter().toNanos(),
                meter == null ? null : meter.cpus(),
                statsBefore == null || statsAfter == null ? null : new BridgeStats(statsBefore, statsAfter));
        HammerUse hammerUse = new HammerUse(
                selfBefore == null || selfAfter == null ? null : (Long) (selfAfter.cpuNs() - selfBefore.cpuNs()),
                busiest,
                Runtime.getRuntime().availableProcessors(),
                ProcessMeter.self().cpus(),
                Delays.of(swarm.lateness()),
                dropsBefore == null || dropsAfter == null ? null : dropsAfter.since(dropsBefore),
                swarm.cryptoName());
        return new RunReport(
                Scenario.of(options, arguments.kinds, arguments.warmUpSeconds),
                windowNs / 1e9,
                swarm.counts(),
                version,
                bridgeUse,
                hammerUse,
                Delays.of(swarm.delays()),
                fanOut(swarm.fanOutDelays()),
                options.sampleEvery(),
                joinBurst(swarm),
                messages,
                swarm.warnings());
    }

    private static @Nullable JsonNode stats(@Nullable URI url) throws InterruptedException {
        if (url == null) {
            return null;
        }
        try (Colibri2Client client = new Colibri2Client(url)) {
            return client.stats();
        } catch (IOException e) {
            return null; // not every bridge has statistics
        }
    }

    private @Nullable JoinBurst joinBurst(ClientConference swarm) {
        Burst joined = burst;
        return joined == null
                ? null
                : new JoinBurst(
                        joined.joinNs(),
                        joined.seconds(),
                        Delays.of(swarm.delays(0)),
                        Delays.of(swarm.delays(1)),
                        Delays.of(swarm.delays(2)));
    }

    private static @Nullable FanOut fanOut(FanOutDelays delays) {
        Delays first = Delays.of(delays.first());
        Delays last = Delays.of(delays.last());
        Delays spread = Delays.of(delays.spread());
        return first == null || last == null || spread == null ? null : new FanOut(first, last, spread);
    }

    private static double busiest(List<Long> before, List<Long> after, long windowNs) {
        double busiest = 0;
        for (int i = 0; i < before.size(); i++) {
            busiest = Math.max(busiest, (double) (after.get(i) - before.get(i)) / windowNs);
        }
        return busiest;
    }

    private void say(String sentence) {
        out.println(sentence);
    }
}
