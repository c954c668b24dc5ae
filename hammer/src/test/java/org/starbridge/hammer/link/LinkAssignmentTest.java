package org.starbridge.hammer.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LinkAssignmentTest {
    private static LinkAssignment of(int senders, int receivers, String... specs) {
        return LinkAssignment.of(Stream.of(specs).map(LinkSpecParser::parse).toList(), senders, receivers);
    }

    private static List<Integer> links(LinkAssignment assignment, int endpoints) {
        return IntStream.range(0, endpoints).mapToObj(assignment::linkOf).toList();
    }

    @Test
    void receiversGetALinkEach() {
        assertThat(links(of(2, 3, "rate=1M"), 5)).containsExactly(-1, -1, 0, 1, 2);
        assertThat(links(of(3, 0, "rate=1M"), 3)).as("nobody only receives").containsExactly(0, 1, 2);
        assertThat(links(LinkAssignment.NONE, 2)).containsExactly(-1, -1);
    }

    @Test
    void aShareIsRoundedUpAndTheRestIsLeftToTheNext() {
        LinkAssignment assignment = of(1, 5, "rate=1M,share=50%", "rate=2M,count=1", "to=all,delay=5");
        assertThat(links(assignment, 6)).containsExactly(4, 0, 1, 2, 3, 5);
        assertThat(assignment.spec(3)).isNotNull().extracting(LinkSpec::text).isEqualTo("rate=2M,count=1");
        assertThat(assignment.endpoints()).isEqualTo(6);
    }

    @Test
    void aGroupSharesALink() {
        assertThat(links(of(1, 5, "rate=1M,group=2"), 6)).containsExactly(-1, 0, 0, 1, 1, 2);
    }

    @Test
    void endpointsOfALinkHaveOneDriverAndNoDriverIsIdle() {
        LinkAssignment assignment = of(1, 5, "rate=1M,group=4");
        assertThat(assignment.units(6)).isEqualTo(3);
        for (int drivers = 1; drivers <= 3; drivers++) {
            int count = drivers;
            assertThat(IntStream.range(0, 6)
                            .map(i -> assignment.driverOf(i, count))
                            .distinct()
                            .count())
                    .isEqualTo(drivers);
            assertThat(IntStream.range(1, 5)
                            .map(i -> assignment.driverOf(i, count))
                            .distinct()
                            .count())
                    .isEqualTo(1);
        }
        assertThat(LinkAssignment.NONE.driverOf(5, 2)).isEqualTo(1);
        assertThat(LinkAssignment.NONE.units(7)).isEqualTo(7);
    }

    @Test
    void refusesALinkThatNobodyIsLeftFor() {
        assertThatThrownBy(() -> of(1, 2, "rate=1M", "rate=2M"))
                .hasMessageStartingWith("--link rate=2M: no endpoint is left for this link");
    }
}
