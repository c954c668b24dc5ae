package org.starbridge.lastn.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.SourceSelection;

/** Who is forwarded to a receiver with Last-N 2. */
class LastNExampleTest {
    /** The sources of the other endpoints; the latest speaker comes first. */
    private static final List<String> BY_SPEECH = List.of("ann-v0", "ben-v0", "cem-v0", "dua-v0");

    @Test
    void theTwoLatestSpeakersAreForwarded() {
        ReceiverConstraints lastTwo = ReceiverConstraints.everything().withLastN(2);
        assertThat(SourceSelection.forwarded(BY_SPEECH, lastTwo)).containsExactly("ann-v0", "ben-v0");
    }

    @Test
    void aSourceOnStageComesBeforeTheSpeakers() {
        ReceiverConstraints stage = new ReceiverConstraints(
                2, List.of("dua-v0"), List.of(), ReceiverConstraints.UNLIMITED, Map.of("ann-v0", 0));
        // Dua is on stage; a height of 0 switches Ann off and frees the place for Ben.
        assertThat(SourceSelection.forwarded(BY_SPEECH, stage)).containsExactly("dua-v0", "ben-v0");
    }
}
