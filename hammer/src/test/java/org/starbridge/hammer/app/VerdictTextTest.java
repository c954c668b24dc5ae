package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.hammer.report.Verdict;
import org.starbridge.hammer.report.Verdict.Kind;

class VerdictTextTest {
    @Test
    void theWordOfASoakAgreesWithTheExitStatus() {
        assertThat(VerdictText.ofSoak(new Verdict(Kind.HELD, "Held: x."))).isEqualTo("PASSED. Held: x.");
        assertThat(VerdictText.ofSoak(new Verdict(Kind.BROKE, "Broke: x."))).isEqualTo("FAILED. Broke: x.");
        assertThat(VerdictText.ofSoak(new Verdict(Kind.UNTRUSTED, "Cut short, because x.")))
                .isEqualTo("Cut short, because x.");
    }
}
