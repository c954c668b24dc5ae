package org.starbridge.bridge.hls;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.recording.hls.Rendition;

/**
 * The requests that wait for media of one program. Thousands wait for the same part: they are looked at when their
 * rendition has changed or time is up, and are answered one after the other, in the order in which they came.
 *
 * <p>Owned by its program's lock, apart from {@link #count}.
 */
final class WaitingRequests {
    /** Deadlines are looked at so often. */
    private static final long DEADLINE_CHECK_NS = 100_000_000;

    private static final int THREADS = Runtime.getRuntime().availableProcessors();

    private final IdentityHashMap<Rendition, Queue> queues = new IdentityHashMap<>();
    private final Queue others = new Queue();
    private final AtomicInteger count = new AtomicInteger();
    private boolean wasEnded;
    private long nextDeadlineCheckNs = Long.MIN_VALUE;

    private record Waiting(BooleanSupplier isOver, long deadlineNs, Consumer<Boolean> then) {}

    private static final class Queue {
        List<Waiting> all = new ArrayList<>();
        long version = -1;
    }

    /**
     * One more.
     *
     * @param rendition whose changes it waits for; null: it is looked at each time
     */
    void add(@Nullable Rendition rendition, BooleanSupplier isOver, long deadlineNs, Consumer<Boolean> then) {
        Queue queue = others;
        if (rendition != null) {
            queue = queues.get(rendition);
            if (queue == null) {
                queue = new Queue();
                queue.version = rendition.version();
                queues.put(rendition, queue);
            }
        }
        queue.all.add(new Waiting(isOver, deadlineNs, then));
        count.incrementAndGet();
    }

    /** How many wait. Any thread. */
    int count() {
        return count.get();
    }

    /**
     * Takes out those whose media is there, and those whose time is up.
     *
     * @param isEnded whether the program has ended
     */
    List<Runnable> take(long nowNs, boolean isEnded) {
        boolean isDeadlineCheck = nowNs >= nextDeadlineCheckNs;
        if (isDeadlineCheck) {
            nextDeadlineCheckNs = nowNs + DEADLINE_CHECK_NS;
        }
        boolean isAll = isDeadlineCheck || isEnded != wasEnded;
        wasEnded = isEnded;
        List<Runnable> over = new ArrayList<>();
        take(others, nowNs, false, over);
        for (Iterator<Map.Entry<Rendition, Queue>> each = queues.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<Rendition, Queue> entry = each.next();
            Queue queue = entry.getValue();
            long version = entry.getKey().version();
            if (isAll || version != queue.version) {
                queue.version = version;
                take(queue, nowNs, false, over);
            }
            if (queue.all.isEmpty()) {
                each.remove();
            }
        }
        count.addAndGet(-over.size());
        return over;
    }

    private static void take(Queue queue, long nowNs, boolean isClosing, List<Runnable> over) {
        if (queue.all.isEmpty()) {
            return;
        }
        List<Waiting> left = new ArrayList<>();
        for (Waiting each : queue.all) {
            boolean isOver = each.isOver().getAsBoolean();
            if (isOver || isClosing || nowNs - each.deadlineNs() >= 0) {
                over.add(() -> each.then().accept(isOver));
            } else {
                left.add(each);
            }
        }
        queue.all = left;
    }

    /** Takes all out: the program is closed. */
    List<Runnable> takeAll() {
        List<Runnable> over = new ArrayList<>();
        take(others, 0, true, over);
        queues.values().forEach(queue -> take(queue, 0, true, over));
        queues.clear();
        count.addAndGet(-over.size());
        return over;
    }

    /**
     * Answers them on a virtual thread for each processor. Answers do not block, and a thread for each would cost more
     * than the answer.
     */
    static void run(List<Runnable> over) {
        int threads = Math.min(over.size(), THREADS);
        for (int i = 0; i < threads; i++) {
            int first = i;
            Thread.startVirtualThread(() -> {
                for (int each = first; each < over.size(); each += threads) {
                    over.get(each).run();
                }
            });
        }
    }
}
