package org.starbridge.lastn.speech;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.jitsi.utils.concurrent.FakeScheduledExecutorService;
import org.jitsi.utils.dsi.DominantSpeakerIdentification;
import org.jitsi.utils.dsi.SpeakerRanking;
import org.jitsi.utils.time.FakeClock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same meetings, heard by us and by the implementation that Jitsi deployments run. */
class SpeakerOracleTest {
    private static final int PACKETS = 6000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void turnsOfSpeechAreSeenAsTheOracleSeesThem(long seed) {
        Random random = new Random(seed);
        int people = 2 + random.nextInt(9);
        Voices voices = new Voices(people, random);
        Pair pair = new Pair(people, SpeechSettings.defaults());
        int agreed = 0;
        int compared = 0;
        int talker = 0;
        int nextTurn = 0;
        for (int packet = 0; packet < PACKETS; packet++) {
            if (packet == nextTurn) {
                voices.talk(talker, false);
                talker = random.nextInt(people);
                voices.talk(talker, true);
                nextTurn = packet + 100 + random.nextInt(400);
            }
            pair.advance();
            for (int who = 0; who < people; who++) {
                pair.level(who, voices.next(who));
            }
            // Both decide every 300 ms, but not at the same moment.
            if (packet > 100) {
                compared++;
                agreed += pair.ours.dominant() == pair.theirDominant() ? 1 : 0;
            }
        }
        assertThat((double) agreed / compared)
                .as("share of agreement, seed %d, %d people", seed, people)
                .isGreaterThan(0.95);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void whoSendsNothingInPausesIsSeenAsTheOracleSeesIt(long seed) {
        Random random = new Random(seed);
        int people = 5;
        Voices voices = new Voices(people, random);
        Pair pair = new Pair(people, SpeechSettings.defaults());
        int agreed = 0;
        int talker = 0;
        for (int packet = 0; packet < PACKETS; packet++) {
            if (packet % 250 == 0) {
                voices.talk(talker, false);
                talker = random.nextInt(people);
                voices.talk(talker, true);
            }
            pair.advance();
            pair.level(talker, voices.next(talker));
            agreed += pair.ours.dominant() == pair.theirDominant() ? 1 : 0;
        }
        assertThat((double) agreed / PACKETS)
                .as("share of agreement, seed %d", seed)
                .isGreaterThan(0.95);
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void theLoudestAreTheOraclesLoudest(long seed) {
        Random random = new Random(seed);
        int people = 12;
        Voices voices = new Voices(people, random);
        Pair pair = new Pair(
                people,
                new SpeechSettings(
                        10,
                        SpeechSettings.NO_SILENCE_DETECTION,
                        new SpeechSettings.Loudest(3, false, 150_000_000L, 50)));
        pair.theirs.setLoudestConfig(3, 150, 50);
        for (int packet = 0; packet < PACKETS; packet++) {
            int changing = random.nextInt(people);
            voices.talk(changing, random.nextInt(4) == 0);
            pair.advance();
            for (int who = 0; who < people; who++) {
                // Some packets are lost, some people pause: places expire.
                if (random.nextInt(20) > who) {
                    int level = voices.next(who);
                    boolean isHeard = pair.ours.level(who, level, pair.nowNs);
                    SpeakerRanking ranking = pair.theirs.levelChanged(who, level);
                    assertThat(isHeard)
                            .as("seed %d, packet %d of %d", seed, packet, who)
                            .isEqualTo(ranking.energyRanking < 3);
                }
            }
            for (int who = 0; who < people; who++) {
                assertThat(pair.ours.isAmongLoudest(who)).isEqualTo(pair.theirs.isAmongLoudest(who));
            }
        }
    }

    /** Both, fed alike. */
    private static final class Pair {
        final SpeechActivity ours;
        final DominantSpeakerIdentification<Integer> theirs;
        private final FakeClock clock = new FakeClock();
        private final FakeScheduledExecutorService executor = new FakeScheduledExecutorService(clock);
        long nowNs = 1_000_000_000_000L;

        Pair(int people, SpeechSettings settings) {
            ours = new SpeechActivity(settings);
            for (int who = 0; who < people; who++) {
                ours.join(who);
            }
            clock.setTime(Instant.EPOCH.plusNanos(nowNs));
            theirs = new DominantSpeakerIdentification<>(clock, executor);
        }

        void advance() {
            nowNs += Voices.PACKET_NS;
            if (ours.nextDecisionNs() <= nowNs) {
                ours.decide(nowNs);
            }
            Instant now = Instant.EPOCH.plusNanos(nowNs);
            executor.runUntil(now);
            clock.setTime(now);
        }

        void level(int who, int level) {
            ours.level(who, level, nowNs);
            theirs.levelChanged(who, level);
        }

        int theirDominant() {
            Integer dominant = theirs.getDominantSpeaker();
            return dominant == null ? SpeechActivity.NO_SPEAKER : dominant;
        }
    }
}
