package org.starbridge.hammer.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.result.JoinTime;
import org.starbridge.hammer.client.signalling.BridgeTransport;
import org.starbridge.hammer.client.signalling.ClientTransport;
import org.starbridge.hammer.client.signalling.Signalling;
import org.starbridge.hammer.client.signalling.VisibleTransport;
import org.starbridge.hammer.client.transport.LocalAddresses;
import org.starbridge.transport.dtls.DtlsIdentity;

/**
 * Brings endpoints into the conference, several at once but no more than a given number in a second: each on a virtual
 * thread, which waits for the bridge's answers and for what the endpoint's driver and the DTLS threads do. Used by one
 * thread at a time.
 */
final class Joiner implements AutoCloseable {
    private static final long ANSWER_TIMEOUT_MS = 5_000;
    private static final long SECOND_NS = 1_000_000_000;

    private final Signalling signalling;
    private final ClientChannels channels;
    private final DtlsIdentity identity;
    private final long timeoutMs;
    private final ConcurrentLinkedQueue<VisibleTransport> targets = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<JoinTime> times = new ConcurrentLinkedQueue<>();
    private volatile boolean conferenceExists;

    /**
     * @param channels closed with this
     * @param identity whose certificate endpoints show
     * @param timeoutMs for an endpoint's connection
     */
    Joiner(Signalling signalling, ClientChannels channels, DtlsIdentity identity, long timeoutMs) {
        this.signalling = signalling;
        this.channels = channels;
        this.identity = identity;
        this.timeoutMs = timeoutMs;
    }

    /** Joins one endpoint, and blocks until it is in. */
    @FunctionalInterface
    interface Join<T> {
        void run(T endpoint) throws InterruptedException;
    }

    /**
     * Joins several, and blocks until all are in.
     *
     * @param rate how many begin in a second, at most
     * @param atOnce how many are between their first request and their keys, at most
     * @param join of one; called on a virtual thread for each
     * @return how long each took, in nanoseconds
     * @throws LoadTestException if one is not let in
     */
    <T> List<Long> joinAll(List<T> endpoints, double rate, int atOnce, Join<T> join) throws InterruptedException {
        Semaphore places = new Semaphore(atOnce);
        List<CompletableFuture<Long>> joins = new ArrayList<>();
        long startNs = System.nanoTime();
        for (T endpoint : endpoints) {
            long beginNs = startNs + (long) (joins.size() * SECOND_NS / rate);
            awaitMoment(beginNs);
            places.acquire();
            CompletableFuture<Long> joined = new CompletableFuture<>();
            joins.add(joined);
            Thread.ofVirtual().name("join-" + joins.size()).start(() -> {
                long beganNs = System.nanoTime();
                try {
                    join.run(endpoint);
                    joined.complete(System.nanoTime() - beganNs);
                } catch (RuntimeException e) {
                    joined.completeExceptionally(e);
                } catch (InterruptedException e) {
                    joined.completeExceptionally(new LoadTestException("interrupted while joining", e));
                } finally {
                    places.release();
                }
            });
        }
        List<Long> took = new ArrayList<>();
        for (CompletableFuture<Long> joined : joins) {
            took.add(PendingAnswers.await(joined, 20 * timeoutMs, "an endpoint did not join"));
        }
        return took;
    }

    static void awaitMoment(long momentNs) throws InterruptedException {
        for (long leftNs = momentNs - System.nanoTime(); leftNs > 0; leftNs = momentNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /**
     * Joins one, which creates the conference if it is the first, and blocks until it is in. The time is kept.
     *
     * @throws LoadTestException if it is not let in
     */
    void join(Endpoint endpoint, boolean isFirst) throws InterruptedException {
        long beganNs = System.nanoTime();
        long connectedNs = JoinTime.NEVER;
        try {
            connectedNs = connect(endpoint, isFirst);
        } finally {
            times.add(new JoinTime(endpoint.plan().number(), 0, beganNs, connectedNs, JoinTime.NEVER));
        }
    }

    /** The same; says when it had its keys, and keeps nothing. */
    long connect(Endpoint endpoint, boolean isFirst) throws InterruptedException {
        EndpointPlan plan = endpoint.plan();
        try {
            ClientTransport own = new ClientTransport(endpoint.credentials(), identity.fingerprint(), List.of());
            BridgeTransport bridge = signalling.enter(plan, own, isFirst);
            conferenceExists = true;
            targets.add(new VisibleTransport(
                    plan.number(), bridge.credentials().ufrag(), bridge.addresses(), plan.videoSsrc()));
            LocalAddresses routes = LocalAddresses.loopback(endpoint.localPort())
                    .withRoutesTo(bridge.addresses(), endpoint.localPort());
            signalling.answer(plan, own.withAddresses(routes.towards(bridge.addresses())));
            endpoint.driver().post(() -> endpoint.connect(bridge, routes));
            channels.open(endpoint, bridge);
            awaitKeys(endpoint, bridge);
            long connectedNs = System.nanoTime();
            channels.awaitDataChannel(endpoint, bridge);
            return connectedNs;
        } catch (IOException e) {
            throw new LoadTestException("endpoint " + plan.id() + " cannot join: " + e.getMessage(), e);
        }
    }

    private void awaitKeys(Endpoint endpoint, BridgeTransport bridge) throws InterruptedException {
        try {
            endpoint.connected().get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new LoadTestException(String.valueOf(PendingAnswers.cause(e).getMessage()), e);
        } catch (TimeoutException e) {
            String condition = PendingAnswers.await(
                    endpoint.driver().ask(endpoint::conditionText), ANSWER_TIMEOUT_MS, "no answer");
            throw new LoadTestException(
                    "endpoint " + endpoint.plan().id() + " is not connected to the bridge after " + timeoutMs / 1000
                            + " s (" + condition + "); the bridge offered " + bridge.addresses()
                            + ": are they reachable from here over UDP?",
                    e);
        }
    }

    /** Returns whether there is a conference to be ended; any thread. */
    boolean conferenceExists() {
        return conferenceExists;
    }

    /** Returns the times at which endpoints joined or failed; any thread. */
    List<JoinTime> times() {
        return List.copyOf(times);
    }

    /** Returns what an eavesdropper can read from the packets of joined endpoints; any thread. */
    List<VisibleTransport> targets() {
        return List.copyOf(targets);
    }

    /** Problems that did not end the run; any thread. */
    List<String> warnings() {
        return Stream.concat(channels.warnings().stream(), signalling.warnings().stream())
                .toList();
    }

    /** Closes the bridge channels. */
    @Override
    public void close() {
        channels.close();
    }
}
