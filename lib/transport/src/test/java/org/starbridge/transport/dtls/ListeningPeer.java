package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A listener that remembers what it heard, and checks that its calls never overlap. */
final class ListeningPeer implements DtlsSession.Listener {
    static final int PATIENCE_S = 20;

    final CompletableFuture<DtlsSrtpKeys> connected = new CompletableFuture<>();
    final CompletableFuture<String> failed = new CompletableFuture<>();
    final CompletableFuture<Boolean> closed = new CompletableFuture<>();
    final CompletableFuture<Throwable> violation = new CompletableFuture<>();
    final BlockingQueue<byte[]> data = new LinkedBlockingQueue<>();
    private final AtomicInteger callers = new AtomicInteger();
    private final Consumer<byte[]> out;

    ListeningPeer(Consumer<byte[]> out) {
        this.out = out;
    }

    @Override
    public void send(byte[] datagram) {
        out.accept(datagram);
    }

    @Override
    public void onConnected(DtlsSrtpKeys keys) {
        alone(() -> connected.complete(keys));
    }

    @Override
    public void onApplicationData(byte[] received) {
        alone(() -> data.add(received));
    }

    @Override
    public void onFailed(String reason) {
        alone(() -> failed.complete(reason));
    }

    @Override
    public void onClosed() {
        alone(() -> closed.complete(true));
    }

    private void alone(Runnable note) {
        if (callers.incrementAndGet() != 1 || failed.isDone() || closed.isDone()) {
            violation.complete(new AssertionError("a call overlaps another or follows the last one"));
        }
        note.run();
        callers.decrementAndGet();
    }

    DtlsSrtpKeys awaitKeys() throws Exception {
        CompletableFuture.anyOf(connected, failed).get(PATIENCE_S, TimeUnit.SECONDS);
        assertThat(failed).isNotDone();
        return connected.get();
    }

    String awaitFailure() throws Exception {
        return failed.get(PATIENCE_S, TimeUnit.SECONDS);
    }

    void awaitClosed() throws Exception {
        closed.get(PATIENCE_S, TimeUnit.SECONDS);
    }

    /** Waits until it was closed or failed, and checks the order of the calls so far. */
    void awaitEnd() {
        CompletableFuture.anyOf(closed, failed)
                .orTimeout(PATIENCE_S, TimeUnit.SECONDS)
                .join();
        assertThat(violation).isNotDone();
    }

    byte[] awaitData() throws Exception {
        byte[] next = data.poll(PATIENCE_S, TimeUnit.SECONDS);
        assertThat(next).as("application data").isNotNull();
        return next;
    }
}
