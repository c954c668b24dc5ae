package org.starbridge.hammer.hls;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.CutShort;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.bridge.ProcessMeter.Usage;
import org.starbridge.hammer.hls.HlsLoad.Progress;
import org.starbridge.hammer.report.Verdict;

/** A run in which viewers watch a stream by HLS: all begin, a warm-up, the measured window. One thread. */
public final class HlsRun {
    private static final long SECOND_MS = 1000;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HlsPlan plan;
    private final Schedule schedule;
    private final @Nullable ProcessMeter server;
    private final HlsSampler sampler;
    private final Supplier<List<String>> publisherProblems;
    private final PrintStream out;
    private final boolean isQuiet;

    /**
     * Time of the window.
     *
     * @param warmUpSeconds from when the last viewer has begun until the window may begin
     * @param seconds the window's length
     * @param untilStart how long it is, now, until it may begin at a common time; zero or less without one
     * @param cut may end it
     */
    public record Schedule(int warmUpSeconds, int seconds, Supplier<Duration> untilStart, CutShort cut) {}

    /**
     * Begins nothing yet.
     *
     * @param server the server's process; null if it is not on this machine
     * @param sampler takes a row each second
     * @param publisherProblems what was wrong with what the Hammer published, as parts of a sentence
     * @param isQuiet whether there is no line each second
     */
    public HlsRun(
            HlsPlan plan,
            Schedule schedule,
            @Nullable ProcessMeter server,
            HlsSampler sampler,
            Supplier<List<String>> publisherProblems,
            PrintStream out,
            boolean isQuiet) {
        this.plan = plan;
        this.schedule = schedule;
        this.server = server;
        this.sampler = sampler;
        this.publisherProblems = publisherProblems;
        this.out = out;
        this.isQuiet = isQuiet;
    }

    /**
     * Results of a run.
     *
     * @param figures of viewers
     * @param server what the server's process used; null if that was not measured
     * @param verdict what it comes to
     * @param json all figures
     */
    public record Result(HlsFigures figures, @Nullable Use server, Verdict verdict, ObjectNode json) {}

    /**
     * Resources that a process used in the window.
     *
     * @param cores processors that it kept busy
     * @param peakRssBytes the most memory that it ever had
     */
    public record Use(double cores, long rssBytes, long peakRssBytes) {}

    /** Runs, and prints what came of it. */
    public Result execute() throws InterruptedException {
        ProcessMeter self = ProcessMeter.self();
        try (HlsLoad load = HlsLoad.start(plan)) {
            sampler.phase("joining");
            while (load.progress().begun() < plan.viewers()) {
                schedule.cut().check();
                second(load);
            }
            sampler.phase("warm-up");
            for (int i = 0; i < schedule.warmUpSeconds(); i++) {
                schedule.cut().check();
                second(load);
            }
            awaitStart(load);
            sampler.phase("measuring");
            load.beginWindow();
            Usage serverBefore = read(server);
            Usage selfBefore = self.read();
            for (int i = 0; i < schedule.seconds() && schedule.cut().reason() == null; i++) {
                second(load);
            }
            sampler.phase("ended");
            HlsFigures figures = load.figures();
            figures.lines().forEach(out::println);
            ObjectNode json = MAPPER.valueToTree(figures);
            Use ofServer = use("the server", serverBefore, read(server), figures.seconds());
            Use ofHammer = use("the Hammer", selfBefore, self.read(), figures.seconds());
            json.set("server", MAPPER.valueToTree(ofServer));
            json.set("hammer", MAPPER.valueToTree(ofHammer));
            List<String> saturation = new ArrayList<>(publisherProblems.get());
            saturation.addAll(HlsVerdict.saturation(
                    figures, ofHammer, Runtime.getRuntime().availableProcessors()));
            json.set("warnings", MAPPER.valueToTree(saturation));
            Verdict verdict = HlsVerdict.of(figures, saturation);
            json.set("verdict", verdict.toJson());
            json.put("cutShort", schedule.cut().reason());
            out.println(
                    switch (verdict.kind()) {
                        case HELD ->
                            "PASSED: all viewers play, all requests were answered, and no HLS rule was broken.";
                        case BROKE -> "FAILED: see above.";
                        case UNTRUSTED -> verdict.sentence();
                    });
            return new Result(figures, ofServer, verdict, json);
        }
    }

    /** Several Hammers may begin to measure together. */
    private void awaitStart(HlsLoad load) throws InterruptedException {
        Duration left = schedule.untilStart().get();
        if (left.isPositive()) {
            sampler.phase("waiting");
        }
        for (; left.toMillis() > SECOND_MS; left = schedule.untilStart().get()) {
            schedule.cut().check();
            second(load);
        }
        if (left.isPositive()) {
            Thread.sleep(left);
        }
    }

    private void second(HlsLoad load) throws InterruptedException {
        Thread.sleep(SECOND_MS);
        Progress progress = load.progress();
        sampler.sample(progress);
        if (!isQuiet) {
            out.println(String.format(
                    Locale.ROOT,
                    "%d of %d viewers play, %d gave up, %.1f Mbit/s, %d stalls",
                    progress.playing(),
                    progress.begun(),
                    progress.failed(),
                    progress.bitsPerSecond() / 1e6,
                    progress.stalls()));
        }
    }

    private static @Nullable Usage read(@Nullable ProcessMeter meter) {
        return meter == null ? null : meter.read();
    }

    private @Nullable Use use(String who, @Nullable Usage before, @Nullable Usage after, double seconds) {
        if (before == null || after == null) {
            return null;
        }
        double cores = (after.cpuNs() - before.cpuNs()) / 1e9 / seconds;
        out.println(String.format(
                Locale.ROOT,
                "%s: %.0f %% of a core, %d MB, at most %d MB",
                who,
                cores * 100,
                after.rssBytes() >> 20,
                after.peakRssBytes() >> 20));
        return new Use(cores, after.rssBytes(), after.peakRssBytes());
    }
}
