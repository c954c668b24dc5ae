package org.starbridge.control.simulation;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.testkit.SeededScenario;

/**
 * Runs all scenarios and prints the table: arguments are the number of seeds (10) and, perhaps, parts of the names of
 * scenarios.
 */
public final class BandwidthTable {
    private static final int SEEDS = 10;

    private BandwidthTable() {}

    /** Prints to standard output. */
    public static void main(String... arguments) {
        int seeds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : SEEDS;
        List<SeededScenario> all = new ArrayList<>(Rfc8867Scenarios.all());
        all.addAll(LinkScenarios.all());
        all.addAll(StageScenarios.all());
        for (SeededScenario scenario : all) {
            boolean isWanted = arguments.length < 2;
            for (int i = 1; i < arguments.length; i++) {
                isWanted |= scenario.name().contains(arguments[i]);
            }
            if (isWanted) {
                System.out.print(scenario.measure(seeds).lines());
            }
        }
    }
}
