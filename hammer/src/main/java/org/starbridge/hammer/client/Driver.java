package org.starbridge.hammer.client;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.transport.platform.Poller;
import org.starbridge.transport.udp.NativeUdpSocket;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * The platform thread that owns some endpoints, which may come and go: commands, timers and due packets at most once a
 * millisecond, and what the sockets have at longer intervals, so that a system call brings many packets and the
 * generator leaves the cores to the bridge. It sleeps by the clock, never at its sockets: a sender on the same machine
 * would pay for waking it. Arrival times are the kernel's, so they do not suffer from any of that.
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
    private final Thread thread;
    private final List<Endpoint> endpoints = new ArrayList<>();
    private long[] deadlinesNs = new long[0];
    private Poller poller = NativeUdpSocket.poller(List.of());
    private LiveTotals departed = LiveTotals.NOTHING;
    private volatile LiveTotals gauge = LiveTotals.NOTHING;
    private volatile boolean eager = true;
    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;
    private long nextTimerNs;
    private long nextReceiveNs;
    private long nextGaugeNs;

    private Driver(String name) {
        thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
    }

    /** Starts the thread, which owns no endpoint yet. */
    static Driver start(String name) {
        Driver driver = new Driver(name);
        driver.thread.start();
        return driver;
    }

    /** Takes endpoints over; any thread. */
    void add(List<Endpoint> added) {
        post(() -> {
            endpoints.addAll(added);
            onMembers();
        });
    }

    /** Closes an endpoint; what it sent and received stays in the sums. Any thread. */
    void remove(Endpoint endpoint) {
        post(() -> {
            if (endpoints.remove(endpoint)) {
                LiveTotals.Sum sum = new LiveTotals.Sum();
                endpoint.addTo(sum);
                departed = departed.plus(sum.toGauge().asPast());
                endpoint.close();
                onMembers();
            }
        });
    }

    /** The sockets to watch are others; runCommands() sets the deadlines. */
    private void onMembers() {
        poller.close();
        poller = NativeUdpSocket.poller(endpoints.stream().map(Endpoint::socket).toList());
        deadlinesNs = Arrays.copyOf(deadlinesNs, endpoints.size());
    }

    /** Runs a task on the driver's thread soon; any thread. */
    void post(Runnable task) {
        commands.add(task);
    }

    /** Sets whether sockets are read each millisecond, or less often with less work; any thread. */
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

    /** Sums over its endpoints, at most 100 ms old; any thread. */
    LiveTotals gauge() {
        return gauge;
    }

    /**
     * The same; any thread.
     *
     * @throws LoadTestException if the thread has stopped by itself
     */
    LiveTotals checkedGauge() {
        Throwable reason = failure;
        if (reason != null) {
            throw new LoadTestException("a media thread of the Hammer has failed: " + reason, reason);
        }
        return gauge;
    }

    /** The CPU time of its thread so far; -1 if the machine doesn't tell. Any thread. */
    long cpuNs() {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId());
    }

    private void run() {
        ReceiveBatch batch = new ReceiveBatch(RECEIVE_BATCH);
        try {
            while (!stopped) {
                cycle(batch);
            }
            runCommands();
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            endpoints.forEach(Endpoint::close);
            poller.close();
            batch.close();
        }
    }

    private void cycle(ReceiveBatch batch) {
        long startNs = System.nanoTime();
        runCommands();
        if (startNs >= nextTimerNs) {
            runTimers(startNs);
        }
        if (startNs >= nextReceiveNs) {
            nextReceiveNs = startNs + (eager ? EAGER_RECEIVE_NS : RECEIVE_NS);
            receive(batch);
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
        for (int i = 0; i < deadlinesNs.length; i++) { // a command may have changed any deadline, or who is there
            setDeadline(i);
        }
    }

    private void receive(ReceiveBatch batch) {
        int sinceTimers = 0;
        int left = endpoints.size(); // each once: where more comes than can be read, something is always there
        int ready;
        do {
            ready = poller.await(0);
            left -= ready;
            for (int i = 0; i < ready; i++) {
                int index = poller.readyIndex(i);
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
            gauge = sum();
        }
    }

    /** Sums at this moment; for its own thread. */
    LiveTotals sum() {
        LiveTotals.Sum sum = new LiveTotals.Sum();
        endpoints.forEach(endpoint -> endpoint.addTo(sum));
        return sum.toGauge().plus(departed);
    }

    /** Ends the thread, which closes its endpoints. */
    @Override
    public void close() {
        stopped = true;
        try {
            thread.join(5_000);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
