package org.starbridge.lastn.speech;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpeechActivityTest {
    private static final long MS = 1_000_000;
    private static final int LOUD = 100;
    private static final int NOISE = 30;

    private long nowNs = 5_000_000_000L;

    @Test
    void nobodyHasTheFloorBeforeAnybodyIsHeard() {
        SpeechActivity speech = meeting(SpeechSettings.defaults(), 1, 2, 3);
        assertThat(speech.nextDecisionNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(speech.decide(nowNs)).isFalse();
        assertThat(speech.snapshot())
                .isEqualTo(new SpeechActivity.Snapshot(SpeechActivity.NO_SPEAKER, false, List.of(), List.of(1, 2, 3)));
    }

    @Test
    void silenceGivesNobodyTheFloor() {
        SpeechActivity speech = meeting(SpeechSettings.defaults(), 1, 2);
        talk(speech, 2000, Map.of(1, 0, 2, 0));
        assertThat(speech.dominant()).isEqualTo(SpeechActivity.NO_SPEAKER);
        assertThat(speech.nextDecisionNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whoSpeaksComesFirstAndThoseBeforeFollow() {
        SpeechActivity speech = meeting(SpeechSettings.defaults(), 1, 2, 3, 4);
        talk(speech, 2000, Map.of(3, LOUD, 1, NOISE));
        talk(speech, 2000, Map.of(2, LOUD, 3, NOISE));
        assertThat(speech.snapshot())
                .isEqualTo(new SpeechActivity.Snapshot(2, false, List.of(2, 3), List.of(2, 3, 1, 4)));
        speech.join(5);
        assertThat(speech.snapshot().bySpeechActivity()).containsExactly(2, 3, 1, 4, 5);
    }

    @Test
    void aSpeakerTakesOverWithinTwoSecondsAndACoughDoesNot() {
        SpeechActivity speech = meeting(SpeechSettings.defaults(), 1, 2);
        talk(speech, 3000, Map.of(1, LOUD, 2, NOISE));
        talk(speech, 60, Map.of(1, LOUD, 2, 120));
        talk(speech, 2000, Map.of(1, LOUD, 2, NOISE));
        assertThat(speech.snapshot().recentSpeakers()).containsExactly(1);
        talk(speech, 2000, Map.of(1, NOISE, 2, LOUD));
        assertThat(speech.dominant()).isEqualTo(2);
    }

    @Test
    void recentSpeakersAreBounded() {
        SpeechActivity speech = meeting(
                new SpeechSettings(2, SpeechSettings.NO_SILENCE_DETECTION, SpeechSettings.Loudest.EVERYBODY),
                1,
                2,
                3,
                4,
                5);
        for (int who : new int[] {1, 2, 3, 4, 5}) {
            talk(speech, 3000, Map.of(who, LOUD));
        }
        assertThat(speech.snapshot().recentSpeakers()).containsExactly(5, 4, 3);
        assertThat(speech.snapshot().bySpeechActivity()).containsExactly(5, 4, 3, 2, 1);
    }

    @Test
    void whoLeavesIsForgottenAndTheFloorIsFree() {
        SpeechActivity speech = meeting(SpeechSettings.defaults(), 1, 2, 3);
        talk(speech, 2000, Map.of(1, LOUD, 2, NOISE));
        assertThat(speech.leave(3)).as("was never a speaker").isFalse();
        assertThat(speech.leave(1)).isTrue();
        assertThat(speech.leave(1)).as("is gone").isFalse();
        assertThat(speech.snapshot())
                .isEqualTo(new SpeechActivity.Snapshot(SpeechActivity.NO_SPEAKER, false, List.of(), List.of(2)));
        talk(speech, 600, Map.of(2, NOISE));
        assertThat(speech.dominant()).isEqualTo(SpeechActivity.NO_SPEAKER);
        talk(speech, 600, Map.of(2, LOUD));
        assertThat(speech.dominant()).isEqualTo(2);
    }

    @Test
    void whoReturnsBeginsAnew() {
        SpeechActivity speech = meeting(SpeechSettings.defaults(), 1, 2);
        talk(speech, 2000, Map.of(1, LOUD, 2, NOISE));
        speech.leave(1);
        speech.join(1);
        assertThat(speech.snapshot().bySpeechActivity()).containsExactly(2, 1);
        talk(speech, 2000, Map.of(2, LOUD));
        talk(speech, 40, Map.of(1, LOUD, 2, LOUD));
        assertThat(speech.dominant()).isEqualTo(2);
    }

    @Test
    void visitorsHaveNoPart() {
        SpeechActivity speech = meeting(SpeechSettings.defaults(), 1);
        assertThat(speech.level(99, 127, nowNs)).isTrue();
        talk(speech, 2000, Map.of(99, LOUD));
        assertThat(speech.dominant()).isEqualTo(SpeechActivity.NO_SPEAKER);
        assertThat(speech.snapshot().bySpeechActivity()).containsExactly(1);
    }

    @Test
    void silenceIsToldOnceAndEndsWithTheNextWord() {
        SpeechActivity speech = meeting(new SpeechSettings(10, 3_000 * MS, SpeechSettings.Loudest.EVERYBODY), 1, 2);
        talk(speech, 2000, Map.of(1, LOUD));
        List<Boolean> changes = new ArrayList<>();
        long untilNs = nowNs + 10_000 * MS;
        while (speech.nextDecisionNs() <= untilNs) {
            nowNs = speech.nextDecisionNs();
            if (speech.decide(nowNs)) {
                changes.add(speech.snapshot().silent());
            }
        }
        assertThat(changes).containsExactly(true);
        assertThat(speech.snapshot().recentSpeakers()).containsExactly(1);
        nowNs = untilNs;
        talk(speech, 1000, Map.of(1, LOUD));
        assertThat(speech.snapshot().silent()).isFalse();
    }

    @Test
    void theDominantSpeakerIsHeardEvenIfOthersAreLouder() {
        SpeechSettings.Loudest loudest = new SpeechSettings.Loudest(1, true, 150 * MS, 50);
        SpeechActivity speech = meeting(new SpeechSettings(10, SpeechSettings.NO_SILENCE_DETECTION, loudest), 1, 2, 3);
        talk(speech, 2000, Map.of(1, LOUD));
        assertThat(speech.dominant()).isEqualTo(1);
        for (int i = 0; i < 5; i++) {
            speech.level(2, i == 0 ? NOISE : 127, nowNs);
        }
        assertThat(speech.level(1, NOISE, nowNs)).as("dominant").isTrue();
        assertThat(speech.isAmongLoudest(1)).isFalse();
        assertThat(speech.level(3, NOISE, nowNs)).as("neither").isFalse();
        assertThat(speech.level(99, 127, nowNs)).as("unknown").isFalse();
        assertThat(speech.level(3, NOISE, nowNs + 151 * MS)).as("2 has expired").isTrue();
    }

    @Test
    void aLargeMeetingCostsWhatItsSpeakersCost() {
        DominantSpeaker dominant = new DominantSpeaker(SpeechSettings.NO_SILENCE_DETECTION);
        for (int place = 0; place < 150; place++) {
            dominant.add(place);
        }
        Voices voices = new Voices(150, new Random(3));
        for (int who = 0; who < 10; who++) {
            voices.talk(who, true);
        }
        for (int packet = 0; packet < 500; packet++) {
            nowNs += Voices.PACKET_NS;
            for (int place = 0; place < 150; place++) {
                // Ten speak, ten have gone silent just now, and 130 are muted: digital silence or nothing at all.
                int level = place < 10 || (place < 20 && packet < 480) ? voices.next(place) : 0;
                if (level != 0 || place < 80) {
                    dominant.level(place, level, Voices.PACKET_NS, nowNs);
                }
            }
            if (dominant.nextDecisionNs() <= nowNs) {
                dominant.decide(nowNs);
            }
        }
        assertThat(dominant.audible()).isEqualTo(20);
        assertThat(dominant.dominant()).isLessThan(10);
        nowNs += 1500 * MS;
        for (int place = 0; place < 10; place++) {
            dominant.level(place, voices.next(place), Voices.PACKET_NS, nowNs);
        }
        dominant.decide(nowNs);
        assertThat(dominant.audible()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void placesAreThoseOfAMap(long seed) {
        Random random = new Random(seed);
        ParticipantNumbers places = new ParticipantNumbers();
        Map<Integer, Integer> model = new HashMap<>();
        for (int step = 0; step < 5_000; step++) {
            int id = random.nextInt(200) * 0x1000_0001;
            Integer known = model.get(id);
            assertThat(places.of(id))
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(known == null ? ParticipantNumbers.NONE : known);
            if (known == null) {
                int place = places.add(id);
                assertThat(model).doesNotContainValue(place);
                assertThat(place).isBetween(0, 199);
                model.put(id, place);
            } else if (random.nextBoolean()) {
                assertThat(places.remove(id)).isEqualTo(known);
                model.remove(id);
            }
        }
    }

    @Test
    void refusesWhatMakesNoSense() {
        SpeechActivity speech = new SpeechActivity(SpeechSettings.defaults());
        assertThatThrownBy(() -> speech.join(SpeechActivity.NO_SPEAKER)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SpeechSettings(-1, 1, SpeechSettings.Loudest.EVERYBODY))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SpeechSettings.Loudest(3, true, 1, 101))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static SpeechActivity meeting(SpeechSettings settings, int... ids) {
        SpeechActivity speech = new SpeechActivity(settings);
        for (int id : ids) {
            speech.join(id);
        }
        return speech;
    }

    /** Everybody named sends packets of their level for so long. */
    private void talk(SpeechActivity speech, long durationMs, Map<Integer, Integer> levels) {
        long untilNs = nowNs + durationMs * MS;
        while (nowNs < untilNs) {
            nowNs += Voices.PACKET_NS;
            boolean isPause = nowNs / Voices.PACKET_NS % 20 == 0;
            levels.forEach((id, level) -> speech.level(id, isPause ? Math.min(level, NOISE) : level, nowNs));
            if (speech.nextDecisionNs() <= nowNs) {
                speech.decide(nowNs);
            }
        }
    }
}
