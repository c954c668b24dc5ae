package org.starbridge.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AllTargetsTest {
    @Test
    void everyFuzzTestHasACorpus() {
        assertThat(AllTargets.withoutCorpus(Path.of("src", "test", "resources")))
                .as("scripts/fuzz NAME --seconds 60, then scripts/fuzz NAME --keep")
                .isEmpty();
    }
}
