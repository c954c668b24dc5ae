package org.starbridge.bridge.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestQueuesTest {
    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();
    private final RequestQueues queues = new RequestQueues(threads::add, 4);

    private boolean offer(String conference, String task) {
        return queues.offer(conference, () -> done.add(task));
    }

    @Test
    void oneConferencesTasksRunInOrderOnOneThread() {
        offer("a", "a1");
        offer("b", "b1");
        offer("a", "a2");

        assertThat(threads).hasSize(2);
        threads.poll().run();
        assertThat(done).containsExactly("a1", "a2");
        threads.poll().run();
        assertThat(done).containsExactly("a1", "a2", "b1");
        assertThat(queues.pending()).isZero();
    }

    @Test
    void whatATaskOffersToItsOwnConferenceComesAfterIt() {
        queues.offer("a", () -> {
            offer("a", "later");
            done.add("first");
        });

        threads.poll().run();

        assertThat(done).containsExactly("first", "later");
        assertThat(threads).isEmpty();
    }

    @Test
    void tooManyAreRefusedUntilSomeAreDone() {
        for (int i = 0; i < 4; i++) {
            assertThat(offer("a", "a" + i)).isTrue();
        }
        assertThat(offer("a", "refused")).isFalse();
        assertThat(offer("b", "refused")).isFalse();

        threads.poll().run();

        assertThat(offer("b", "b1")).isTrue();
        threads.poll().run();
        assertThat(done).containsExactly("a0", "a1", "a2", "a3", "b1");
    }
}
