package org.starbridge.bridge.hls;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.recording.hls.ProgramSnapshot;
import org.starbridge.recording.hls.RenditionSnapshot;

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
    private final Map<String, Known> queues = new HashMap<>();
    private final Known others = new Known();
    private final AtomicInteger count = new AtomicInteger();
    private boolean wasEnded;
    private long nextDeadlineCheckNs = Long.MIN_VALUE;

    /**
     * One request.
     *
     * @param rendition the name of the one whose changes it waits for; null: it is looked at each time
     * @param then is called with whether what it waits for holds
     */
    record Waiting(@Nullable String rendition, BooleanSupplier isOver, long deadlineNs, Consumer<Boolean> then) {}

    /** Those that were looked at, of one rendition. */
    private static final class Known {
        final List<Waiting> all = new ArrayList<>();
        long version;

        /** Those of one at this version. */
        static Known at(long version) {
            Known known = new Known();
            known.version = version;
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

    /** Returns the number of requests that wait. Any thread. */
    int count() {
        return count.get();
    }

    /**
     * Takes out those whose media is there, and those whose time is up.
     *
     * @param program as it is now
     */
    List<Runnable> take(long nowNs, ProgramSnapshot program) {
        boolean isDeadlineCheck = nowNs >= nextDeadlineCheckNs;
        if (isDeadlineCheck) {
            nextDeadlineCheckNs = nowNs + DEADLINE_CHECK_NS;
        }
        boolean isAll = isDeadlineCheck || program.isEnded() != wasEnded;
        wasEnded = program.isEnded();
        List<Runnable> over = new ArrayList<>();
        take(others, nowNs, false, over);
        queues.forEach((name, known) -> {
            long version = version(program, name);
            if (isAll || version != known.version) {
                known.version = version;
                take(known, nowNs, false, over);
            }
        });
        queues.values().removeIf(known -> known.all.isEmpty());
        for (Waiting each = added.poll(); each != null; each = added.poll()) {
            if (!take(each, nowNs, false, over)) {
                known(each.rendition(), program).all.add(each);
            }
        }
        count.addAndGet(-over.size());
        return over;
    }

    private Known known(@Nullable String rendition, ProgramSnapshot program) {
        return rendition == null ? others : queues.computeIfAbsent(rendition, name -> Known.at(version(program, name)));
    }

    private static long version(ProgramSnapshot program, String name) {
        RenditionSnapshot rendition = program.rendition(name);
        return rendition == null ? -1 : rendition.version();
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
        for (Waiting each = added.poll(); each != null; each = added.poll()) {
            take(each, 0, true, over);
        }
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
