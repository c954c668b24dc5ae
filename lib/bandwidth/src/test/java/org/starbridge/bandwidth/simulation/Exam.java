package org.starbridge.bandwidth.simulation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.starbridge.testkit.Scoreboard;
import org.starbridge.testkit.SeededScenario;
import org.starbridge.testkit.SeededScenario.Outcome;

/**
 * Runs all rows with the bridge's estimator and with the references. Arguments are the number of seeds, the document
 * whose table is written, or - to print it, and perhaps parts of the names of rows; trace=FILE instead of these runs a
 * recorded trace in Mahimahi's format alone.
 */
public final class Exam {
    private static final List<Subject> SUBJECTS = List.of(Subject.BRIDGE, Subject.GCC, Subject.SCREAM);

    private static final String TRACE = "trace=";

    private Exam() {}

    /** Prints to standard output what is worse than in the document before. */
    public static void main(String... arguments) throws IOException {
        int seeds = Integer.parseInt(arguments[0]);
        if (arguments.length > 2 && arguments[2].startsWith(TRACE)) {
            Path file = Path.of(arguments[2].substring(TRACE.length()));
            double[] rates = CellularTraces.read(file);
            List<SeededScenario> rows = SUBJECTS.stream()
                    .map(subject -> new WiderRows(subject).recorded(String.valueOf(file.getFileName()), rates))
                    .toList();
            Scoreboard board = new Scoreboard(names());
            board.add(
                    rows.getFirst(),
                    rows.stream().map(row -> row.measure(seeds)).toList());
            System.out.print(board.markdown());
            return;
        }
        List<SeededScenario> rows = new Rows(Subject.BRIDGE).all();
        List<Integer> chosen = IntStream.range(0, rows.size())
                .filter(i -> arguments.length < 3 || isNamed(rows.get(i).name(), arguments))
                .boxed()
                .toList();
        List<List<SeededScenario>> bySubject =
                SUBJECTS.stream().map(subject -> new Rows(subject).all()).toList();
        List<List<Outcome>> outcomes = chosen.parallelStream()
                .map(i -> {
                    List<Outcome> of = new ArrayList<>();
                    bySubject.forEach(each -> of.add(each.get(i).measure(seeds)));
                    return of;
                })
                .toList();
        Scoreboard board = new Scoreboard(names());
        for (int i = 0; i < outcomes.size(); i++) {
            board.add(rows.get(chosen.get(i)), outcomes.get(i));
        }
        if (arguments[1].equals("-")) {
            System.out.print(board.markdown());
        } else {
            board.writeTo(Path.of(arguments[1]), "estimator").forEach(line -> System.out.println("worse: " + line));
        }
    }

    private static List<String> names() {
        return SUBJECTS.stream().map(Subject::name).toList();
    }

    private static boolean isNamed(String name, String... arguments) {
        for (int i = 2; i < arguments.length; i++) {
            if (name.contains(arguments[i])) {
                return true;
            }
        }
        return false;
    }
}
