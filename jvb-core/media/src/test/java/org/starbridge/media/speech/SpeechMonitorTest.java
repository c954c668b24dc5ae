package org.starbridge.media.speech;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.lastn.speech.SpeechActivity;
import org.starbridge.lastn.speech.SpeechSettings;

class SpeechMonitorTest {
    private static final long MS = 1_000_000;
    private static final int LOUD = 20;
    private static final int SILENT = 127;
    /** A speaker draws breath: by that the noise is known out of which a voice stands. */
    private static final int PAUSE = 100;

    private record Told(String conferenceId, SpeechActivity.Snapshot snapshot) {}

    private final List<Told> told = new ArrayList<>();
    private final SpeechMonitor watch = new SpeechMonitor(
            new SpeechRouting(SpeechSettings.defaults(), (id, snapshot) -> told.add(new Told(id, snapshot))),
            LoudestFeedback.EVERYBODY);
    private long nowNs = 5_000 * MS;

    /** Each 20 ms a level of each of these streams, and decisions as soon as they are due. */
    private void hear(int durationMs, Map<Integer, Integer> levels) {
        for (int i = 0; i < durationMs; i += 20) {
            nowNs += 20 * MS;
            int pause = i % 200 == 0 ? PAUSE : 0;
            levels.forEach((handle, level) -> watch.onLevel(handle, timestamp(), Math.max(level, pause), nowNs));
            if (nowNs >= watch.nextDeadlineNs()) {
                watch.decide(nowNs);
            }
        }
    }

    private int timestamp() {
        return (int) (nowNs / 1000 * 48 / 1000);
    }

    private int dominant() {
        return told.getLast().snapshot().dominant();
    }

    @Test
    void whoSpeaksIsToldByTheKeyOfTheEndpoint() {
        watch.members("c1", List.of(7, 8), speakers(100, 7, 101, 8), List.of());
        assertThat(watch.nextDeadlineNs()).as("no endpoint is audible").isEqualTo(Long.MAX_VALUE);
        hear(2000, Map.of(100, LOUD, 101, SILENT));
        assertThat(told).hasSize(1);
        assertThat(told.getFirst().conferenceId()).isEqualTo("c1");
        assertThat(dominant()).isEqualTo(7);
        hear(3000, Map.of(100, SILENT, 101, LOUD));
        assertThat(dominant()).isEqualTo(8);
        assertThat(told.getLast().snapshot().bySpeechActivity()).containsExactly(8, 7);
    }

    /** As long as a voice, however it is cut; the other one's is cut as usual. */
    @ParameterizedTest
    @ValueSource(ints = {10, 20, 40, 60, 120})
    void packetsOfAnyDurationWinTheFloorAndLoseIt(int packetMs) {
        watch.members("c1", List.of(7, 8), speakers(100, 7, 101, 8), List.of());
        hear(3000, Map.of(100, LOUD, 101, SILENT));
        int[] level = {LOUD};
        for (int second = 0; second < 8; second++) {
            level[0] = second < 4 ? LOUD : SILENT;
            for (int ms = 0; ms < 1000; ms += 10) {
                nowNs += 10 * MS;
                int pause = ms < 120 ? PAUSE : 0;
                if (ms % packetMs == 0) {
                    watch.onLevel(101, timestamp(), Math.max(level[0], pause), nowNs);
                }
                if (ms % 20 == 0) {
                    watch.onLevel(100, timestamp(), Math.max(LOUD + SILENT - level[0], pause), nowNs);
                }
                if (nowNs >= watch.nextDeadlineNs()) {
                    watch.decide(nowNs);
                }
            }
            if (second == 3) {
                assertThat(dominant()).as("after four seconds").isEqualTo(8);
            }
        }
        assertThat(dominant()).as("the other one speaks again").isEqualTo(7);
    }

    @Test
    void levelsOfStrangersAndOfConferencesThatEndedHaveNoEffect() {
        watch.members("c1", List.of(7), speakers(100, 7), List.of());
        hear(1000, Map.of(999, LOUD));
        watch.end("c1");
        hear(1000, Map.of(100, LOUD));
        assertThat(told).isEmpty();
        assertThat(watch.size()).isZero();
        watch.members("c1", List.of(7), speakers(100, 7), List.of());
        watch.members("c1", List.of(), Map.of(), List.of());
        assertThat(watch.size()).as("no endpoint is left").isZero();
    }

    @Test
    void conferencesDoNotHearEachOther() {
        watch.members("c1", List.of(1, 2), speakers(10, 1, 20, 2), List.of());
        watch.members("c2", List.of(3, 4), speakers(30, 3, 40, 4), List.of());
        hear(2000, Map.of(10, LOUD, 20, SILENT, 30, SILENT, 40, LOUD));
        assertThat(told).extracting(Told::conferenceId).containsExactlyInAnyOrder("c1", "c2");
        assertThat(told)
                .allSatisfy(each -> assertThat(each.snapshot().dominant())
                        .isEqualTo(each.conferenceId().equals("c1") ? 1 : 4));
    }

    @Test
    void whoLeavesHasNotTheFloorAnyMoreAndAStreamThatIsTakenBackIsNotHeard() {
        watch.members("c1", List.of(7, 8, 9), speakers(100, 7, 101, 8, 102, 9), List.of());
        hear(2000, Map.of(100, LOUD, 101, SILENT));
        watch.members("c1", List.of(8, 9), speakers(101, 8), List.of());
        assertThat(told).hasSize(2);
        assertThat(dominant()).isEqualTo(SpeechActivity.NO_SPEAKER);
        assertThat(told.getLast().snapshot().bySpeechActivity()).containsExactly(8, 9);
        hear(2000, Map.of(100, LOUD, 102, LOUD));
        assertThat(told)
                .as("neither the one who left, nor who took its audio back")
                .hasSize(2);
    }

    @Test
    void decidesRarelyHoweverManyConferencesThereAre() {
        for (int i = 0; i < 50; i++) {
            watch.members("c" + i, List.of(i), speakers(i, i), List.of());
        }
        int looks = 0;
        for (int ms = 0; ms < 1000; ms++) {
            nowNs += MS;
            watch.onLevel(ms % 50, timestamp(), ms < 50 ? PAUSE : LOUD, nowNs);
            if (nowNs >= watch.nextDeadlineNs()) {
                watch.decide(nowNs);
                looks++;
            }
        }
        assertThat(looks).isBetween(3, 51);
        assertThat(told).hasSize(50);
    }

    @Test
    void whereOnlyTheLoudestAreHeardWhoeverIsNotAmongThemIsTold() {
        Map<Integer, Boolean> heard = new HashMap<>();
        SpeechSettings two = new SpeechSettings(
                10, SpeechSettings.NO_SILENCE_DETECTION, new SpeechSettings.Loudest(2, true, 150 * MS, 50));
        SpeechMonitor strict = new SpeechMonitor(new SpeechRouting(two, (_, _) -> {}), (key, handle, isHeard) -> {
            assertThat(handle).isEqualTo(100 + key);
            heard.put(key, isHeard);
            return true;
        });
        Map<Integer, Integer> levels = new TreeMap<>(Map.of(101, 20, 102, 30, 103, 50, 104, 80));
        strict.members("c", List.of(1, 2, 3, 4), speakers(101, 1, 102, 2, 103, 3, 104, 4), List.of(104));
        for (int i = 0; i < 50; i++) {
            nowNs += 20 * MS;
            int pause = i % 10 == 0 ? PAUSE : 0;
            levels.forEach((handle, level) -> strict.onLevel(handle, timestamp(), Math.max(level, pause), nowNs));
        }
        assertThat(heard.get(3)).isFalse();
        assertThat(heard.getOrDefault(1, true)).isTrue();
        assertThat(heard.getOrDefault(2, true)).isTrue();
        assertThat(heard.getOrDefault(4, true))
                .as("a receiver asked for it by name")
                .isTrue();
        levels.put(101, 127);
        for (int i = 0; i < 50; i++) {
            nowNs += 20 * MS;
            int pause = i % 10 == 0 ? PAUSE : 0;
            levels.forEach((handle, level) -> strict.onLevel(handle, timestamp(), Math.max(level, pause), nowNs));
        }
        assertThat(heard.get(1)).isFalse();
        assertThat(heard.get(3)).as("there is room now").isTrue();
    }

    /** Handles of streams, each with the key of the client that sends it. */
    private static Map<Integer, SpeechMonitor.Speaker> speakers(int... handlesAndKeys) {
        Map<Integer, SpeechMonitor.Speaker> speakers = new HashMap<>();
        for (int i = 0; i < handlesAndKeys.length; i += 2) {
            speakers.put(handlesAndKeys[i], new SpeechMonitor.Speaker(handlesAndKeys[i + 1], handlesAndKeys[i + 1]));
        }
        return speakers;
    }
}
