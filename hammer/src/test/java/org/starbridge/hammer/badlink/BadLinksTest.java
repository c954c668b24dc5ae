package org.starbridge.hammer.badlink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.link.LinkAssignment;
import org.starbridge.hammer.link.LinkSpecParser;

class BadLinksTest {
    @Test
    void everyScenarioHasANameAndLinksThatCanBe() {
        assertThat(BadLinks.names()).doesNotHaveDuplicates().contains("start", "step", "loss-10", "shared-20");
        for (BadLink scenario : BadLinks.all()) {
            LinkAssignment links = LinkAssignment.of(
                    scenario.links().stream().map(LinkSpecParser::parse).toList(),
                    scenario.senders(),
                    scenario.receivers());
            assertThat(links.endpoints()).as(scenario.name()).isGreaterThanOrEqualTo(scenario.receivers());
        }
        assertThat(BadLinks.named("nothing")).isNull();
        assertThat(BadLinks.meantBy("nothing")).isEmpty();
        assertThat(BadLinks.meantBy("step")).extracting(BadLink::name).containsExactly("step");
        assertThat(BadLinks.meantBy(BadLink.ALL)).isEqualTo(BadLinks.all());
    }

    @Test
    void aFigureSaysWhetherItReachesItsTarget() {
        assertThat(Figure.atLeast("share used", 0.79, 0.8).line()).contains("0.79", "at least 0.80", "FAIL");
        assertThat(Figure.atMost("queue p95, ms", 80, 80).line()).contains("80.00", "at most", "pass");
        Figure never = Figure.atMost("s until", Double.POSITIVE_INFINITY, 3);
        assertThat(never.holds()).isFalse();
        assertThat(never.line()).contains("never");
        assertThat(List.of(Figure.atLeast("x", Double.NaN, 0)).getFirst().holds())
                .isFalse();
    }
}
