package org.starbridge.bandwidth.simulation;

import java.util.PriorityQueue;

/** Runs events in the order of their times. Events at the same time run in the order in which they were added. */
final class VirtualTime {
    static final long MS = 1_000_000L;
    static final long SECOND = 1_000_000_000L;

    private record Event(long atNs, long order, Runnable action) {}

    private final PriorityQueue<Event> events = new PriorityQueue<>(
            (a, b) -> a.atNs != b.atNs ? Long.compare(a.atNs, b.atNs) : Long.compare(a.order, b.order));
    private long nowNs;
    private long added;

    long nowNs() {
        return nowNs;
    }

    double seconds() {
        return nowNs / 1e9;
    }

    void at(long atNs, Runnable action) {
        events.add(new Event(Math.max(atNs, nowNs), added++, action));
    }

    void after(long delayNs, Runnable action) {
        at(nowNs + delayNs, action);
    }

    void every(long intervalNs, Runnable action) {
        after(intervalNs, () -> {
            action.run();
            every(intervalNs, action);
        });
    }

    void runUntil(long untilNs) {
        while (!events.isEmpty() && events.peek().atNs <= untilNs) {
            Event event = events.remove();
            nowNs = event.atNs;
            event.action.run();
        }
        nowNs = untilNs;
    }
}
