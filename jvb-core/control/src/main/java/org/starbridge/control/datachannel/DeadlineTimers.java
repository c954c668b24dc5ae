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
 * Wakes transports at their deadlines. All deadlines within {@value #GRAIN_NS} ns share a timer: a thousand clients
 * that send a message once a second would need a thousand timers otherwise. Most deadlines are moved before they come,
 * when a packet is acknowledged, so a transport whose deadline is later than its alarm keeps the alarm and is checked
 * when it rings. Thread safe.
 */
final class DeadlineTimers {
    /** SCTP's timers are 150 ms and more. */
    private static final long GRAIN_NS = 50_000_000;

    private static final long NEVER = Long.MAX_VALUE;

    private final LongSupplier clockNs;
    private final SctpTransports.Timer timer;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private final TreeMap<Long, Set<SctpTransport>> byGrain = new TreeMap<>();
    private long timerGrain = NEVER;
    private @Nullable Runnable takeTimerBack;

    DeadlineTimers(LongSupplier clockNs, SctpTransports.Timer timer) {
        this.clockNs = clockNs;
        this.timer = timer;
    }

    /** The transport has another deadline than before. */
    void update(SctpTransport transport) {
        lock.lock();
        try {
            long deadlineNs = transport.deadlineNs();
            long grain = deadlineNs == Long.MAX_VALUE ? NEVER : -Math.floorDiv(-deadlineNs, GRAIN_NS);
            if (grain < transport.alarmGrain || grain == NEVER) {
                remove(transport);
                if (grain != NEVER) {
                    byGrain.computeIfAbsent(grain, _ -> new HashSet<>(4)).add(transport);
                    transport.alarmGrain = grain;
                }
                setTimer();
            }
        } finally {
            lock.unlock();
        }
    }

    private void remove(SctpTransport transport) {
        Set<SctpTransport> others = byGrain.get(transport.alarmGrain);
        if (others != null) {
            others.remove(transport);
            if (others.isEmpty()) {
                byGrain.remove(transport.alarmGrain);
            }
        }
        transport.alarmGrain = NEVER;
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
        for (SctpTransport transport : takeDue()) {
            transport.onAlarm();
        }
    }

    private List<SctpTransport> takeDue() {
        List<SctpTransport> due = new ArrayList<>();
        lock.lock();
        try {
            long nowGrain = Math.floorDiv(clockNs.getAsLong(), GRAIN_NS);
            Map<Long, Set<SctpTransport>> past = byGrain.headMap(nowGrain, true);
            past.values().forEach(due::addAll);
            past.clear();
            due.forEach(transport -> transport.alarmGrain = NEVER);
            timerGrain = NEVER;
            takeTimerBack = null;
            setTimer();
        } finally {
            lock.unlock();
        }
        return due;
    }
}
