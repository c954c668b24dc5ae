package org.starbridge.benchmarks.ladder;

import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Finds the largest fan-out that loses nothing: doubles until something is lost, then halves the gap. */
final class Bisection {
    private static final int START = 200;
    /** The gap at which it is close enough, as a part of the result. */
    private static final int PRECISION = 20;

    private Bisection() {}

    /** Result of a trial of some size. */
    enum Verdict {
        CLEAN,
        LOST,
        /** Unknown: the Hammer did not keep up. */
        HAMMER
    }

    /** Tries a size. */
    interface Trial {
        Verdict run(Row row) throws InterruptedException;
    }

    /**
     * The largest without loss.
     *
     * @param receivers 0 if even the smallest lost
     * @param limitedBy what ended the search
     */
    record Result(String kind, int receivers, String limitedBy) {}

    /** {@code limit} is the most receivers that the Hammer takes. */
    static Result largest(String kind, IntFunction<Row> rows, int limit, Trial trial, Consumer<String> progress)
            throws InterruptedException {
        int clean = 0;
        int bad = limit + 1;
        Verdict last = Verdict.CLEAN;
        int size = START;
        while (size < bad && size <= limit) {
            Verdict verdict = trial.run(rows.apply(size));
            progress.accept(kind + " → " + size + ": " + verdict);
            if (verdict == Verdict.CLEAN) {
                clean = size;
            } else {
                bad = size;
                last = verdict;
            }
            if (bad - clean <= Math.max(1, clean / PRECISION)) {
                break;
            }
            size = bad > limit ? Math.min(2 * clean, limit) : (clean + bad) / 2;
        }
        return new Result(kind, clean, bad > limit ? "the most that was tried" : describe(last, bad));
    }

    private static String describe(Verdict verdict, int size) {
        return verdict == Verdict.LOST ? "loss at " + size : "the Hammer, which did not keep up at " + size;
    }
}
