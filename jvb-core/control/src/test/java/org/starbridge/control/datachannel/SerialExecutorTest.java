package org.starbridge.control.datachannel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Order, bounds, and what happens at the end, with threads that the test plays. */
class SerialExecutorTest {
    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final Deque<Runnable> patient = new ArrayDeque<>();
    private final List<String> log = new ArrayList<>();
    private final SerialExecutor mailbox = new SerialExecutor(threads::add, patient::add, 3, () -> log.add("done"));

    private void runThread() {
        Objects.requireNonNull(threads.poll()).run();
    }

    private Runnable says(String word) {
        return () -> log.add(word);
    }

    @Test
    void oneThreadRunsAllInOrderAndThenLooksOnceAtTheEnd() {
        mailbox.offer(says("a"));
        mailbox.post(() -> mailbox.post(says("c")));
        mailbox.offer(says("b"));
        assertThat(threads).hasSize(1);
        runThread();
        assertThat(log).containsExactly("a", "b", "c", "done");
        assertThat(threads).isEmpty();
        mailbox.offer(says("d"));
        runThread();
        assertThat(log).endsWith("done", "d", "done");
    }

    @Test
    void offersAreRefusedBeyondTheBoundAndPostsAreNot() {
        for (int i = 0; i < 3; i++) {
            assertThat(mailbox.offer(says("offered"))).isTrue();
        }
        assertThat(mailbox.offer(says("too much"))).isFalse();
        mailbox.post(says("posted"));
        runThread();
        assertThat(log).containsExactly("offered", "offered", "offered", "posted", "done");
        assertThat(mailbox.offer(says("again"))).isTrue();
    }

    @Test
    void whatDoesNotWaitRunsAtOnceWithWhatComesUpButNeverBesideAnythingElse() {
        assertThat(mailbox.runNow(() -> {
                    log.add("now");
                    mailbox.post(says("then"));
                    assertThat(mailbox.runNow(says("beside"))).isFalse();
                }))
                .isTrue();
        assertThat(log).containsExactly("now", "then", "done");
        mailbox.post(says("later"));
        assertThat(mailbox.runNow(says("beside"))).isFalse();
        runThread();
        assertThat(log).containsExactly("now", "then", "done", "later", "done");
        assertThat(threads).isEmpty();
    }

    @Test
    void whatMayWaitComesFirstAndGetsAThreadThatMayWait() {
        assertThat(mailbox.runNow(() -> {
                    log.add("now");
                    mailbox.post(says("after"));
                    mailbox.postPatientFirst(says("waits"));
                }))
                .isTrue();
        assertThat(log).as("nothing waits on the caller's thread").containsExactly("now", "done");
        assertThat(threads).isEmpty();
        mailbox.offer(says("last"));
        Objects.requireNonNull(patient.poll()).run();
        assertThat(log).containsExactly("now", "done", "waits", "after", "last", "done");
        mailbox.post(says("later"));
        assertThat(patient).as("nothing needs one any more").isEmpty();
        runThread();
        assertThat(log).endsWith("later", "done");
    }

    @Test
    void anInterludeRunsBesideWhatMayWaitAndNothingElse() {
        List<Boolean> ran = new ArrayList<>();
        Runnable tries = () -> ran.add(mailbox.runAtRest(1, () -> log.add("interlude")));
        tries.run();
        mailbox.runNow(() -> {
            tries.run();
            mailbox.postPatientFirst(tries);
            mailbox.post(tries);
        });
        tries.run();
        assertThat(ran).as("idle, in a task, before a thread has come").containsExactly(true, false, true);
        Objects.requireNonNull(patient.poll()).run();
        assertThat(ran).as("in a task that may wait, in one behind it").endsWith(true, false);
        tries.run();
        assertThat(ran).endsWith(true);
        assertThat(log).filteredOn("interlude"::equals).hasSize(4);
    }

    @Test
    void aBugBesideWhatMayWaitDoesNotLoseIt() {
        assertThatThrownBy(() -> mailbox.runNow(() -> {
                    mailbox.postPatientFirst(says("waits"));
                    throw new IllegalStateException("a bug");
                }))
                .hasMessage("a bug");
        Objects.requireNonNull(patient.poll()).run();
        assertThat(log).containsExactly("waits", "done");
    }

    @Test
    void whatComesUpAtTheEndIsDoneToo() {
        List<String> rounds = new ArrayList<>();
        SerialExecutor[] itself = new SerialExecutor[1];
        itself[0] = new SerialExecutor(threads::add, patient::add, 3, () -> {
            rounds.add("done");
            if (rounds.size() == 2) {
                itself[0].post(() -> rounds.add("one more"));
            }
        });
        itself[0].offer(() -> rounds.add("first"));
        runThread();
        assertThat(rounds).containsExactly("first", "done", "one more", "done");
        assertThat(threads).isEmpty();
    }

    @Test
    void aBugInOneTaskDoesNotStopTheOthers() {
        mailbox.offer(() -> {
            throw new IllegalStateException("a bug");
        });
        mailbox.offer(says("b"));
        assertThatThrownBy(this::runThread).hasMessage("a bug");
        runThread();
        assertThat(log).containsExactly("b", "done");
    }
}
