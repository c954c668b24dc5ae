package org.starbridge.lastn.speech;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoudestSpeakersTest {
    private static final long EXPIRY_NS = 150;

    /** The same by the text: a list of who is heard, loudest first. */
    private static final class Model {
        private final int count;
        private final int alphaPercent;
        private final int[] energy = new int[40];
        private final long[] heardNs = new long[40];
        private final List<Integer> heard = new ArrayList<>();

        Model(int count, int alphaPercent) {
            this.count = count;
            this.alphaPercent = alphaPercent;
        }

        boolean level(int place, int level, long nowNs) {
            double mean = (alphaPercent * level + (100 - alphaPercent) * energy[place]) / 100.0;
            energy[place] = (int) Math.floor(mean + 0.5);
            heardNs[place] = nowNs;
            heard.removeIf(each -> each == place || nowNs > heardNs[each] + EXPIRY_NS);
            long louder =
                    heard.stream().filter(each -> energy[each] >= energy[place]).count();
            heard.add((int) louder, place);
            while (heard.size() > count) {
                heard.removeLast();
            }
            return heard.contains(place);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void theLoudestAreThoseOfAPlainList(long seed) {
        Random random = new Random(seed);
        int count = 1 + random.nextInt(4);
        int alphaPercent = 10 + random.nextInt(91);
        Model model = new Model(count, alphaPercent);
        LoudestSpeakers loudest =
                new LoudestSpeakers(new SpeechSettings.Loudest(count, false, EXPIRY_NS, alphaPercent));
        int places = 0;
        long nowNs = 0;
        for (int step = 0; step < 5000; step++) {
            if (places < 40 && (places == 0 || random.nextInt(50) == 0)) {
                loudest.add(places++);
            }
            int place = random.nextInt(places);
            if (random.nextInt(20) == 0) { // leaves, and the place is given out again
                loudest.remove(place);
                loudest.add(place);
                model.heard.removeIf(each -> each == place);
                model.energy[place] = 0;
            }
            nowNs += random.nextInt(3) == 0 ? 75 : 0; // two of them are the expiry, exactly
            int level = random.nextInt(128);
            assertThat(loudest.level(place, level, nowNs))
                    .as("seed %d, step %d", seed, step)
                    .isEqualTo(model.level(place, level, nowNs));
            for (int each = 0; each < places; each++) {
                assertThat(loudest.contains(each))
                        .as("seed %d, step %d, place %d", seed, step, each)
                        .isEqualTo(model.heard.contains(each));
            }
        }
    }

    @Test
    void aParticipantThatLeavesGivesItsPlaceAway() {
        SpeechActivity speech = new SpeechActivity(
                new SpeechSettings(10, Long.MAX_VALUE, new SpeechSettings.Loudest(1, false, EXPIRY_NS, 100)));
        speech.join(1);
        speech.join(2);
        speech.level(1, 120, 0);
        assertThat(speech.level(2, 100, 0)).isFalse();
        speech.leave(1);
        assertThat(speech.level(2, 100, 0)).isTrue();
        speech.join(3);
        assertThat(speech.isAmongLoudest(3)).as("has the place of 1").isFalse();
        assertThat(speech.isAmongLoudest(2)).isTrue();
    }
}
