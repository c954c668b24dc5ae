package org.starbridge.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs each fuzz test with so many new inputs, made from its corpus: the same ones for the same seed. An input is new
 * if it is neither in the corpus nor had before in this run. Ends at the first finding.
 */
final class ShortRun {
    private static final int MAX_BYTES = 512;
    /** Inputs may repeat; more than this many for each new one and the test counts as starved. */
    private static final int MAX_TRIES = 4;

    /** Tests whose inputs are whole sessions, some 10 ms each; they have a part of the inputs that the others have. */
    private static final Set<String> LONG = Set.of(
            "BandwidthEstimator.estimate",
            "HttpEdge.bytes",
            "Program.media",
            "RestRoutes.requests",
            "WhipResources.requests",
            "Worker.path");

    private static final int PART_OF_LONG = 4;

    private final List<AllTargets.Target> targets;
    private final Path corpora;
    private final long seed;
    private final int wanted;
    private volatile @Nullable Attempt current;

    /** An input that is being run. */
    private static final class Attempt {
        private final AllTargets.Target target;
        private final byte[] input;
        private final long beginNs = System.nanoTime();

        Attempt(AllTargets.Target target, byte[] input) {
            this.target = target;
            this.input = input;
        }
    }

    ShortRun(List<AllTargets.Target> targets, Path corpora, long seed, int wanted) {
        this.targets = targets;
        this.corpora = corpora;
        this.seed = seed;
        this.wanted = wanted;
    }

    /**
     * Runs all.
     *
     * @param lines takes one line for each test: its name, how many inputs were new, and how long they took
     * @return the names of the tests that had fewer new inputs than wanted
     */
    List<String> run(Consumer<String> lines) throws Throwable {
        List<String> starved = new ArrayList<>();
        for (AllTargets.Target target : targets) {
            long beginNs = System.nanoTime();
            int fresh = run(target);
            long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs);
            lines.accept("%-45s %6d new inputs %7d ms".formatted(target.name(), fresh, ms));
            if (fresh < wanted(target)) {
                starved.add(target.name());
            }
        }
        return starved;
    }

    private int wanted(AllTargets.Target target) {
        return LONG.contains(target.name()) ? wanted / PART_OF_LONG : wanted;
    }

    private int run(AllTargets.Target target) throws Throwable {
        int wanted = wanted(target);
        List<byte[]> corpus = corpus(target);
        Set<String> known = new HashSet<>();
        corpus.forEach(each -> known.add(HexFormat.of().formatHex(each)));
        Mutations mutations =
                new Mutations(corpus, MAX_BYTES, seed ^ target.name().hashCode());
        int fresh = 0;
        for (int tries = 0; fresh < wanted && tries < wanted * MAX_TRIES; tries++) {
            byte[] input = mutations.next();
            if (known.add(HexFormat.of().formatHex(input))) {
                current = new Attempt(target, input);
                target.runOrStore(input);
                current = null;
                fresh++;
            }
        }
        return fresh;
    }

    private List<byte[]> corpus(AllTargets.Target target) throws IOException {
        List<byte[]> inputs = new ArrayList<>();
        inputs.add(new byte[0]);
        Path folder = corpora.resolve(target.inputs());
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                    inputs.add(Files.readAllBytes(file));
                }
            }
        }
        return inputs;
    }

    /** Ends the process when one input takes longer than so many seconds. */
    void endAtHang(int seconds) {
        Thread.ofPlatform().daemon().name("hang-watch").start(() -> {
            while (true) {
                Attempt running = current;
                if (running != null && System.nanoTime() - running.beginNs > TimeUnit.SECONDS.toNanos(seconds)) {
                    System.err.println("HANG: one input takes more than " + seconds + " s");
                    running.target.report(running.input);
                    Runtime.getRuntime().halt(1);
                }
                try {
                    Thread.sleep(1000);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
    }
}
