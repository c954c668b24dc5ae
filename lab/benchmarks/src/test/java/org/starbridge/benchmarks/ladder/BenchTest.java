package org.starbridge.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class BenchTest {
    private static final int USAGE = 2;

    private final StringWriter said = new StringWriter();

    /** The exit code; nothing is measured by any of these. */
    private int execute(Object command, String arguments) {
        PrintWriter writer = new PrintWriter(said, true);
        return new CommandLine(command).setErr(writer).setOut(writer).execute(arguments.split(" ", -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--receivers 0", "--receivers 5001", "--warmup 0", "--seconds 0", "--seconds 3601"})
    void besideSaysWhatItExpects(String mistake) {
        assertThat(execute(new BesideMain(), "--root . " + mistake)).isEqualTo(USAGE);
        assertThat(said.toString()).contains(mistake + ": expected ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-k 1", "-k 61", "--minutes 0", "--minutes 1441", "--warmup -1"})
    void steadySaysWhatItExpects(String mistake) {
        assertThat(execute(new SteadyMain(), "--root . " + mistake)).isEqualTo(USAGE);
        assertThat(said.toString()).contains(mistake + ": expected ");
    }

    @Test
    void allCommandsHaveTheSamePlaces() {
        for (Object command : new Object[] {new Main(), new MessagesMain(), new BesideMain(), new SteadyMain()}) {
            assertThat(new CommandLine(command).getCommandSpec().optionsMap())
                    .containsKeys("--bridge-cpus", "--hammer-cpus", "--out", "--root");
        }
    }
}
