package org.starbridge.bridge.xmpp;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jivesoftware.smack.SmackException.NotConnectedException;
import org.jivesoftware.smack.packet.Stanza;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Stanzas that wait until the server has acknowledged enough of those before them (XEP-0198). Smack holds 500 without
 * an acknowledgement, then its writer waits; with its queue full as well, its reader waits to acknowledge something
 * itself, and so never reads what the writer waits for: the connection hangs. So Smack gets fewer than that, and only
 * this queue grows. Any thread may offer; one thread of its own passes on.
 */
final class SendQueue implements AutoCloseable {
    /** Well below Smack's 500, and enough for any round trip: the server is asked to acknowledge after each fifth. */
    static final int MOST_UNACKNOWLEDGED = 200;

    /** Number of stanzas that a flood may make the bridge keep: some 10 MB. */
    static final int MOST_WAITING = 10_000;

    /** Sends for good; may block. */
    @FunctionalInterface
    interface Way {
        void send(Stanza stanza) throws NotConnectedException, InterruptedException;
    }

    private final LinkedBlockingQueue<Stanza> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private final Way way;
    private final SharedCounters<XmppCounter> counters;
    private final Thread sender;
    private volatile Semaphore room = new Semaphore(MOST_UNACKNOWLEDGED);
    private volatile boolean isSending;
    private volatile boolean isClosed;

    public SendQueue(Way way, SharedCounters<XmppCounter> counters) {
        this.way = way;
        this.counters = counters;
        sender = Thread.ofVirtual().name("xmpp-send").start(this::passOn);
    }

    /** Takes a stanza, or loses it, counted, when too many wait. */
    public void offer(Stanza stanza) {
        if (!waiting.offer(stanza)) {
            counters.increment(XmppCounter.UNSENT);
        }
    }

    /** The server has got one more. */
    void onAcknowledged() {
        room.release();
    }

    /** Another session: what was meant for the one before is of no use. */
    void beginAnew() {
        counters.add(XmppCounter.UNSENT, waiting.size());
        waiting.clear();
        Semaphore former = room;
        room = new Semaphore(MOST_UNACKNOWLEDGED);
        former.release(); // a thread that waits there
    }

    /** Waits until all is passed on, for a while. */
    void flush(long limitMs) throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
        while ((!waiting.isEmpty() || isSending) && System.nanoTime() - deadlineNs < 0) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private void passOn() {
        while (!isClosed) {
            try {
                Stanza next = waiting.take();
                isSending = true;
                room.acquire();
                way.send(next);
            } catch (NotConnectedException | InterruptedException e) { // Smack also interrupts when it is shut down
                counters.increment(XmppCounter.UNSENT);
            } finally {
                isSending = false;
            }
        }
    }

    @Override
    public void close() {
        isClosed = true;
        sender.interrupt();
    }
}
