package org.starbridge.media.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.GenericNack;
import org.starbridge.rtp.rtcp.GenericNackWriter;
import org.starbridge.rtp.rtcp.RtcpView;

class NackRegisterTest {
    private static final long MS = 1_000_000;
    private static final long REORDER_MS = NackRegister.REORDER_NS / MS;

    private final Slab memory = Slab.allocate(2048);
    private final GenericNackWriter writer = new GenericNackWriter();
    private final NackRegister register = new NackRegister();
    private int room = 1100;

    @AfterEach
    void free() {
        memory.close();
    }

    /** The numbers that are asked for now. */
    private List<Integer> ask(long nowMs, long roundTripMs) {
        writer.begin(memory.address(), room, 1, 2);
        int added = register.collect(writer, nowMs * MS, roundTripMs * MS);
        int length = writer.end();
        List<Integer> numbers = new ArrayList<>();
        if (length > 0) {
            RtcpView rtcp = new RtcpView();
            GenericNack nack = new GenericNack();
            assertThat(rtcp.wrap(memory.address(), length)).isNull();
            assertThat(rtcp.next()).isTrue();
            assertThat(nack.wrap(rtcp)).isNull();
            while (nack.next()) {
                numbers.add(nack.sequenceNumber());
            }
        }
        assertThat(numbers).hasSize(added);
        return numbers;
    }

    @ParameterizedTest
    @ValueSource(longs = {10, 0x7FFE, 0xFFFD, 0xFFFE, 0xFFFF, 0xFFFF_FFFEL})
    void aGapIsAskedForOnceItIsNotJustReorderedAndThenOnceARoundTrip(long before) {
        assertThat(register.onNew(before + 1, before, 0)).isFalse();
        assertThat(register.onNew(before + 4, before + 1, 0)).isTrue();
        assertThat(register.nextDeadlineNs()).isEqualTo(REORDER_MS * MS);
        List<Integer> missing = List.of((int) (before + 2) & 0xFFFF, (int) (before + 3) & 0xFFFF);
        assertThat(ask(REORDER_MS, 40)).isEqualTo(missing);
        assertThat(register.nextDeadlineNs()).isEqualTo((REORDER_MS + 50) * MS);
        assertThat(ask(REORDER_MS + 49, 40)).isEmpty();
        assertThat(register.onLate(before + 2)).isTrue();
        assertThat(ask(REORDER_MS + 50, 40)).isEqualTo(missing.subList(1, 2));
        assertThat(register.onLate(before + 3)).isTrue();
        assertThat(register.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whatIsOnlyReorderedIsNeverAskedFor() {
        register.onNew(12, 10, 0);
        assertThat(register.onLate(11)).as("had been asked for").isFalse();
        assertThat(register.onLate(11)).isFalse();
        assertThat(ask(REORDER_MS, 40)).isEmpty();
        assertThat(register.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aGapAfterOneThatWasOnlyReorderedIsAnnouncedToo() {
        assertThat(register.onNew(12, 10, 0)).isTrue();
        register.onLate(11);
        assertThat(register.onNew(14, 12, 20 * MS)).as("a wake-up is needed").isTrue();
        assertThat(register.nextDeadlineNs()).isEqualTo((20 + REORDER_MS) * MS);
        register.onLate(13);
        assertThat(register.onNew(16, 14, 50 * MS)).isTrue();
        assertThat(register.nextDeadlineNs()).isEqualTo((50 + REORDER_MS) * MS);
    }

    @Test
    void aNumberIsGivenUpAfterTenRequestsOrASecond() {
        register.onNew(12, 10, 0);
        long nowMs = REORDER_MS;
        for (int i = 0; i < NackRegister.MAX_REQUESTS; i++) {
            assertThat(ask(nowMs, 20)).as("request %d", i).containsExactly(11);
            nowMs += 30;
        }
        assertThat(ask(nowMs, 20)).isEmpty();
        assertThat(register.size()).isZero();

        register.onNew(14, 12, 0);
        assertThat(ask(1001, 20)).as("a stall").isEmpty();
        assertThat(register.size()).isZero();
    }

    @Test
    void picturesBeforeAKeyFrameAreAskedForButNeedNoOtherKeyFrame() {
        register.onNew(12, 10, 0);
        register.onNew(22, 20, 0);
        register.onKeyFrame(16);
        assertThat(ask(REORDER_MS, 20)).containsExactly(11, 21);
        register.onLate(21);
        assertThat(ask(1001, 20)).isEmpty();
        assertThat(register.takeGivenUp()).isFalse();

        register.onNew(32, 30, 1002 * MS);
        ask(2003, 20);
        assertThat(register.takeGivenUp()).isTrue();
    }

    @Test
    void aJumpIsNoLoss() {
        register.onNew(12, 10, 0);
        assertThat(register.onNew(12 + NackRegister.CAPACITY + 2, 12, 0)).isFalse();
        assertThat(register.size()).isZero();
        assertThat(register.onNew(1000 + NackRegister.CAPACITY + 1, 1000, 0)).isTrue();
        assertThat(register.size()).isEqualTo(NackRegister.CAPACITY);
    }

    @Test
    void ofTooManyTheNewestAreKept() {
        long extSeq = 0;
        for (int i = 0; i < 2 * NackRegister.CAPACITY; i++) {
            register.onNew(extSeq + 2, extSeq, 0);
            extSeq += 2;
        }
        assertThat(register.size()).isEqualTo(NackRegister.CAPACITY);
        assertThat(ask(REORDER_MS, 0))
                .hasSize(NackRegister.CAPACITY)
                .startsWith(513)
                .endsWith(1023);
    }

    @Test
    void whatDoesNotFitIntoOneNackStaysDue() {
        room = 12 + 2 * 4;
        for (int i = 0; i < 5; i++) {
            register.onNew(i * 100 + 102, i * 100 + 100, 0);
        }
        assertThat(ask(REORDER_MS, 0)).containsExactly(101, 201);
        assertThat(register.nextDeadlineNs()).isEqualTo(REORDER_MS * MS);
        assertThat(ask(REORDER_MS, 0)).containsExactly(301, 401);
        assertThat(ask(REORDER_MS, 0)).containsExactly(501);
        assertThat(register.nextDeadlineNs()).isGreaterThan(REORDER_MS * MS);
    }

    /** Against a model that is a sorted map. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void neitherForgetsNorInventsANumber(long seed) {
        Random random = new Random(seed);
        TreeMap<Long, Integer> model = new TreeMap<>();
        long highest = random.nextLong(1L << 33);
        long nowMs = 0;
        int asked = 0;
        for (int step = 0; step < 5_000; step++) {
            String as = "seed " + seed + ", step " + step;
            switch (random.nextInt(6)) {
                case 0, 1 -> {
                    long next = highest + 1 + random.nextInt(5);
                    register.onNew(next, highest, nowMs * MS);
                    for (long i = highest + 1; i < next; i++) {
                        model.put(i, 0);
                    }
                    highest = next;
                }
                case 2, 3 -> {
                    long late = highest - random.nextInt(60);
                    Integer times = model.remove(late);
                    assertThat(register.onLate(late)).as(as).isEqualTo(times != null && times > 0);
                }
                case 4 -> register.onKeyFrame(highest - random.nextInt(40));
                default -> {
                    nowMs += 5;
                    for (int number : ask(nowMs, 20)) {
                        long extSeq = highest + (short) (number - (int) highest);
                        assertThat(model).as(as).containsKey(extSeq);
                        model.merge(extSeq, 1, Integer::sum);
                        asked++;
                    }
                    model.values().removeIf(count -> count > NackRegister.MAX_REQUESTS);
                }
            }
            while (model.size() > NackRegister.CAPACITY) {
                model.pollFirstEntry();
            }
            assertThat(register.size()).as(as).isLessThanOrEqualTo(model.size());
        }
        assertThat(asked).as("seed %d", seed).isGreaterThan(500);
    }
}
