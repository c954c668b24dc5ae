package org.starbridge.media.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.lastn.speech.SpeechActivity;

class SpeechEventDispatcherTest {
    private final Deque<Runnable> later = new ArrayDeque<>();
    private final List<String> told = new ArrayList<>();
    private final SpeechEventDispatcher desk = new SpeechEventDispatcher(later::add);

    private static SpeechActivity.Snapshot snapshot(int dominant) {
        return new SpeechActivity.Snapshot(dominant, false, List.of(dominant), List.of(dominant));
    }

    @Test
    void bringsTheLatestOfEachConferenceOnAnotherThread() {
        desk.tell((id, snapshot) -> told.add(id + snapshot.dominant()));
        desk.onSpeech("a", snapshot(1));
        desk.onSpeech("b", snapshot(5));
        desk.onSpeech("a", snapshot(2));
        assertThat(told).isEmpty();
        assertThat(later).hasSize(2);
        later.removeFirst().run();
        later.removeFirst().run();
        assertThat(told).containsExactly("a2", "b5");
        desk.onSpeech("a", snapshot(2));
        later.removeFirst().run();
        assertThat(told).containsExactly("a2", "b5", "a2");
    }

    @Test
    void whatComesWhileItIsToldIsToldAfterIt() {
        desk.tell((id, snapshot) -> {
            told.add(id + snapshot.dominant());
            if (snapshot.dominant() < 3) {
                desk.onSpeech(id, snapshot(snapshot.dominant() + 1));
            }
        });
        desk.onSpeech("a", snapshot(1));
        later.removeFirst().run();
        assertThat(told).containsExactly("a1", "a2", "a3");
        assertThat(later).as("one at a time").isEmpty();
    }

    @Test
    void whoeverIsToldAndFailsIsToldAgain() {
        desk.tell((id, snapshot) -> {
            told.add(id + snapshot.dominant());
            if (told.size() == 1) {
                throw new IllegalStateException("a bug");
            }
        });
        desk.onSpeech("a", snapshot(1));
        assertThatThrownBy(() -> later.removeFirst().run()).hasMessage("a bug");
        desk.onSpeech("a", snapshot(2));
        later.removeFirst().run();
        assertThat(told).containsExactly("a1", "a2");
    }
}
