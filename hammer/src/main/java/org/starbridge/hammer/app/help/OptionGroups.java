package org.starbridge.hammer.app.help;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Shows the options of {@code --help} in groups, since there are too many for one list. Stateless. */
public final class OptionGroups {
    private static final String OTHERS = "Attacks, endurance, and the Hammer itself";

    /** Headings in their order, each with classes that declare options, or single options. */
    private static final Map<String, Set<String>> GROUPS = groups();

    private OptionGroups() {}

    private static Map<String, Set<String>> groups() {
        Map<String, Set<String>> groups = new LinkedHashMap<>();
        groups.put("Scenarios and results", Set.of("ScenarioArguments", "ReportArguments", "--json", "--quiet"));
        groups.put(
                "Participants and duration",
                Set.of(
                        "JoinArguments",
                        "--endpoints",
                        "--senders",
                        "--receivers",
                        "--join-rate",
                        "--join-burst",
                        "--warmup",
                        "--seconds"));
        groups.put(
                "Media of endpoints",
                Set.of("MediaArguments", "ChannelArguments", "--kinds", "--rtx", "--nack", "--undeclared"));
        groups.put("Requests of endpoints", Set.of("SelectionArguments"));
        groups.put("The bridge", Set.of("BridgeArguments", "RelayArguments", "XmppArguments"));
        groups.put("Rooms of Jitsi Meet, and WHIP servers", Set.of("MeetArguments", "WhipArguments"));
        groups.put("Bad networks", Set.of("LinkArguments"));
        groups.put(OTHERS, Set.of());
        return groups;
    }

    /** From now on a command's help has groups. */
    public static CommandLine in(CommandLine command) {
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, OptionGroups::text);
        return command;
    }

    private static String text(Help help) {
        Map<String, List<OptionSpec>> members = new LinkedHashMap<>();
        GROUPS.keySet().forEach(heading -> members.put(heading, new ArrayList<>()));
        for (OptionSpec option : help.commandSpec().options()) {
            members.computeIfAbsent(heading(option), _ -> new ArrayList<>()).add(option);
        }
        StringBuilder text = new StringBuilder();
        members.forEach((heading, options) -> {
            if (!options.isEmpty()) {
                options.sort(Comparator.comparing(OptionSpec::longestName));
                Help.Layout layout = help.createDefaultLayout();
                layout.addOptions(options, help.parameterLabelRenderer());
                text.append(System.lineSeparator())
                        .append(heading)
                        .append(':')
                        .append(System.lineSeparator())
                        .append(layout);
            }
        });
        return text.toString();
    }

    private static String heading(OptionSpec option) {
        String declaredBy = option.userObject() instanceof Field field
                ? field.getDeclaringClass().getSimpleName()
                : "";
        return GROUPS.entrySet().stream()
                .filter(group -> group.getValue().contains(option.longestName())
                        || group.getValue().contains(declaredBy))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(OTHERS);
    }
}
