package org.starbridge.hammer.client;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.udp.Poller;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * The platform thread that owns some endpoints: commands, timers and due packets, then what the sockets have; at most once a
 * millisecond, so that packets come and go in batches and the generator leaves the cores to the bridge. Arrival times are
 * the kernel's, so they do not suffer from that.
 */
final class Driver implements AutoCloseable {
    private static final long TICK_NS = 1_000_000;
    private static final long GAUGE_INTERVAL_NS = 100_000_000;
    private static final int MAX_SLEEP_MS = 50;
    private static final int RECEIVE_BATCH = 64;
    private static final long MAX_DELAY_NS = 60_000_000_000L;

    private final Histogram delays = new Histogram(MAX_DELAY_NS, 3);
    private final ConcurrentLinkedQueue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final int number;
    private List<Endpoint> endpoints = List.of();
    private @Nullable Poller poller;
    private @Nullable Thread thread;
    private volatile Gauge gauge = Gauge.NOTHING;
    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;
    private long nextGaugeNs;

    Driver(int number) {
        this.number = number;
    }

    /** Hands the endpoints over and starts. */
    void start(List<Endpoint> owned) {
        endpoints = List.copyOf(owned);
        Poller sockets = new Poller(owned.stream().map(Endpoint::socket).toList());
        poller = sockets;
        Thread started = Thread.ofPlatform().name("driver-" + number).daemon().unstarted(() -> run(sockets));
        thread = started;
        started.start();
    }

    /** Runs a task on the driver's thread soon; any thread. */
    void post(Runnable task) {
        commands.add(task);
        Poller waker = poller;
        if (waker != null && !Thread.currentThread().equals(thread)) {
            waker.wake();
        }
    }

    /** Asks for something on the driver's thread; any thread. */
    <T> CompletableFuture<T> ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        post(() -> {
            try {
                answer.complete(question.get());
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    /** What the bridge needed for the packets of the window, in nanoseconds; the driver's own, shared by its endpoints. */
    Histogram delays() {
        return delays;
    }

    /** Sums over its endpoints, at most 100 ms old; any thread. */
    Gauge gauge() {
        return gauge;
    }

    /** Why it has stopped by itself, or null; any thread. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** The CPU time of its thread so far; -1 if the machine doesn't tell. Any thread. */
    long cpuNs() {
        Thread running = thread;
        return running == null ? -1 : ManagementFactory.getThreadMXBean().getThreadCpuTime(running.threadId());
    }

    List<Endpoint> endpoints() {
        return endpoints;
    }

    private void run(Poller sockets) {
        ReceiveBatch batch = new ReceiveBatch(RECEIVE_BATCH);
        try {
            while (!stopped) {
                cycle(sockets, batch);
            }
            runCommands();
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            endpoints.forEach(Endpoint::close);
            batch.close();
        }
    }

    private void cycle(Poller sockets, ReceiveBatch batch) {
        long startNs = System.nanoTime();
        runCommands();
        long nextNs = runTimers(startNs);
        long nowNs = System.nanoTime();
        long waitMs = nextNs <= nowNs ? 0 : (nextNs - nowNs) / TICK_NS + 1;
        int ready = sockets.await((int) Math.min(waitMs, MAX_SLEEP_MS));
        for (int i = 0; i < ready; i++) {
            endpoints.get(sockets.readyIndex(i)).onReadable(batch);
        }
        long tickLeftNs = TICK_NS - (System.nanoTime() - startNs);
        if (tickLeftNs > 0) {
            LockSupport.parkNanos(tickLeftNs);
        }
    }

    private void runCommands() {
        for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
            command.run();
        }
    }

    private long runTimers(long nowNs) {
        long nextNs = Long.MAX_VALUE;
        for (int i = 0; i < endpoints.size(); i++) {
            Endpoint endpoint = endpoints.get(i);
            if (nowNs >= endpoint.nextDeadlineNs()) {
                endpoint.onTime(nowNs);
            }
            nextNs = Math.min(nextNs, endpoint.nextDeadlineNs());
        }
        if (nowNs >= nextGaugeNs) {
            nextGaugeNs = nowNs + GAUGE_INTERVAL_NS;
            Gauge.Sum sum = new Gauge.Sum();
            endpoints.forEach(endpoint -> endpoint.addTo(sum));
            gauge = sum.toGauge();
        }
        return nextNs;
    }

    /** Ends the thread, which closes its endpoints. */
    @Override
    public void close() {
        stopped = true;
        Poller waker = poller;
        Thread running = thread;
        if (waker == null || running == null) {
            return;
        }
        waker.wake();
        try {
            running.join(5_000);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        waker.close();
    }
}
