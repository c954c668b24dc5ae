package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;

class HelpTest {
    private final CommandLine command = Main.commandLine();
    private final String help = command.getUsageMessage(Ansi.OFF);

    @Test
    void eachOptionIsInOneGroup() {
        for (OptionSpec option : command.getCommandSpec().options()) {
            assertThat(help.lines()
                            .filter(line -> line.matches("(?: {6}|  -\\w, )" + option.longestName() + "(?![-\\w]).*")))
                    .as(option.longestName())
                    .hasSize(1);
        }
    }

    @Test
    void groupsFollowWhatAPersonWantsFirst() {
        assertThat(help)
                .containsSubsequence(
                        "Usage: hammer [OPTIONS] [COMMAND]",
                        "Examples:",
                        "Scenarios and results:",
                        "--preset=NAME",
                        "Participants and duration:",
                        "--conferences=N",
                        "-k, --endpoints=N",
                        "Media of endpoints:",
                        "--bitrate=KBPS",
                        "Requests of endpoints:",
                        "--last-n=N",
                        "The bridge:",
                        "--bridge=URL",
                        "Rooms of Jitsi Meet, and WHIP servers:",
                        "--whip",
                        "Bad networks:",
                        "--link=SPEC",
                        "Attacks, endurance, and the Hammer itself:",
                        "--hostile",
                        "Commands:");
    }
}
