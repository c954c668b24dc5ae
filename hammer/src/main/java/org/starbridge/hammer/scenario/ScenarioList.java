package org.starbridge.hammer.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.starbridge.hammer.badlink.BadLink;
import org.starbridge.hammer.badlink.BadLinks;

/** Output of {@code --list}: a line for each scenario. Stateless. */
public final class ScenarioList {
    private ScenarioList() {}

    /** The lines. */
    public static List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("Run one with --preset NAME; --show NAME prints its file, --scale 0.5 halves its endpoints:");
        for (ScenarioFile preset : Presets.all()) {
            lines.add(line(preset.name(), preset.description()));
            if (preset.needs() != null) {
                lines.add(line("", "(Cannot run yet: needs " + preset.needs() + ".)"));
            }
        }
        lines.add("");
        lines.add(
                "Bad networks, with a target for each figure. Run one with --bad-link NAME, all with --bad-link all:");
        for (BadLink scenario : BadLinks.all()) {
            lines.add(line(scenario.name(), scenario.description()));
        }
        return lines;
    }

    private static String line(String name, String text) {
        return String.format(Locale.ROOT, "  %-16s %s", name, text);
    }
}
