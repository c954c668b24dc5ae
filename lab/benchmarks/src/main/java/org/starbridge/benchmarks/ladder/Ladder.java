package org.starbridge.benchmarks.ladder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs a plan: round after round, in each all cells in turn, so that what disturbs the machine disturbs all alike. */
final class Ladder {
    private static final int FLAT_OUT_RECEIVERS = 24;
    private static final int FLAT_OUT_MS = 2000;

    private final Plan plan;
    private final BenchmarkPlacement places;
    private final Path directory;
    private final Consumer<String> progress;
    private final Results results;

    /** {@code directory} takes what the processes say; it exists. */
    Ladder(Plan plan, BenchmarkPlacement places, Path directory, Environment environment, Consumer<String> progress) {
        this.plan = plan;
        this.places = places;
        this.directory = directory;
        this.progress = progress;
        results = new Results(environment, plan);
    }

    /** Measures everything; {@code after} is shown the results so far after each cell, so that nothing is lost. */
    Results run(Consumer<Results> after) throws InterruptedException {
        results.flatOut(flatOut());
        int done = 0;
        for (int round = 1; round <= plan.rounds(); round++) {
            for (Plan.Cell cell : plan.cells()) {
                done++;
                measure(cell, round, done);
                after.accept(results);
            }
        }
        if (plan.bisect()) {
            results.add(
                    Bisection.largest("video at 1.5 Mbit/s, 1", Row::video, Row.MAX_RECEIVERS, this::tryOut, progress));
            results.add(Bisection.largest("audio, 10", Row::audio, Row.MAX_RECEIVERS, this::tryOut, progress));
            after.accept(results);
        }
        return results;
    }

    private void measure(Plan.Cell cell, int round, int done) throws InterruptedException {
        String where = "[" + done + "/" + plan.rounds() * plan.cells().size() + "] "
                + cell.row().label() + ", " + cell.target().label();
        try {
            Figures figures = once(cell.row(), cell.target(), "round" + round);
            results.add(cell, figures);
            progress.accept(String.format(
                    Locale.ROOT,
                    "%s: %.2f µs per packet, %,.0f packets/s, %d lost%s",
                    where,
                    figures.micros(),
                    figures.packetsPerSecond(),
                    figures.lost(),
                    figures.hammerSaturated() ? ", Hammer saturated" : ""));
        } catch (LadderException e) {
            results.failed(cell, String.valueOf(e.getMessage()));
            progress.accept(where + ": " + e.getMessage());
        }
    }

    private Figures once(Row row, Target target, String round) throws InterruptedException {
        String name = row.name() + "." + target.name().toLowerCase(Locale.ROOT) + "." + round;
        try (TargetProcess process = TargetProcess.start(target, places, directory.resolve(name + ".target.log"))) {
            JsonNode report = HammerRun.against(process, row, plan.window(), places, directory, name);
            return Figures.of(report);
        }
    }

    private Bisection.Verdict tryOut(Row row) throws InterruptedException {
        try {
            Figures figures = once(row, Target.BRIDGE, "largest");
            return figures.lost() == 0 && figures.kernelDrops() == 0
                    ? Bisection.Verdict.CLEAN
                    : figures.hammerSaturated() ? Bisection.Verdict.HAMMER : Bisection.Verdict.LOST;
        } catch (LadderException e) {
            progress.accept(String.valueOf(e.getMessage()));
            return Bisection.Verdict.LOST;
        }
    }

    private JsonNode flatOut() throws InterruptedException {
        List<String> command = List.of(
                places.java(),
                "-Xms32m",
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                places.classPath(),
                "org.starbridge.benchmarks.floor.FlatOut",
                Integer.toString(FLAT_OUT_RECEIVERS),
                Integer.toString(FLAT_OUT_MS));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(directory.resolve("flat-out.log").toFile())
                    .start();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor(10, TimeUnit.SECONDS);
            progress.accept("floor at full speed: " + answer.strip());
            return new ObjectMapper().readTree(answer);
        } catch (IOException e) {
            throw new LadderException("the floor at full speed: " + e.getMessage(), e);
        }
    }
}
