package org.starbridge.media.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WorkerCommandsTest {
    private final WorkerCommands commands = new WorkerCommands(3);
    private final List<Integer> done = new ArrayList<>();

    private boolean offer(int number) {
        return commands.offer(() -> done.add(number));
    }

    @Test
    void commandsRunInTheOrderInWhichTheyWereOffered() {
        for (int i = 0; i < 3; i++) {
            assertThat(offer(i)).isTrue();
        }
        for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
            command.run();
        }
        assertThat(done).containsExactly(0, 1, 2);
        assertThat(commands.isEmpty()).isTrue();
    }

    @Test
    void aFullQueueIsAnAnswerAndCounted() {
        for (int i = 0; i < 3; i++) {
            assertThat(offer(i)).isTrue();
        }
        assertThat(offer(3)).isFalse();
        assertThat(offer(4)).isFalse();
        assertThat(commands.rejections()).isEqualTo(2);
        Objects.requireNonNull(commands.poll()).run();
        assertThat(offer(5)).isTrue();
        assertThat(offer(6)).isFalse();
        assertThat(done).containsExactly(0);
    }

    @Test
    void whatMustNotBeLostIsTakenInItsTurnAlsoWhenTheQueueIsFull() {
        for (int i = 0; i < 3; i++) {
            assertThat(offer(i)).isTrue();
        }
        commands.post(() -> done.add(3));
        assertThat(offer(4)).isFalse();
        for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
            command.run();
        }
        assertThat(done).containsExactly(0, 1, 2, 3);
        assertThat(offer(5)).isTrue();
    }

    @Test
    void whatIsOfferedWakesTheWorker() {
        List<String> wakes = new ArrayList<>();
        commands.waker(() -> wakes.add(commands.isEmpty() ? "before" : "after"));
        offer(1);
        assertThat(wakes).as("once, after the command can be seen").containsExactly("after");
        commands.wake();
        assertThat(wakes).hasSize(2);
    }

    @Test
    void oneWakeUpWillDoForManyCommands() {
        List<String> wakes = new ArrayList<>();
        commands.waker(() -> wakes.add("wake"));
        for (int i = 0; i < 3; i++) {
            assertThat(commands.offerWithoutWaking(() -> done.add(0))).isTrue();
        }
        assertThat(commands.offerWithoutWaking(() -> done.add(1)))
                .as("of three")
                .isFalse();
        assertThat(commands.rejections()).isEqualTo(1);
        assertThat(wakes).isEmpty();
        commands.wake();
        assertThat(wakes).hasSize(1);
    }
}
