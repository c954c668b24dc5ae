package org.starbridge.bandwidth.simulation;

import org.starbridge.testkit.SeededScenario;

/**
 * Runs all scenarios and prints the table: arguments are the number of seeds (20) and, perhaps, a part of a row's name.
 */
final class SimulationTable {
    private static final int SEEDS = 20;

    private SimulationTable() {}

    public static void main(String... arguments) {
        int seeds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : SEEDS;
        for (SeededScenario row : new Rows(Subject.BRIDGE).all()) {
            if (arguments.length < 2 || row.name().contains(arguments[1])) {
                System.out.print(row.measure(seeds).lines());
            }
        }
    }
}
