package org.starbridge.bridge.hls;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.recording.hls.Rendition;

/**
 * The requests that wait for media of one program. Thousands wait for the same part: they are looked at when they are
 * new, when their rendition has changed and when time is up, and are answered in the order in which they came.
 *
 * <p>Any thread may {@link #add} and {@link #withdraw}. The one that changes the program's media does the rest.
 */
final class WaitingRequests {
    /** Deadlines are looked at so often. */
    private static final long DEADLINE_CHECK_NS = 100_000_000;

    private static final int THREADS = Runtime.getRuntime().availableProcessors();

    private final Queue<Waiting> added = new ConcurrentLinkedQueue<>();
    private final IdentityHashMap<Rendition, Known> queues = new IdentityHashMap<>();
    private final Known others = new Known();
    private final AtomicInteger count = new AtomicInteger();
    private boolean wasEnded;
    private long nextDeadlineCheckNs = Long.MIN_VALUE;

    /**
     * One request.
     *
     * @param rendition whose changes it waits for; null: it is looked at each time
     * @param then is called with whether what it waits for holds
     */
    record Waiting(@Nullable Rendition rendition, BooleanSupplier isOver, long deadlineNs, Consumer<Boolean> then) {}

    /** Those that were looked at, of one rendition. */
    private static final class Known {
        final List<Waiting> all = new ArrayList<>();
        long version;

        /** Of a rendition as it is now. */
        static Known at(Rendition rendition) {
            Known known = new Known();
            known.version = rendition.version();
            return known;
        }
    }

    /** One more. Any thread. */
    void add(Waiting waiting) {
        count.incrementAndGet();
        added.add(waiting);
    }

    /** Takes one out that has not been looked at yet; false if it has. Any thread. */
    boolean withdraw(Waiting waiting) {
        boolean isOut = added.remove(waiting);
        if (isOut) {
            count.decrementAndGet();
        }
        return isOut;
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
        for (Iterator<Map.Entry<Rendition, Known>> each = queues.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<Rendition, Known> entry = each.next();
            Known queue = entry.getValue();
            long version = entry.getKey().version();
            if (isAll || version != queue.version) {
                queue.version = version;
                take(queue, nowNs, false, over);
            }
            if (queue.all.isEmpty()) {
                each.remove();
            }
        }
        takeAdded(nowNs, false, over);
        count.addAndGet(-over.size());
        return over;
    }

    private void takeAdded(long nowNs, boolean isClosing, List<Runnable> over) {
        for (Waiting each = added.poll(); each != null; each = added.poll()) {
            if (!take(each, nowNs, isClosing, over)) {
                known(each.rendition()).all.add(each);
            }
        }
    }

    private Known known(@Nullable Rendition rendition) {
        return rendition == null ? others : queues.computeIfAbsent(rendition, Known::at);
    }

    private static void take(Known queue, long nowNs, boolean isClosing, List<Runnable> over) {
        queue.all.removeIf(each -> take(each, nowNs, isClosing, over));
    }

    private static boolean take(Waiting waiting, long nowNs, boolean isClosing, List<Runnable> over) {
        boolean isOver = waiting.isOver().getAsBoolean();
        boolean isTaken = isOver || isClosing || nowNs - waiting.deadlineNs() >= 0;
        if (isTaken) {
            over.add(() -> waiting.then().accept(isOver));
        }
        return isTaken;
    }

    /** Takes all out: the program is closed. */
    List<Runnable> takeAll() {
        List<Runnable> over = new ArrayList<>();
        takeAdded(0, true, over);
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
