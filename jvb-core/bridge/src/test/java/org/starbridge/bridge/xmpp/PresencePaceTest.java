package org.starbridge.bridge.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.bridge.xmpp.PresencePace.Placement;

class PresencePaceTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Placement CALM = new Placement(true, false, false, false, 0.2);

    private final PresencePace pace = new PresencePace(Duration.ofSeconds(5));

    @Test
    void theFirstIsDueAtOnceAndTheNextAfterTheInterval() {
        assertThat(pace.isDue(-3 * SECOND, CALM)).isTrue();
        assertThat(pace.isDue(SECOND, CALM)).isFalse();
        assertThat(pace.isDue(2 * SECOND, CALM)).isTrue();
        assertThat(pace.isDue(3 * SECOND, CALM)).isFalse();
    }

    static Placement[] sharpChanges() {
        return new Placement[] {
            new Placement(false, false, false, false, 0.2),
            new Placement(true, true, false, false, 0.2),
            new Placement(true, false, true, false, 0.2),
            new Placement(true, false, false, true, 0.2),
            new Placement(true, false, false, false, 0.22),
            new Placement(true, false, false, false, 0.18)
        };
    }

    @ParameterizedTest
    @MethodSource("sharpChanges")
    void aSharpChangeIsDueAtOnce(Placement changed) {
        pace.isDue(0, CALM);

        assertThat(pace.isDue(1, changed)).isTrue();
        assertThat(pace.isDue(2, changed)).isFalse();
    }

    @Test
    void aGentleChangeWaits() {
        pace.isDue(0, CALM);

        assertThat(pace.isDue(1, new Placement(true, false, false, false, 0.215)))
                .isFalse();
    }
}
