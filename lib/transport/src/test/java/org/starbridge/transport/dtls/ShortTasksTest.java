package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ShortTasksTest {
    private final ShortTasks tasks = new ShortTasks("short-", 2);

    @AfterEach
    void close() {
        tasks.closeNow();
    }

    @Test
    void fewTasksRunInTheirOrder() throws InterruptedException {
        List<Integer> ran = new ArrayList<>();
        CountDownLatch last = new CountDownLatch(1);
        for (int i = 0; i < 50; i++) {
            int number = i;
            tasks.execute(() -> ran.add(number));
        }
        tasks.execute(last::countDown);
        assertThat(last.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).isEqualTo(IntStream.range(0, 50).boxed().toList());
    }

    @Test
    void everyOneOfManyRunsOnceWhoeverAddsIt() throws InterruptedException {
        int adders = 4;
        int each = 5_000;
        AtomicIntegerArray runs = new AtomicIntegerArray(adders * each);
        CountDownLatch left = new CountDownLatch(adders * each);
        List<Thread> threads = IntStream.range(0, adders)
                .mapToObj(adder -> Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < each; i++) {
                        int number = adder * each + i;
                        tasks.execute(() -> {
                            runs.incrementAndGet(number);
                            left.countDown();
                        });
                    }
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(left.await(60, TimeUnit.SECONDS)).isTrue();
        tasks.close();
        assertThat(IntStream.range(0, adders * each).map(runs::get)).containsOnly(1);
    }

    @Test
    void aBugInOneIsReportedAndTheOthersRun() throws InterruptedException {
        ConcurrentLinkedQueue<Throwable> reported = new ConcurrentLinkedQueue<>();
        CountDownLatch next = new CountDownLatch(1);
        tasks.execute(() -> Thread.currentThread().setUncaughtExceptionHandler((_, bug) -> reported.add(bug)));
        tasks.execute(() -> {
            throw new IllegalStateException("a bug");
        });
        tasks.execute(next::countDown);
        assertThat(next.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(reported).hasSize(1);
    }

    @Test
    void whatIsLeftForTheEndRunsOnceForAllThatAThreadTookTogether() throws InterruptedException {
        List<String> ran = new ArrayList<>();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch added = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Runnable last = () -> {
            ran.add("last");
            done.countDown();
        };
        tasks.execute(() -> {
            begun.countDown();
            awaitQuietly(added); // those that come meanwhile are taken together
        });
        awaitQuietly(begun);
        for (int i = 0; i < 3; i++) {
            tasks.execute(() -> {
                ShortTasks.executeLast(last);
                ran.add("task");
            });
        }
        added.countDown();
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        tasks.close();
        assertThat(ran).containsExactly("task", "task", "task", "last");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void outsideOfTasksThereIsNoEndToWaitFor() {
        List<String> ran = new ArrayList<>();
        ShortTasks.executeLast(() -> ran.add("at once"));
        assertThat(ran).containsExactly("at once");
    }

    @Test
    void nothingRunsOnceItIsClosed() throws InterruptedException {
        CountDownLatch before = new CountDownLatch(1);
        tasks.execute(before::countDown);
        tasks.close();
        assertThat(before.getCount()).isZero();
        List<String> ran = new ArrayList<>();
        tasks.execute(() -> ran.add("late"));
        tasks.closeNow();
        assertThat(ran).isEmpty();
    }
}
