package org.starbridge.hammer.join;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.hammer.client.plan.Growth;
import org.starbridge.hammer.client.plan.GuestWave;
import picocli.CommandLine;

class JoinArgumentsTest {
    private static JoinArguments of(String line) {
        JoinArguments arguments = new JoinArguments();
        CommandLine.populateCommand(arguments, line.split(" "));
        return arguments;
    }

    @Test
    void readsGuests() {
        JoinArguments arguments =
                of("--conferences 3 --guests at=5,count=20,within=2,stay=30,every=60,conference=1,receive-only");
        assertThat(arguments.check(8, 60)).isNull();
        assertThat(arguments.guests()).containsExactly(new GuestWave(5, 20, 2, 30, 60, 1, false));
    }

    @Test
    void aGuestAloneComesAtOnceAndStays() {
        assertThat(of("--guests count=1").guests())
                .containsExactly(new GuestWave(0, 1, 0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0, true));
    }

    @Test
    void oneConferenceIsNotStepwise() {
        assertThat(of("--conferences 1").growth()).isEqualTo(Growth.NONE);
        assertThat(of("--conferences 4 --batch 2 --attempts 5").growth()).isEqualTo(new Growth(4, 2, 5));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--conferences 0 | expected 1 or more, and 5000",
                "--conferences 700 | expected 1 or more, and 5000",
                "--attempts 5 | only with --conferences",
                "--batch 2 | and --conferences of 2 or more",
                "--guests stay | stay is unknown; expected at=, conference=, count=",
                "--guests at=x | at=x: expected a number",
                "--guests count=1.5 | expected a whole number",
                "--guests at=1,at=2 | at occurs twice",
                "--guests count=0 | expected a count of 1 to 1000",
                "--guests conference=1 | counted from 0, and there are 1",
            })
    void saysWhatIsWrong(String line, String problem) {
        assertThat(of(line.strip()).check(8, 60)).contains(problem.strip());
    }
}
