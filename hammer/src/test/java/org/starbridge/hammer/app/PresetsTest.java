package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.hammer.app.RunSequence.Step;
import org.starbridge.hammer.badlink.BadLinks;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.page.Plots;
import org.starbridge.hammer.page.RunCommand;
import org.starbridge.hammer.scenario.Presets;
import org.starbridge.hammer.scenario.ScenarioFile;
import org.starbridge.hammer.scenario.ScenarioList;
import picocli.CommandLine;

class PresetsTest {
    private static final String[] WATCHED = {"--hls", "http://127.0.0.1:9090/hls/room/index.m3u8"};
    private static final List<String> LAUNCHER = List.of("--bridge-launcher", "x");

    static Stream<String> runnable() {
        return Presets.all().stream().filter(preset -> preset.needs() == null).map(ScenarioFile::name);
    }

    private static List<Step> steps(String name, double scale, String... words) {
        List<String> all = Stream.concat(LAUNCHER.stream(), Stream.of(words)).toList();
        return ScenarioSteps.of(Objects.requireNonNull(Presets.named(name)), scale, all);
    }

    @ParameterizedTest
    @MethodSource("runnable")
    void eachPresetThatCanRunIsAValidCommand(String name) {
        String[] stream = name.startsWith("jellyfish") ? WATCHED : new String[0];
        for (Step step : steps(name, 1, stream)) {
            assertThat(step.arguments().check()).isNull();
        }
    }

    @Test
    void theFoundingBenchmarkHasItsSteps() {
        assertThat(steps("jvb-2013", 1))
                .extracting(step -> step.arguments().endpoints())
                .containsExactly(10, 15, 20, 25, 29, 33);
        assertThat(steps("jvb-2013", 1).getLast().arguments().senders()).isEqualTo(32);
    }

    @Test
    void optionsOverrideAPreset() {
        Arguments arguments = steps("jvb-2013", 0.5, "--preset", "jvb-2013", "--scale=0.5", "--seconds", "3")
                .getLast()
                .arguments();
        assertThat(arguments.seconds).isEqualTo(3);
        assertThat(arguments.senders()).isEqualTo(16);
        assertThat(steps("lk-livestream", 1, "-k", "4").getFirst().arguments().endpoints())
                .isEqualTo(4);
    }

    @Test
    void whatCannotRunSaysWhatItNeeds() {
        assertThatThrownBy(() -> steps("jellyfish-hls", 1, "--until", "lost"))
                .hasMessageContaining("--hls cannot be combined with --until");
    }

    @Test
    void jellyfishPublishesWhatIsWatchedUnlessAStreamIsNamed() {
        Arguments own = steps("jellyfish-hls", 0.1).getFirst().arguments();
        assertThat(own.hls.isPublishing()).isTrue();
        assertThat(own.senders()).isEqualTo(1);
        assertThat(own.hls.bridgeSettings())
                .containsEntry("starbridge.hls.segment-duration", "6s")
                .containsEntry("starbridge.hls.part-duration", "1000ms");
        assertThat(steps("jellyfish-hls", 0.1, WATCHED)
                        .getFirst()
                        .arguments()
                        .hls
                        .isPublishing())
                .isFalse();
    }

    @Test
    void aSingleEncodingIsPlayedFasterForItsBitrate() {
        Arguments arguments = steps("jellyfish-hls", 1).getFirst().arguments();
        RecordedStream video = arguments.media.videoRecordings(false).getFirst();
        double pace = arguments.media.videoPace(arguments.sentKinds(), arguments.media.audioRecording(), video);
        assertThat(pace * video.averageBitrateBps()).isCloseTo(1_800_000, within(1.0));
    }

    @Test
    void viewersAreScaled() {
        assertThat(steps("jellyfish-llhls", 0.1, WATCHED)
                        .getLast()
                        .arguments()
                        .hls
                        .plan(100, null)
                        .viewers())
                .isEqualTo(300);
    }

    @Test
    void aMachineThatIsTooSmallIsSaidSo() {
        assertThat(MachineWarning.about(steps("lk-livestream", 1), 2))
                .contains("probably too small: lk-livestream", "it has 2", "--scale 0.");
        assertThat(MachineWarning.about(steps("jvb-2013", 0.3), 2)).isNull();
        assertThat(MachineWarning.about(steps("lk-audio", 1), 2)).contains("use --scale 0.35");
        assertThat(MachineWarning.about(steps("lk-audio", 0.35), 2))
                .as("what was said to fit")
                .isNull();
        assertThat(MachineWarning.about(steps("jvb-2013", 1), 8)).isNull();
    }

    @Test
    void aMachineThatIsTooSmallForViewersIsSaidSo() {
        assertThat(MachineWarning.about(steps("jellyfish-llhls", 1), 2))
                .contains("probably too small: 3000 clients means about 5.40 Gbit/s and 12,000 requests/s")
                .contains("use about 2.1 processors; it has 2.", "use --scale 0.65");
        assertThat(MachineWarning.about(steps("jellyfish-llhls", 0.2), 2)).isNull();
        assertThat(MachineWarning.about(steps("jellyfish-llhls", 1), 64)).isNull();
    }

    @Test
    void viewersOfWholeSegmentsAskLessOften() {
        assertThat(MachineWarning.about(steps("jellyfish-hls", 1), 1))
                .contains("4000 clients means about 7.20 Gbit/s and 2,667 requests/s");
        assertThat(MachineWarning.about(steps("jellyfish-hls", 1), 2)).isNull();
        assertThat(MachineWarning.about(steps("jellyfish-hls", 1, "--hls-max-bitrate", "100"), 1))
                .isNull();
    }

    @Test
    void itIsSaidHowLongTheyTake() {
        assertThat(PlannedDuration.of(steps("jvb-2013", 1)).sentence())
                .isEqualTo("6 runs of at least 9 minutes in total");
        assertThat(PlannedDuration.of(steps("churn", 1)).sentence()).isEqualTo("a run of at least 70 s");
        assertThat(PlannedDuration.of(steps("jellyfish-hls", 1)).sentence()).startsWith("5 runs of at least ");
    }

    /** A name that is misspelt, or a plot that no report has, is refused before the run. */
    @Test
    void plotsAreNamedAsTheReportNamesThem() {
        for (String name : Presets.names()) {
            assertThat(steps(name, 1).getFirst().arguments().report.plots())
                    .as(name)
                    .isNotEmpty()
                    .isSubsetOf(Plots.NAMES);
        }
        assertThat(steps("churn", 1, "--plots", "delay")
                        .getFirst()
                        .arguments()
                        .report
                        .plots())
                .containsExactly("delay");
        assertThatThrownBy(() -> steps("churn", 1, "--plots", "delay, joyns"))
                .hasMessageContaining("--plots delay, joyns: expected some of overview, ");
    }

    @Test
    void theListNamesAllScenariosAndTheFileIsShown() {
        assertThat(String.join("\n", ScenarioList.lines()))
                .contains(Presets.names())
                .contains(BadLinks.names());
        StringWriter shown = new StringWriter();
        CommandLine command = Main.commandLine().setOut(new PrintWriter(shown));
        assertThat(command.execute("--show", "jvb-2013")).isEqualTo(Main.OK);
        assertThat(shown.toString()).isEqualTo(Presets.text("jvb-2013"));
        assertThat(Main.commandLine()
                        .setErr(new PrintWriter(new StringWriter()))
                        .execute("--show", "nothing"))
                .isEqualTo(Main.USAGE);
    }

    @Test
    void theCommandIsShownAsItCanBeTypedAgain() {
        assertThat(RunCommand.line(List.of("--bridge-launcher", "/x/y", "-k", "3", "--link", "rate=1M, loss=1%")))
                .isEqualTo("scripts/hammer -k 3 --link 'rate=1M, loss=1%'");
    }
}
