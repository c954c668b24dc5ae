package org.starbridge.lastn.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.lastn.allocation.LastN.Limit;

class LimitsTest {
    private static final long MINUTE_NS = 60_000_000_000L;

    @ParameterizedTest
    @CsvSource({
        "-1, -1, -1, -1, -1, -1, NONE",
        "5, -1, -1, -1, -1, 5, RECEIVER",
        "5, 3, -1, -1, -1, 3, BRIDGE",
        "5, 3, 2, -1, -1, 2, LOAD",
        "5, 3, 2, 1, -1, 1, CONFERENCE_SIZE",
        "-1, -1, -1, -1, 50, 50, SSRC_SLOTS",
        "0, 3, 2, 1, 50, 0, RECEIVER",
        "4, 4, 4, 4, 4, 4, RECEIVER",
        "-1, -1, 0, 9, 50, 0, LOAD",
    })
    void theSmallestLimitHolds(
            int receiver, int bridge, int load, int conferenceSize, int slots, int expected, Limit whose) {
        assertThat(LastN.of(receiver, new LastN.Limits(bridge, load, conferenceSize, slots)))
                .isEqualTo(new LastN(expected, whose));
    }

    @ParameterizedTest
    @CsvSource({"0, -1", "8, -1", "9, 10", "10, 10", "48, 10", "49, 5", "500, 5"})
    void aConferenceIsItsSourcesAndTheReceiver(int sources, int expected) {
        assertThat(new LastN.BySize(Map.of(10, 10, 50, 5)).limit(sources)).isEqualTo(expected);
        assertThat(new LastN.BySize(Map.of()).limit(sources)).isEqualTo(-1);
    }

    @Test
    void limitsAreNotNegative() {
        assertThatThrownBy(() -> new LastN.BySize(Map.of(10, -2))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Budget(-1, Budget.Basis.ESTIMATE)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Layer(-1, 180, 30, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        // trusts, rtx, starting, estimate, assumed, assumedLimit
        "true, true, false, 800, -1, -1, 800, ESTIMATE",
        "true, true, false, 800, 500, -1, 800, ESTIMATE",
        "true, true, false, 800, 500, 1000, 500, ASSUMED",
        "false, false, true, -1, 5000, 1000, 1000, ASSUMED",
        "true, true, false, 0, 0, 1000, 0, ASSUMED",
        "true, true, false, 800, 500, 0, 0, ASSUMED",
        "true, true, false, 0, -1, -1, 0, ESTIMATE",
        "true, true, true, 800, -1, 1000, -1, STARTING",
        "true, true, false, -1, -1, 1000, -1, NO_ESTIMATE",
        "true, false, false, 800, -1, -1, -1, NO_RTX",
        "false, true, false, 800, -1, -1, -1, ESTIMATES_NOT_TRUSTED",
    })
    void theBudgetHasABasis(
            boolean trusts,
            boolean rtx,
            boolean starting,
            long estimate,
            long assumed,
            long limit,
            long expected,
            Budget.Basis basis) {
        Budget budget = Budget.of(trusts, rtx, starting, estimate, assumed, limit);
        assertThat(budget).isEqualTo(new Budget(expected < 0 ? Budget.UNLIMITED_BPS : expected, basis));
        assertThat(budget.isLimited()).isEqualTo(expected >= 0);
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 0, -1, 0, true",
        "-1, 0, 1000, 0, true",
        "-1, 0, -1, 5000, false",
        "1149, 0, 1000, 500, false",
        "1151, 0, 1000, 500, true",
        "851, 0, 1000, 500, false",
        "849, 0, 1000, 500, true",
        "999, 0, 1000, 1000, true",
        "900, 150, 1000, 1000, false",
        "870, 120, 1000, 1000, true",
        "1000, 0, 1000, 1200, false",
    })
    void anEstimateIsNewsIfItDiffersMuchOrIsTooLittle(
            long estimate, long tolerance, long last, long target, boolean isNews) {
        assertThat(budget(estimate).tolerating(tolerance).isNews(budget(last), target, 0.15))
                .isEqualTo(isNews);
    }

    private static Budget budget(long bps) {
        return new Budget(bps < 0 ? Budget.UNLIMITED_BPS : bps, Budget.Basis.ESTIMATE);
    }

    @ParameterizedTest
    @CsvSource({"800, -1, 800, ESTIMATE", "800, 900, 800, ESTIMATE", "800, 700, 700, OVERLOAD", "-1, 0, 0, OVERLOAD"})
    void anOverloadedLinkLimitsAlsoWhereEstimatesDoNot(long estimate, long limit, long expected, Budget.Basis basis) {
        assertThat(budget(estimate).under(limit)).isEqualTo(new Budget(expected, basis));
    }

    @Test
    void anOverloadedBridgeGivesInAndReturns() {
        LoadReduction.Settings settings = new LoadReduction.Settings(0.9, 0.72, 0.75, 1.25, 1, 40, MINUTE_NS);
        LoadReduction state = LoadReduction.NONE.next(0.5, 20, settings, 0);
        assertThat(state).isEqualTo(LoadReduction.NONE);
        state = state.next(0.95, 20, settings, 10);
        assertThat(state.lastN()).isEqualTo(15);
        assertThat(state.next(0.99, 15, settings, MINUTE_NS / 2)).as("too soon").isEqualTo(state);
        state = state.next(0.95, 15, settings, 2 * MINUTE_NS);
        assertThat(state.lastN()).isEqualTo(11);
        state = state.next(0.95, 30, settings, 4 * MINUTE_NS);
        assertThat(state.lastN()).as("never up while overloaded").isEqualTo(11);
        state = state.next(0.8, 11, settings, 5 * MINUTE_NS);
        assertThat(state.lastN()).as("between the thresholds").isEqualTo(11);
        state = state.next(0.5, 11, settings, 6 * MINUTE_NS);
        assertThat(state.lastN()).isEqualTo(13);
        assertThat(new LoadReduction(1, 0, true)
                        .next(0.5, 1, settings, MINUTE_NS)
                        .lastN())
                .isEqualTo(2);
        assertThat(new LoadReduction(33, 0, true)
                        .next(0.5, 1, settings, MINUTE_NS)
                        .lastN())
                .isEqualTo(-1);
        assertThat(new LoadReduction(1, 0, true).next(2, 1, settings, MINUTE_NS).lastN())
                .isEqualTo(1);
    }

    /** Ten are forwarded; the limit is left alone between loads of 0.7 and 0.9. */
    @ParameterizedTest
    @CsvSource({
        "0.9, 60, -1, 10",
        "0.9, 60, 20, 10",
        "0.9, 60, 10, 10",
        "0.9, 60, 4, 4", // never up
        "0.89, 60, -1, -1",
        "0.89, 60, 20, 20",
        "0.7, 60, 4, 4",
        "0.69, 60, 4, 5",
        "0.69, 60, 8, 10",
        "0.69, 60, 9, -1", // 11 is no limit
        "0.69, 60, -1, -1",
        "0.69, 59, 4, 4", // too soon
    })
    void theLoadDecidesWhatComesNext(double load, int seconds, int before, int expected) {
        LoadReduction.Settings settings = new LoadReduction.Settings(0.9, 0.7, 1, 1.25, 1, 11, MINUTE_NS);
        LoadReduction next = new LoadReduction(before, 0, true).next(load, 10, settings, seconds * MINUTE_NS / 60);
        assertThat(next.lastN()).isEqualTo(expected);
    }

    @Test
    void aLimitThatDoesNotChangeIsNoChange() {
        LoadReduction.Settings settings = new LoadReduction.Settings(0.9, 0.7, 0.75, 1.25, 1, 11, MINUTE_NS);
        LoadReduction least = new LoadReduction(1, 0, true);
        assertThat(least.next(1, 1, settings, 5 * MINUTE_NS)).isSameAs(least);
        assertThat(least.next(0.5, 1, settings, 5 * MINUTE_NS)).isEqualTo(new LoadReduction(2, 5 * MINUTE_NS, true));
        assertThat(new LoadReduction(-1, 0, false).next(1, 8, settings, 1)).isEqualTo(new LoadReduction(6, 1, true));
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "180, 720, 720", "720, 180, 720", "-1, 720, -1", "720, -1, -1", "-1, -1, -1", "0, -1, -1"})
    void ofTwoWishesTheLargerHolds(int one, int other, int larger) {
        assertThat(SenderConstraints.larger(one, other)).isEqualTo(larger);
    }

    @Test
    void ownersAreToldWhatHasChanged() {
        Map<String, Integer> wanted = Map.of("a", 720, "b", -1, "c", 0, "d", 0);
        assertThat(SenderConstraints.changes(Map.of("a", 720, "b", 0, "gone", 1), wanted))
                .isEqualTo(Map.of("b", -1, "c", 0, "d", 0));
        assertThat(SenderConstraints.changes(wanted, wanted)).isEmpty();
    }
}
