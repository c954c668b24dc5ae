package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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

    @Test
    void helpHasColoursUnlessTheEnvironmentRefusesThem() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "--help")
                .redirectErrorStream(true);
        builder.environment().remove("NO_COLOR");
        builder.environment().put("CLICOLOR_FORCE", "1"); // as if standard output was a terminal
        assertThat(said(builder)).contains("\u001b[", "--preset");
        builder.environment().put("NO_COLOR", "1");
        assertThat(said(builder)).doesNotContain("\u001b").contains("--preset");
    }

    private static String said(ProcessBuilder builder) throws Exception {
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
