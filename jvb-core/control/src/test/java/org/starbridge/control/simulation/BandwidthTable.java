package org.starbridge.control.simulation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.starbridge.testkit.Scoreboard;
import org.starbridge.testkit.SeededScenario;
import org.starbridge.testkit.SeededScenario.Outcome;

/**
 * Runs all scenarios. Arguments are the number of seeds, the document whose table is written, or - to print it, and
 * perhaps parts of the names of scenarios.
 */
public final class BandwidthTable {
    private BandwidthTable() {}

    /** Prints to standard output what is worse than in the document before. */
    public static void main(String... arguments) {
        int seeds = Integer.parseInt(arguments[0]);
        List<SeededScenario> all = new ArrayList<>(Rfc8867Scenarios.all());
        all.addAll(LinkScenarios.all());
        all.addAll(StageScenarios.all());
        all.addAll(TileScenarios.all());
        List<SeededScenario> chosen = all.stream()
                .filter(scenario -> arguments.length < 3 || isNamed(scenario.name(), arguments))
                .toList();
        List<Outcome> outcomes =
                chosen.parallelStream().map(scenario -> scenario.measure(seeds)).toList();
        Scoreboard board = new Scoreboard(List.of("Starbridge"));
        for (int i = 0; i < outcomes.size(); i++) {
            board.add(chosen.get(i), List.of(outcomes.get(i)));
        }
        if (arguments[1].equals("-")) {
            System.out.print(board.markdown());
        } else {
            board.writeTo(Path.of(arguments[1]), "conferences").forEach(line -> System.out.println("worse: " + line));
        }
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
