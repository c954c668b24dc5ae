package org.starbridge.control.datachannel;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.starbridge.control.channel.ChannelMemory;
import org.starbridge.control.environment.ConferenceCounters;

/**
 * A world without threads and real time: tasks wait until {@link #settle}, and alarms ring only while time {@link #pass
 * passes}.
 */
final class VirtualSurroundings {
    private record Alarm(long atNs, Runnable task) {}

    final AtomicLong nowNs = new AtomicLong(Duration.ofHours(1).toNanos());
    final List<Long> pauses = new ArrayList<>();
    final ChannelMemory memory = new ChannelMemory(1 << 20);
    final ConferenceCounters counters = new ConferenceCounters();
    final Deque<Runnable> tasks = new ArrayDeque<>();
    /** How often the transports were woken by a timer. */
    int rung;

    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>((a, b) -> Long.compare(a.atNs, b.atNs));

    SctpTransports.Surroundings forTransports() {
        SctpTransports.Timer counting = (delayNs, task) -> after(delayNs, () -> {
            rung++;
            task.run();
        });
        return new SctpTransports.Surroundings(
                nowNs::get, new Random(1), tasks::add, tasks::add, counting, pauses::add, memory, counters);
    }

    /** The answer takes it back. */
    Runnable after(long delayNs, Runnable task) {
        Alarm alarm = new Alarm(nowNs.get() + delayNs, task);
        alarms.add(alarm);
        return () -> alarms.remove(alarm);
    }

    int alarms() {
        return alarms.size();
    }

    /** Runs everything that can run without time passing. */
    void settle() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    void pass(Duration duration) {
        long endNs = nowNs.get() + duration.toNanos();
        settle();
        while (!alarms.isEmpty() && alarms.peek().atNs <= endNs) {
            Alarm alarm = alarms.poll();
            nowNs.set(Math.max(nowNs.get(), alarm.atNs));
            alarm.task.run();
            settle();
        }
        nowNs.set(endNs);
    }
}
