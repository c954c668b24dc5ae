package org.starbridge.lastn.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.allocation.SourceAllocation.Priority;
import org.starbridge.lastn.allocation.VideoSource.Content;
import org.starbridge.lastn.allocation.VideoSource.State;

/** What holds for every conference and every bandwidth. */
class AllocationPropertiesTest {
    private static final int CONFERENCES = 40;
    private static final long SECOND_NS = 1_000_000_000L;

    static List<Long> seeds() {
        return List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void neverAboveTheBudgetButForAScreenOnStage(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < CONFERENCES; i++) {
            Conference conference = new Conference(random);
            for (long bps : conference.budgets()) {
                Allocation allocation = conference.allocate(bps, Allocation.NOTHING, 0);
                boolean isOversent =
                        allocation.sources().stream().anyMatch(source -> source.reason() == Reason.OVERSENT);
                long allowedBps = bps + (isOversent ? 500_000 : 0);
                assertThat(allocation.targetBps())
                        .as("seed %d, conference %d, budget %d", seed, i, bps)
                        .isLessThanOrEqualTo(allowedBps);
                assertThat(allocation.isOversending()).isEqualTo(allocation.targetBps() > bps);
                if (isOversent) {
                    assertThat(allocation.sources().getFirst().priority()).isEqualTo(Priority.ON_STAGE);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void inTheStrictOrderNobodyGetsAnythingBeforeWhoIsOnStageHasThePreferredQuality(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < CONFERENCES; i++) {
            Conference conference = new Conference(random).strict();
            for (long bps : conference.budgets()) {
                Allocation allocation = conference.allocate(bps, Allocation.NOTHING, 0);
                boolean isWaiting = false;
                for (SourceAllocation source : allocation.sources()) {
                    if (isWaiting) {
                        assertThat(source.target())
                                .as("seed %d, conference %d, budget %d, %s", seed, i, bps, source.name())
                                .isNull();
                    }
                    Layer preferred = source.preferred();
                    isWaiting |= source.priority() == Priority.ON_STAGE
                            && preferred != null
                            && source.targetId() < preferred.id();
                }
            }
        }
    }

    /** What is lent makes no picture on stage smaller, and no other one is better. */
    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsLentMakesTheStageNoSmallerAndIsNeverBetter(long seed) {
        Random random = new Random(seed);
        int lent = 0;
        for (int i = 0; i < CONFERENCES; i++) {
            Conference conference = new Conference(random);
            for (long bps : conference.budgets()) {
                String where = "seed " + seed + ", conference " + i + ", budget " + bps;
                Allocation strict = conference.strict().allocate(bps, Allocation.NOTHING, 0);
                Allocation lending = conference.lending().allocate(bps, Allocation.NOTHING, 0);
                SourceAllocation first = lending.sources().getFirst();
                Layer alone = strict.sources().getFirst().target();
                if (first.isBelowPreferredOnStage() && alone != null) {
                    assertThat(Objects.requireNonNull(first.target(), where).isOfSamePictureAs(alone))
                            .as(where)
                            .isTrue();
                }
                lent += lending.forwardedSources().size()
                                > strict.forwardedSources().size()
                        ? 1
                        : 0;
                assertNoneIsAboveTheStage(lending, where);
            }
        }
        assertThat(lent).isGreaterThan(CONFERENCES);
    }

    /** Returns whether its next layer would be better than what some source on stage gets that is denied more. */
    private static boolean isBehindStage(SourceAllocation source, Allocation allocation) {
        Layer target = source.target();
        int at = target == null ? 0 : source.candidates().indexOf(target) + 1;
        Layer next = source.candidates().get(at);
        return allocation.sources().stream()
                .filter(stage -> !stage.equals(source) && stage.priority() == Priority.ON_STAGE)
                .filter(stage -> stage.reason().isDenial())
                .anyMatch(stage -> !Ceiling.of(stage.target()).admits(next));
    }

    private static void assertNoneIsAboveTheStage(Allocation allocation, String where) {
        for (SourceAllocation stage : allocation.sources()) {
            if (stage.priority() != Priority.ON_STAGE || !stage.reason().isDenial()) {
                continue;
            }
            Layer shown = stage.target();
            for (SourceAllocation other : allocation.sources()) {
                Layer target = other.target();
                if (other.priority() != Priority.ON_STAGE && target != null) {
                    assertThat(shown).as("%s: %s", where, allocation).isNotNull();
                    assertThat(target.heightPx())
                            .as("%s: %s", where, allocation)
                            .isLessThanOrEqualTo(Objects.requireNonNull(shown).heightPx());
                    if (target.heightPx() == shown.heightPx() && shown.framesPerSecond() >= 0) {
                        assertThat(target.framesPerSecond()).as(where).isLessThanOrEqualTo(shown.framesPerSecond());
                    }
                }
            }
        }
    }

    /**
     * More bandwidth is more picture: in the strict order in bits for all together, and in the size of the first on
     * stage as far as it has precedence. A single thumbnail can lose, when one of more importance takes the step that
     * it could not take before.
     */
    @ParameterizedTest
    @MethodSource("seeds")
    void moreBandwidthIsNotLessPicture(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < CONFERENCES; i++) {
            Conference conference = new Conference(random).withCamerasOnly();
            long beforeBps = 0;
            int stageBefore = -1;
            for (long bps : conference.budgets()) {
                Allocation strict = conference.strict().allocate(bps, Allocation.NOTHING, 0);
                assertThat(strict.targetBps())
                        .as("seed %d, conference %d, budget %d", seed, i, bps)
                        .isGreaterThanOrEqualTo(beforeBps);
                beforeBps = strict.targetBps();
                Allocation allocation = conference.lending().allocate(bps, Allocation.NOTHING, 0);
                SourceAllocation first = allocation.sources().getFirst();
                Layer preferred = first.preferred();
                if (first.priority() == Priority.ON_STAGE && preferred != null) {
                    int stage = Math.min(first.targetId(), preferred.id()) >> 3; // without the temporal layer
                    assertThat(stage)
                            .as("seed %d, conference %d, budget %d", seed, i, bps)
                            .isGreaterThanOrEqualTo(stageBefore);
                    stageBefore = stage;
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void equalInputGivesEqualResultsWhateverWasBefore(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < CONFERENCES; i++) {
            Conference conference = new Conference(random).withCamerasOnly();
            Allocation before = Allocation.NOTHING;
            for (int step = 0; step < 20; step++) {
                long bps = conference.someBudget();
                long nowNs = step * SECOND_NS;
                Allocation first = conference.allocate(bps, before, nowNs);
                Allocation second = conference.allocate(bps, first, nowNs);
                assertThat(Scene.describe(second))
                        .as("seed %d, conference %d, step %d, budget %d", seed, i, step, bps)
                        .isEqualTo(Scene.describe(first));
                assertThat(conference.allocate(bps, second, nowNs)).isEqualTo(second);
                before = first;
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyReasonIsTrue(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < CONFERENCES; i++) {
            Conference conference = new Conference(random);
            Allocation before = Allocation.NOTHING;
            for (int step = 0; step < 10; step++) {
                Allocation allocation = conference.allocate(conference.someBudget(), before, step * SECOND_NS);
                int forwarded = 0;
                for (SourceAllocation source : allocation.sources()) {
                    String where = "seed " + seed + ", conference " + i + ", step " + step + ", " + source;
                    forwarded += source.target() == null ? 0 : 1;
                    switch (source.reason()) {
                        case IDEAL ->
                            assertThat(source.target()).as(where).isNotNull().isEqualTo(source.ideal());
                        case BANDWIDTH, HEADROOM -> {
                            assertThat(source.target()).as(where).isNotEqualTo(source.ideal());
                            assertThat(source.neededBps()).as(where).isGreaterThanOrEqualTo(source.availableBps());
                        }
                        case HELD_BACK -> {
                            assertThat(source.target()).as(where).isNotEqualTo(source.ideal());
                            assertThat(source.history().pausedUntilNs()).isGreaterThan((step - 60) * SECOND_NS);
                        }
                        case OVERSENT ->
                            assertThat(allocation.isOversending()).as(where).isTrue();
                        case BEHIND_ON_STAGE -> {
                            assertThat(source.target()).as(where).isNotEqualTo(source.ideal());
                            assertThat(isBehindStage(source, allocation))
                                    .as(where)
                                    .isTrue();
                        }
                        case NO_LAYERS, NOT_WANTED, BEYOND_LAST_N, DISABLED, FORCE_MUTED -> {
                            assertThat(source.target()).as(where).isNull();
                            assertThat(source.candidates()).as(where).isEmpty();
                        }
                    }
                }
                if (conference.wishes.lastN() >= 0) {
                    assertThat(forwarded).isLessThanOrEqualTo(conference.wishes.lastN());
                }
                before = allocation;
            }
        }
    }

    /** Sources and wishes by chance; a layer costs more than the one below it. */
    private static final class Conference {
        private final Random random;
        private final List<VideoSource> sources = new ArrayList<>();
        final ReceiverConstraints wishes;
        private Allocator allocator = new Allocator(AllocationPolicy.defaults());

        Conference(Random random) {
            this.random = random;
            int count = 1 + random.nextInt(12);
            Map<String, Integer> heightsPx = new HashMap<>();
            List<String> names = new ArrayList<>();
            int[] heights = {-1, 0, 90, 180, 360, 720, 1080};
            for (int i = 0; i < count; i++) {
                String name = "s" + i;
                Content content = random.nextInt(4) == 0 ? Content.DESKTOP : Content.CAMERA;
                State state = random.nextInt(8) == 0 ? State.DISABLED : State.ENABLED;
                sources.add(new VideoSource(name, content, state, layers()));
                names.add(name);
                if (random.nextBoolean()) {
                    heightsPx.put(name, heights[random.nextInt(heights.length)]);
                }
            }
            Collections.shuffle(names, random);
            int onStage = random.nextInt(Math.min(3, count + 1));
            wishes = new ReceiverConstraints(
                    random.nextInt(3) == 0 ? random.nextInt(count + 1) : -1,
                    names.subList(0, onStage),
                    names.subList(onStage, Math.min(count, onStage + random.nextInt(3))),
                    heights[random.nextInt(heights.length)],
                    heightsPx,
                    random.nextInt(4) - 1);
        }

        Conference lending() {
            allocator = new Allocator(AllocationPolicy.defaults());
            return this;
        }

        Conference strict() {
            AllocationPolicy usual = AllocationPolicy.defaults();
            allocator = new Allocator(new AllocationPolicy(
                    usual.preferredHeightPx(),
                    usual.preferredFramesPerSecond(),
                    usual.allowOversendOnStage(),
                    usual.maxOversendBps(),
                    AllocationPolicy.StageOrder.STRICT,
                    usual.steps()));
            return this;
        }

        Conference withCamerasOnly() {
            sources.replaceAll(
                    source -> new VideoSource(source.name(), Content.CAMERA, source.state(), source.layers()));
            return this;
        }

        private List<Layer> layers() {
            List<Layer> layers = new ArrayList<>();
            int encodings = 1 + random.nextInt(3);
            int temporals = 1 + random.nextInt(3);
            long bps = 0;
            for (int encoding = 0; encoding < encodings; encoding++) {
                for (int temporal = 0; temporal < temporals; temporal++) {
                    bps += 20_000 + random.nextInt(300_000) * (encoding + 1L);
                    double fps = random.nextInt(5) == 0 ? -1 : 30.0 / (1 << (temporals - 1 - temporal));
                    layers.add(new Layer(LayerId.of(encoding, 0, temporal), 180 << encoding, fps, bps));
                }
            }
            return layers;
        }

        Allocation allocate(long bps, Allocation previous, long nowNs) {
            return allocator.allocate(
                    sources, wishes, LastN.Limits.NONE, new Budget(bps, Budget.Basis.ESTIMATE), previous, nowNs);
        }

        List<Long> budgets() {
            List<Long> budgets = new ArrayList<>();
            for (long bps = 0; bps < 12_000_000; bps = bps + 1 + bps / 12 + random.nextInt(20_000)) {
                budgets.add(bps);
            }
            return budgets;
        }

        long someBudget() {
            return (long) Math.exp(10 + random.nextDouble() * 6.5);
        }
    }
}
