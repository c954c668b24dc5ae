package org.starbridge.lastn.speech;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpeakerTest {
    private static final long MS = 1_000_000;

    /** The same by the text, with all levels since the beginning, newest last. */
    private static final class Model {
        final List<Integer> levels = new ArrayList<>(Collections.nCopies(50, 0));
        private long idleAtNs = Long.MAX_VALUE;
        private long carriedNs;
        private int loudest;
        private int floor;
        private final List<Integer> window = new ArrayList<>();

        int level(int level, long durationNs, long nowNs) {
            settle(nowNs);
            idleAtNs = nowNs + 40 * MS + Math.max(0, durationNs - 20 * MS);
            loudest = Math.max(loudest, level);
            carriedNs += durationNs;
            while (carriedNs >= 20 * MS) {
                carriedNs -= 20 * MS;
                levels.add(loudest);
                learn();
            }
            if (carriedNs == 0) {
                loudest = 0;
            }
            return standingOut(level);
        }

        private void learn() {
            if (loudest == 0) {
                return;
            }
            if (floor == 0 || loudest < floor) {
                floor = loudest;
                window.clear();
                return;
            }
            window.add(loudest);
            if (window.size() == 750) {
                floor = (int) Math.sqrt((double) floor * Collections.min(window));
                window.clear();
            }
        }

        void settle(long nowNs) {
            while (idleAtNs <= nowNs) {
                levels.add(0);
                idleAtNs += 40 * MS;
                carriedNs = 0;
                loudest = 0;
            }
        }

        private int standingOut(int level) {
            return level >= floor + 10 ? level : 0;
        }

        private int newest(int i) {
            return standingOut(levels.get(levels.size() - 1 - i)) / 10;
        }

        int immediate() {
            return newest(0);
        }

        int active(int group) {
            int active = 0;
            for (int i = 5 * group; i < 5 * group + 5; i++) {
                active += newest(i) > 7 ? 1 : 0;
            }
            return active;
        }

        int longCount() {
            int count = 0;
            for (int group = 0; group < 10; group++) {
                count += active(group) == 5 ? 1 : 0;
            }
            return count;
        }

        boolean isAudible() {
            return levels.subList(levels.size() - 50, levels.size()).stream().anyMatch(level -> level != 0);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void countsAreThoseOfAPlainList(long seed) {
        Random random = new Random(seed);
        Speaker speaker = new Speaker(0);
        Model model = new Model();
        long nowNs = 1000 * MS;
        boolean talks = true;
        long[] durationsMs = {10, 20, 20, 20, 40, 60, 5};
        for (int step = 0; step < 6000; step++) {
            talks = random.nextInt(40) == 0 ? !talks : talks;
            int level = talks ? 75 + random.nextInt(40) : random.nextInt(3) == 0 ? 0 : 20 + random.nextInt(25);
            long durationNs = durationsMs[random.nextInt(durationsMs.length)] * MS;
            nowNs += random.nextInt(60) == 0 ? 20 * MS * random.nextInt(130) : durationNs;
            String where = "seed " + seed + ", step " + step;
            if (random.nextInt(4) == 0) {
                speaker.settle(nowNs);
                model.settle(nowNs);
            } else {
                assertThat(speaker.level(level, durationNs, nowNs))
                        .as(where)
                        .isEqualTo(model.level(level, durationNs, nowNs));
            }
            speaker.evaluate();
            assertThat(speaker.immediate).as(where).isEqualTo(model.immediate());
            assertThat(speaker.medium).as(where).isEqualTo(model.active(0));
            assertThat(speaker.longCount).as(where).isEqualTo(model.longCount());
            assertThat(speaker.isAudible()).as(where).isEqualTo(model.isAudible());
        }
    }

    @ParameterizedTest
    @CsvSource({"20, 30", "29, 0", "30, 30", "127, 127"})
    void aLevelStandsOutFromTenAboveTheNoiseOn(int level, int standsOut) {
        Speaker speaker = new Speaker(0);
        speaker.level(20, 20 * MS, 0);
        assertThat(speaker.level(level, 20 * MS, 0)).isEqualTo(level == 20 ? 0 : standsOut);
    }

    @Test
    void onlyPlacesThatWereGivenOutAreGivenBack() {
        ParticipantNumbers places = new ParticipantNumbers();
        int first = places.add(7);
        assertThat(places.remove(8)).isEqualTo(ParticipantNumbers.NONE);
        assertThat(places.add(9)).isNotEqualTo(first);
        assertThat(places.remove(7)).isEqualTo(first);
        assertThat(places.remove(7)).isEqualTo(ParticipantNumbers.NONE);
        assertThat(places.add(10)).as("the free one").isEqualTo(first);
        assertThat(places.of(9)).isNotEqualTo(first);
    }

    @Test
    void everyPlaceOfALargeMeetingCounts() {
        DominantSpeaker dominant = new DominantSpeaker(SpeechSettings.NO_SILENCE_DETECTION);
        for (int place = 0; place < 40; place++) {
            dominant.add(place);
            for (int i = 0; i < 60; i++) {
                dominant.level(place, 110, 20 * MS, 20 * MS * i);
            }
        }
        assertThat(dominant.audible()).isEqualTo(40);
        assertThat(dominant.level(39, 110, 20 * MS, 1200 * MS)).isZero();
    }

    /** A pause of a second from the first silence that is noticed, as the last word was said 200 ms before that. */
    @Test
    void silenceCountsFromTheLastWord() {
        DominantSpeaker dominant = new DominantSpeaker(1000 * MS);
        dominant.add(0);
        dominant.level(0, 20, 20 * MS, 0);
        long nowNs = 0;
        for (int i = 1; i <= 50; i++) {
            nowNs = 20 * MS * i;
            dominant.level(0, 100, 20 * MS, nowNs);
        }
        dominant.decide(nowNs);
        assertThat(dominant.dominant()).isZero();
        for (int i = 1; i <= 49; i++) {
            dominant.level(0, 20, 20 * MS, nowNs + 20 * MS * i);
            dominant.decide(nowNs + 20 * MS * i);
            assertThat(dominant.isSilent()).as("%d", i).isFalse();
        }
        for (int i = 50; i <= 55; i++) {
            dominant.level(0, 20, 20 * MS, nowNs + 20 * MS * i);
            dominant.decide(nowNs + 20 * MS * i);
        }
        assertThat(dominant.isSilent()).isTrue();
    }
}
