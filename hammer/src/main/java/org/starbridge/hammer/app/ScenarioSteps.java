package org.starbridge.hammer.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.starbridge.hammer.app.RunSequence.Step;
import org.starbridge.hammer.scenario.ScenarioFile;
import org.starbridge.hammer.scenario.ScenarioStep;
import picocli.CommandLine;

/** The runs that a scenario file comes to, with what the command line says beside it. Stateless. */
final class ScenarioSteps {
    private static final Set<String> OWN = Set.of("--preset", "--scenario", "--scale");

    private ScenarioSteps() {}

    /**
     * The runs.
     *
     * @param words the command line
     * @throws IllegalArgumentException if they cannot be made
     */
    static List<Step> of(ScenarioFile scenario, double scale, List<String> words) {
        if (scenario.needs() != null) {
            throw new IllegalArgumentException(scenario.name() + " cannot run yet: it needs " + scenario.needs()
                    + ", which the Hammer does not support.");
        }
        List<String> said = withoutOwn(words);
        List<Step> steps = new ArrayList<>();
        for (ScenarioStep step : scenario.steps()) {
            ScenarioStep scaled = step.scaled(scale);
            List<String> all = new ArrayList<>(scaled.arguments(said));
            all.addAll(said);
            Main main = new Main();
            try {
                new CommandLine(main).parseArgs(all.toArray(String[]::new));
            } catch (CommandLine.ParameterException e) {
                throw new IllegalArgumentException(scenario.name() + ": " + e.getMessage(), e);
            }
            String mistake = main.arguments().check();
            if (mistake != null) {
                throw new IllegalArgumentException(scenario.name() + ", " + scaled.label() + ": " + mistake);
            }
            steps.add(new Step(scaled.label(), main.arguments()));
        }
        return steps;
    }

    /** The command line without what names the scenario. */
    private static List<String> withoutOwn(List<String> words) {
        List<String> left = new ArrayList<>();
        boolean isValue = false;
        for (String word : words) {
            boolean isOwn = OWN.contains(word);
            if (!isValue && !isOwn && OWN.stream().noneMatch(own -> word.startsWith(own + "="))) {
                left.add(word);
            }
            isValue = isOwn;
        }
        return left;
    }
}
