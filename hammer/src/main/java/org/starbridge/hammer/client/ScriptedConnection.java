package org.starbridge.hammer.client;

import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.media.ScriptedMedia;
import org.starbridge.hammer.client.signalling.BridgeTransport;
import org.starbridge.hammer.client.transport.BridgeConnection;
import org.starbridge.hammer.client.transport.BridgeSocket;
import org.starbridge.hammer.client.transport.DtlsParty;
import org.starbridge.hammer.client.transport.LocalAddresses;
import org.starbridge.hammer.client.transport.Sockets;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * A scripted endpoint's connection to the bridge's media port, with the thread that runs it: keeps its consent, sends
 * what tasks say, and ignores what it receives. Its methods are for any thread.
 */
final class ScriptedConnection implements AutoCloseable {
    private static final int RECEIVE_BATCH = 64;
    private static final int SEND_BATCH = 32;
    private static final int MAX_WAITING_TASKS = 256;

    /** The most that the thread sleeps while something may arrive. */
    private static final long TICK_MS = 2;

    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> connected = new CompletableFuture<>();
    private final BridgeConnection connection;
    private final Thread thread;
    private @Nullable ScriptedMedia media;
    private volatile boolean stopped;

    ScriptedConnection(String name, DtlsParty party, SecureRandom random) {
        connection = new BridgeConnection(
                new BridgeSocket(new Sockets(1).open(), null),
                SEND_BATCH,
                party,
                random,
                this::post,
                null,
                new Events());
        thread = Thread.ofPlatform().name("scripted-" + name).daemon().unstarted(this::run);
    }

    IceCredentials credentials() {
        return connection.credentials();
    }

    int localPort() {
        return connection.localPort();
    }

    /** Starts the thread and connects; {@link #connected} says what came of it. */
    void connect(BridgeTransport bridge, LocalAddresses routes) {
        thread.start();
        post(() -> connection.connect(bridge, routes));
    }

    /** Done when it may send media; failed with a {@link LoadTestException}. */
    CompletableFuture<Void> connected() {
        return connected;
    }

    /** Has its thread send something soon; false if too much waits already: it was not taken. */
    boolean send(Consumer<ScriptedMedia> task) {
        if (tasks.size() > MAX_WAITING_TASKS) {
            return false;
        }
        post(() -> {
            if (media != null) {
                task.accept(media);
            }
        });
        return true;
    }

    private void post(Runnable task) {
        tasks.add(task);
    }

    private void run() {
        try (ReceiveBatch batch = new ReceiveBatch(RECEIVE_BATCH)) {
            while (!stopped) {
                runTasks();
                connection.socket().receive(batch);
                connection.onTime(System.nanoTime());
                connection.outbox().flush();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            if (media != null) {
                media.close();
            }
            connection.close();
        }
    }

    private void runTasks() throws InterruptedException {
        for (Runnable task = tasks.poll(TICK_MS, TimeUnit.MILLISECONDS); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Ends the thread, and with it the connection. */
    @Override
    public void close() {
        stopped = true;
        if (thread.getState() == Thread.State.NEW) {
            connection.close();
            return;
        }
        try {
            thread.join(5_000);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Events implements BridgeConnection.Events {
        @Override
        public void onMedia(long packetAddress, int lengthBytes, long arrivalNs) {
            // What it receives does not matter.
        }

        @Override
        public void onKeys(SrtpKeys keys) {
            media = new ScriptedMedia(SrtpCrypto.probe(), keys, connection.outbox());
            keys.wipe();
            connected.complete(null);
        }

        @Override
        public void onEnd(String reason) {
            connected.completeExceptionally(new LoadTestException("DTLS of a scripted endpoint failed: " + reason));
        }
    }
}
