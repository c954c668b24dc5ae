package org.starbridge.lastn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AudioSubscriptionTest {
    @ParameterizedTest
    @CsvSource({
        // all, includes it, excludes it
        "true, false, false, true, false",
        "true, true, false, true, true",
        "true, false, true, false, false",
        "true, true, true, false, false",
        "false, false, false, false, false",
        "false, true, false, true, true",
        "false, false, true, false, false",
        "false, true, true, false, false",
    })
    void excludeBeatsIncludeBeatsAll(
            boolean all, boolean includes, boolean excludes, boolean isWanted, boolean isInsistedOn) {
        AudioSubscription subscription = new AudioSubscription(
                all, includes ? Set.of("a", "x") : Set.of("x"), excludes ? Set.of("a", "y") : Set.of("y"));
        assertThat(subscription.wants("a")).isEqualTo(isWanted);
        assertThat(subscription.insistsOn("a")).isEqualTo(isInsistedOn);
    }

    @Test
    void aReceiverThatSaidNothingWantsEverythingAndInsistsOnNothing() {
        assertThat(AudioSubscription.EVERYTHING.wants("a")).isTrue();
        assertThat(AudioSubscription.EVERYTHING.insistsOn("a")).isFalse();
    }
}
