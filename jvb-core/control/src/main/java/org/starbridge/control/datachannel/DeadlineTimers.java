package org.starbridge.control.datachannel;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes links at their deadlines, all that are due within the same {@value #GRAIN_NS} ns with one timer: a thousand
 * clients that say something once a second would ring it a thousand times. Most deadlines are moved before they come
 * (what was sent is acknowledged), so a link that has one later than its alarm keeps the alarm, and is asked again when
 * it rings. Thread safe.
 */
final class DeadlineTimers {
    /** SCTP's timers are 150 ms and more. */
    private static final long GRAIN_NS = 50_000_000;

    private static final long NEVER = Long.MAX_VALUE;

    private final LongSupplier clockNs;
    private final SctpLinks.Timer timer;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private final TreeMap<Long, Set<SctpLink>> byGrain = new TreeMap<>();
    private long timerGrain = NEVER;
    private @Nullable Runnable takeTimerBack;

    DeadlineTimers(LongSupplier clockNs, SctpLinks.Timer timer) {
        this.clockNs = clockNs;
        this.timer = timer;
    }

    /** The link has another deadline than before. */
    void update(SctpLink link) {
        lock.lock();
        try {
            long deadlineNs = link.deadlineNs();
            long grain = deadlineNs == Long.MAX_VALUE ? NEVER : -Math.floorDiv(-deadlineNs, GRAIN_NS);
            if (grain < link.alarmGrain || grain == NEVER) {
                remove(link);
                if (grain != NEVER) {
                    byGrain.computeIfAbsent(grain, _ -> new HashSet<>(4)).add(link);
                    link.alarmGrain = grain;
                }
                setTimer();
            }
        } finally {
            lock.unlock();
        }
    }

    private void remove(SctpLink link) {
        Set<SctpLink> others = byGrain.get(link.alarmGrain);
        if (others != null) {
            others.remove(link);
            if (others.isEmpty()) {
                byGrain.remove(link.alarmGrain);
            }
        }
        link.alarmGrain = NEVER;
    }

    private void setTimer() {
        long first = byGrain.isEmpty() ? NEVER : byGrain.firstKey();
        if (first == timerGrain) {
            return;
        }
        if (takeTimerBack != null) {
            takeTimerBack.run();
            takeTimerBack = null;
        }
        timerGrain = first;
        if (first != NEVER) {
            long delayNs = Math.max(0, first * GRAIN_NS - clockNs.getAsLong());
            takeTimerBack = timer.after(delayNs, this::ring);
        }
    }

    private void ring() {
        for (SctpLink link : takeDue()) {
            link.onAlarm();
        }
    }

    private List<SctpLink> takeDue() {
        List<SctpLink> due = new ArrayList<>();
        lock.lock();
        try {
            long nowGrain = Math.floorDiv(clockNs.getAsLong(), GRAIN_NS);
            Map<Long, Set<SctpLink>> past = byGrain.headMap(nowGrain, true);
            past.values().forEach(due::addAll);
            past.clear();
            due.forEach(link -> link.alarmGrain = NEVER);
            timerGrain = NEVER;
            takeTimerBack = null;
            setTimer();
        } finally {
            lock.unlock();
        }
        return due;
    }
}
