package org.starbridge.hammer.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.client.BridgeVersion;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.hammer.bridge.BridgeProcess;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.bridge.ProcessMeter.Usage;
import org.starbridge.hammer.client.ReceiverCount;
import org.starbridge.hammer.client.Swarm;
import org.starbridge.hammer.client.SwarmException;
import org.starbridge.hammer.client.SwarmOptions;
import org.starbridge.hammer.hostile.HostileRun;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.report.HostileReport;
import org.starbridge.hammer.report.LiveLine;
import org.starbridge.hammer.report.RunReport;

/** One run from the bridge's start to the report; everything is stopped when it ends, however it ends. */
final class Run {
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration FLOW_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration SETTLE = Duration.ofSeconds(1);
    private static final Duration QUIET = Duration.ofMillis(300);
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(2);
    private static final int SHOWN_PROBLEMS = 10;
    private static final long POLL_MS = 50;

    private final Arguments arguments;
    private final PrintStream out;
    private @Nullable HostileReport hostileReport;

    Run(Arguments arguments, PrintStream out) {
        this.arguments = arguments;
        this.out = out;
    }

    RunReport execute() throws InterruptedException {
        RecordedStream audio = arguments.audioRecording();
        RecordedStream video = arguments.videoRecording();
        double pace = arguments.videoPace(audio, video);
        URI url = arguments.bridge;
        if (url != null) {
            Long pid = arguments.bridgePid;
            return against(url, null, pid == null ? null : ProcessMeter.of(pid), audio, video, pace);
        }
        say("starting a bridge");
        try (BridgeProcess bridge = BridgeProcess.start(Objects.requireNonNull(arguments.bridgeLauncher), this::say)) {
            say("the bridge answers at " + bridge.url() + " (process " + bridge.pid() + ")");
            try {
                return against(bridge.url(), bridge, ProcessMeter.of(bridge.pid()), audio, video, pace);
            } catch (SwarmException e) {
                throw bridge.isAlive()
                        ? e
                        : new SwarmException(
                                e.getMessage() + "\nThe bridge has ended; its last lines:\n" + bridge.lastLines(), e);
            }
        }
    }

    /** What came of the attack; null if there was none. */
    @Nullable
    HostileReport hostileReport() {
        return hostileReport;
    }

    private RunReport against(
            URI url,
            @Nullable BridgeProcess bridge,
            @Nullable ProcessMeter meter,
            RecordedStream audio,
            RecordedStream video,
            double pace)
            throws InterruptedException {
        int drivers = arguments.driverCount(Runtime.getRuntime().availableProcessors());
        SwarmOptions options = new SwarmOptions(
                url,
                arguments.endpoints,
                Math.min(drivers, arguments.endpoints),
                audio,
                video,
                pace,
                arguments.rtx,
                arguments.sampleEvery(),
                JOIN_TIMEOUT);
        String version = version(url);
        try (Swarm swarm = new Swarm(options)) {
            LiveLine line = new LiveLine(out, isTerminal(), options.endpoints(), swarm.expectedStreams());
            Watch watch = new Watch(swarm, line, meter, arguments.quiet, () -> requireAlive(bridge));
            if (!arguments.quiet) {
                say("below: what all endpoints together receive, RTP, in UDP payload; bridge CPU in percent of a core");
            }
            try {
                join(swarm, watch);
                awaitFlow(swarm, watch);
                return arguments.hostile
                        ? underAttack(swarm, watch, options, meter, version, bridge)
                        : measure(swarm, watch, options, meter, version, bridge, null);
            } finally {
                line.end();
            }
        }
    }

    private static void requireAlive(@Nullable BridgeProcess bridge) {
        if (bridge != null && !bridge.isAlive()) {
            throw new SwarmException("the bridge did not survive the run");
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

    private static void join(Swarm swarm, Watch watch) throws InterruptedException {
        watch.phase("joining");
        CompletableFuture<Void> joined = new CompletableFuture<>();
        Thread joiner = Thread.ofVirtual().name("join").start(() -> {
            try {
                swarm.join();
                joined.complete(null);
            } catch (RuntimeException e) {
                joined.completeExceptionally(e);
            } catch (InterruptedException e) {
                joined.completeExceptionally(new SwarmException("interrupted while joining", e));
            }
        });
        try {
            while (!joined.isDone()) {
                Thread.sleep(POLL_MS);
                watch.tick();
            }
        } finally {
            joiner.interrupt();
        }
        try {
            joined.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof SwarmException known ? known : new SwarmException("joining failed: " + e, e);
        }
    }

    /** Warm-up: until every stream has reached everybody, and a second more. */
    private static void awaitFlow(Swarm swarm, Watch watch) throws InterruptedException {
        watch.phase("warm-up");
        long deadlineNs = System.nanoTime() + FLOW_TIMEOUT.toNanos();
        while (swarm.gauge().streams() < swarm.expectedStreams()) {
            if (System.nanoTime() > deadlineNs) {
                throw new SwarmException(notFlowing(swarm.missing()));
            }
            Thread.sleep(POLL_MS);
            watch.tick();
        }
        watch.run(SETTLE);
    }

    private static String notFlowing(List<String> missing) {
        StringBuilder text = new StringBuilder("after " + FLOW_TIMEOUT.toSeconds()
                + " s of warm-up not everybody receives everybody; does the bridge's configuration forward everything "
                + "(Last-N, initial-max-height-px, bandwidth estimation)?");
        missing.stream()
                .limit(SHOWN_PROBLEMS)
                .forEach(each -> text.append("\n  ").append(each));
        if (missing.size() > SHOWN_PROBLEMS) {
            text.append("\n  and ").append(missing.size() - SHOWN_PROBLEMS).append(" more endpoints");
        }
        return text.toString();
    }

    private RunReport underAttack(
            Swarm swarm,
            Watch watch,
            SwarmOptions options,
            @Nullable ProcessMeter meter,
            @Nullable String version,
            @Nullable BridgeProcess bridge)
            throws InterruptedException {
        long seed = arguments.hostileSeed == null ? System.nanoTime() : arguments.hostileSeed;
        try (HostileRun hostile = new HostileRun(
                options.bridge(),
                swarm,
                options.video().codec(),
                arguments.hostileRate,
                seed,
                bridge == null ? () -> -1 : bridge::linesPrinted)) {
            return measure(swarm, watch, options, meter, version, bridge, hostile);
        }
    }

    private RunReport measure(
            Swarm swarm,
            Watch watch,
            SwarmOptions options,
            @Nullable ProcessMeter meter,
            @Nullable String version,
            @Nullable BridgeProcess bridge,
            @Nullable HostileRun hostile)
            throws InterruptedException {
        watch.phase("measuring");
        Usage bridgeBefore = meter == null ? null : meter.read();
        Usage selfBefore = ProcessMeter.self().read();
        List<Long> driversBefore = swarm.driverCpuNs();
        long startNs = System.nanoTime();
        swarm.openWindow();
        if (hostile == null) {
            watch.run(Duration.ofSeconds(arguments.seconds));
        } else {
            hostile.start();
            watch.run(Duration.ofSeconds(arguments.seconds));
            while (!hostile.isRollCalled()) {
                watch.run(SETTLE);
            }
            hostileReport = hostile.stop();
            watch.run(SETTLE);
        }
        swarm.stopSending();
        long windowNs = System.nanoTime() - startNs;
        Usage bridgeAfter = meter == null ? null : meter.read();
        Usage selfAfter = ProcessMeter.self().read();
        double busiest = busiest(driversBefore, swarm.driverCpuNs(), windowNs);
        swarm.drain(QUIET, DRAIN_LIMIT);
        List<ReceiverCount> counts = swarm.counts();
        return new RunReport(
                options.endpoints(),
                windowNs / 1e9,
                counts,
                version,
                cpuNs(bridgeBefore, bridgeAfter),
                bridgeAfter == null ? null : (Long) bridgeAfter.rssBytes(),
                bridgeAfter == null ? null : (Long) bridgeAfter.peakRssBytes(),
                bridge == null ? null : (Long) bridge.healthyAfter().toNanos(),
                cpuNs(selfBefore, selfAfter),
                busiest,
                delays(swarm.delays()),
                options.sampleEvery(),
                swarm.cryptoName(),
                swarm.warnings());
    }

    private static @Nullable Long cpuNs(@Nullable Usage before, @Nullable Usage after) {
        return before == null || after == null ? null : (Long) (after.cpuNs() - before.cpuNs());
    }

    private static double busiest(List<Long> before, List<Long> after, long windowNs) {
        double busiest = 0;
        for (int i = 0; i < before.size(); i++) {
            busiest = Math.max(busiest, (double) (after.get(i) - before.get(i)) / windowNs);
        }
        return busiest;
    }

    private static RunReport.@Nullable Delays delays(Histogram delays) {
        return delays.getTotalCount() == 0
                ? null
                : new RunReport.Delays(
                        delays.getTotalCount(),
                        delays.getValueAtPercentile(50),
                        delays.getValueAtPercentile(99),
                        delays.getMaxValue());
    }

    private void say(String sentence) {
        out.println(sentence);
    }
}
