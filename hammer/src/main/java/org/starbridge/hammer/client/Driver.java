package org.starbridge.hammer.client;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.media.Meters;
import org.starbridge.transport.platform.Poller;
import org.starbridge.transport.udp.NativeUdpSocket;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * The platform thread that owns some endpoints: commands, timers and due packets at most once a millisecond, and what
 * the sockets have at longer intervals, so that a system call brings many packets and the generator leaves the cores to
 * the bridge. It sleeps by the clock, never at its sockets: a sender on the same machine would pay for waking it.
 * Arrival times are the kernel's, so they do not suffer from any of that.
 */
final class Driver implements AutoCloseable {
    private static final long TICK_NS = 1_000_000;

    /** While an endpoint joins, answers are to come at once. */
    private static final long EAGER_RECEIVE_NS = 1_000_000;

    /** Then a socket's buffer holds what comes: at 550 Mbit/s to 33 sockets 8 KB each. */
    private static final long RECEIVE_NS = 4_000_000;

    /** Sockets that are read before it is looked whether something is due. */
    private static final int SOCKETS_BETWEEN_TIMERS = 32;

    private static final long GAUGE_INTERVAL_NS = 100_000_000;
    private static final int RECEIVE_BATCH = 64;

    /** A poller names no more at once. */
    private static final int MAX_READY = 256;

    private final ConcurrentLinkedQueue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final int number;
    private final Meters meters;
    private List<Endpoint> endpoints = List.of();
    private long[] deadlinesNs = new long[0];
    private @Nullable Poller poller;
    private @Nullable Thread thread;
    private volatile Gauge gauge = Gauge.NOTHING;
    private volatile boolean eager = true;
    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;
    private long nextTimerNs;
    private long nextReceiveNs;
    private long nextGaugeNs;

    Driver(int number, Meters meters) {
        this.number = number;
        this.meters = meters;
    }

    /** Hands the endpoints over and starts. */
    void start(List<Endpoint> owned) {
        endpoints = List.copyOf(owned);
        deadlinesNs = new long[endpoints.size()];
        Poller sockets =
                NativeUdpSocket.poller(owned.stream().map(Endpoint::socket).toList());
        poller = sockets;
        Thread started = Thread.ofPlatform().name("driver-" + number).daemon().unstarted(() -> run(sockets));
        thread = started;
        started.start();
    }

    /** Runs a task on the driver's thread soon; any thread. */
    void post(Runnable task) {
        commands.add(task);
    }

    /** Whether sockets are read each millisecond, or less often with less work; any thread. */
    void eager(boolean isEager) {
        eager = isEager;
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

    /** What its endpoints measure together; for its own thread. */
    Meters meters() {
        return meters;
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
        if (startNs >= nextTimerNs) {
            runTimers(startNs);
        }
        if (startNs >= nextReceiveNs) {
            nextReceiveNs = startNs + (eager ? EAGER_RECEIVE_NS : RECEIVE_NS);
            receive(sockets, batch);
        }
        updateGauge(startNs);
        long wakeNs = Math.max(startNs + TICK_NS, Math.min(nextTimerNs, nextReceiveNs));
        long leftNs = wakeNs - System.nanoTime();
        if (leftNs > 0) {
            LockSupport.parkNanos(leftNs);
        }
    }

    private void runCommands() {
        Runnable command = commands.poll();
        if (command == null) {
            return;
        }
        for (; command != null; command = commands.poll()) {
            command.run();
        }
        for (int i = 0; i < deadlinesNs.length; i++) { // a command may have changed any deadline
            setDeadline(i);
        }
    }

    private void receive(Poller sockets, ReceiveBatch batch) {
        int sinceTimers = 0;
        int left = endpoints.size(); // each once: where more comes than can be read, something is always there
        int ready;
        do {
            ready = sockets.await(0);
            left -= ready;
            for (int i = 0; i < ready; i++) {
                int index = sockets.readyIndex(i);
                endpoints.get(index).onReadable(batch);
                setDeadline(index);
                if (++sinceTimers == SOCKETS_BETWEEN_TIMERS) {
                    sinceTimers = 0;
                    long nowNs = System.nanoTime();
                    if (nowNs >= nextTimerNs) {
                        runTimers(nowNs);
                    }
                }
            }
        } while (ready == MAX_READY && left > 0);
    }

    private void setDeadline(int index) {
        long deadlineNs = endpoints.get(index).nextDeadlineNs();
        deadlinesNs[index] = deadlineNs;
        nextTimerNs = Math.min(nextTimerNs, deadlineNs);
    }

    private void runTimers(long nowNs) {
        long nextNs = Long.MAX_VALUE;
        for (int i = 0; i < deadlinesNs.length; i++) {
            if (nowNs >= deadlinesNs[i]) {
                Endpoint endpoint = endpoints.get(i);
                endpoint.onTime(nowNs);
                deadlinesNs[i] = endpoint.nextDeadlineNs();
            }
            nextNs = Math.min(nextNs, deadlinesNs[i]);
        }
        nextTimerNs = nextNs;
    }

    private void updateGauge(long nowNs) {
        if (nowNs >= nextGaugeNs) {
            nextGaugeNs = nowNs + GAUGE_INTERVAL_NS;
            Gauge.Sum sum = new Gauge.Sum();
            endpoints.forEach(endpoint -> endpoint.addTo(sum));
            gauge = sum.toGauge();
        }
    }

    /** Ends the thread, which closes its endpoints. */
    @Override
    public void close() {
        stopped = true;
        Poller sockets = poller;
        Thread running = thread;
        if (sockets == null || running == null) {
            return;
        }
        try {
            running.join(5_000);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        sockets.close();
    }
}
