package org.starbridge.benchmarks.runs;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import org.starbridge.hammer.compare.MarkdownTable;
import org.starbridge.transport.udp.GsoLimits;

/** Prints how long GSO batches are in rows of the ladder, and what ends them, as a table. */
public final class Main {
    private static final long DURATION_NS = 10_000_000_000L;
    private static final long TICK_NS = 1_000_000;
    private static final String INTO = "--into";

    private final List<String> lines = new ArrayList<>();
    private final int paddingBytes;
    private final long waitNs;

    private Main(int paddingBytes, long waitNs) {
        this.paddingBytes = paddingBytes;
        this.waitNs = waitNs;
    }

    /**
     * Runs the model.
     *
     * @param args {@code --into FILE} writes the table into a document; else padding at most in bytes, and the wait
     *     before each first look at the socket in microseconds, both of which may be left out
     */
    public static void main(String[] args) throws IOException {
        boolean isForDocument = args.length == 2 && args[0].equals(INTO);
        boolean hasPadding = args.length > 0 && !isForDocument;
        Main table = new Main(
                hasPadding ? Integer.parseInt(args[0]) : GsoLimits.DEFAULT_PADDING_BYTES,
                hasPadding && args.length > 1 ? Long.parseLong(args[1]) * 1_000 : 0);
        table.fill();
        PrintStream out = System.out;
        table.lines.forEach(out::println);
        if (isForDocument) {
            Path document = Path.of(args[1]);
            Files.writeString(document, MarkdownTable.replace(Files.readString(document), "runs", table.lines));
        }
    }

    private void fill() {
        lines.add(
                "| Row, packets come | Datagrams in a message | Nothing waits, % | Longer video, % | Longer audio, % |"
                        + " Padding, % of bytes | Delay, ms |");
        lines.add("|---|--:|--:|--:|--:|--:|--:|");
        for (int size : new int[] {10, 20, 33}) {
            rows("star, K = " + size, tickNs -> Arrivals.star(size, DURATION_NS, tickNs));
        }
        for (int size : new int[] {100, 1000}) {
            rows("video 1 → " + size, tickNs -> Arrivals.lecture(size, DURATION_NS, tickNs));
        }
        rows("audio 10 → 300", tickNs -> Arrivals.audio(300, DURATION_NS, tickNs));
    }

    private void rows(String name, LongFunction<Arrivals> arrivals) {
        row(name + ", spread", arrivals.apply(0));
        row(name + ", each ms", arrivals.apply(TICK_NS));
    }

    private void row(String name, Arrivals arrivals) {
        RunModel.Counts counts = new RunModel(arrivals, paddingBytes, waitNs).run();
        lines.add(String.format(
                Locale.ROOT,
                "| %s | %.2f | %.0f | %.0f | %.0f | %.2f | %.2f |",
                name,
                counts.meanLength(),
                100.0 * counts.endedByNothing / counts.messages,
                100.0 * counts.endedByVideo / counts.messages,
                100.0 * counts.endedByAudio / counts.messages,
                100.0 * counts.paddingBytes / counts.bytes,
                (double) counts.delayNs / counts.datagrams / 1e6));
    }
}
