package org.starbridge.control.conference;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.OverloadedException;

/**
 * Sends the forwarding tables of one conference to the media workers, and releases endpoints that left. What finds a
 * worker's queue full is tried again after a pause that grows from 5 ms to 500 ms; by then it is the newest table.
 * Guarded by the conference's lock.
 */
final class TablePublisher {
    private static final Duration FIRST_RETRY = Duration.ofMillis(5);
    private static final Duration LAST_RETRY = Duration.ofMillis(500);

    private final ReentrantLock lock;
    private final ConferenceEnvironment environment;
    private final ConferenceCounters counters;
    private final ArrayDeque<MediaEndpoint> leaving = new ArrayDeque<>();
    private ForwardingTable published;
    private boolean isRetryScheduled;
    private boolean isReleaseScheduled;

    TablePublisher(
            String conferenceId, ReentrantLock lock, ConferenceEnvironment environment, ConferenceCounters counters) {
        this.lock = lock;
        this.environment = environment;
        this.counters = counters;
        published = new ForwardingTable(conferenceId, 0, List.of());
    }

    /** The version of the next table. */
    long nextVersion() {
        return published.version() + 1;
    }

    /** Returns whether a table was published that workers would treat the same. */
    boolean isPublished(ForwardingTable table) {
        return published.version() > 0 && table.isSameAs(published);
    }

    /** Publishes a table with {@link #nextVersion}. */
    void publish(ForwardingTable table) {
        published = table;
        publish(FIRST_RETRY);
    }

    /** The endpoint is released at the next {@link #releaseLeaving}, after the table without it. */
    void leave(MediaEndpoint endpoint) {
        leaving.add(endpoint);
    }

    /** Releases on the media plane what left. */
    void releaseLeaving() {
        releaseLeaving(FIRST_RETRY);
    }

    private void releaseLeaving(Duration pause) {
        try {
            while (!leaving.isEmpty()) {
                leaving.getFirst().expire();
                leaving.removeFirst();
            }
        } catch (OverloadedException _) {
            counters.count(RequestWarning.EXPIRY_DELAYED);
            if (!isReleaseScheduled) {
                isReleaseScheduled = true;
                environment.delayed().after(pause, () -> releaseAgain(pause));
            }
        }
    }

    private void releaseAgain(Duration lastPause) {
        lock.lock();
        try {
            isReleaseScheduled = false;
            releaseLeaving(longer(lastPause));
        } finally {
            lock.unlock();
        }
    }

    private void publish(Duration pause) {
        try {
            environment.media().publish(published);
        } catch (OverloadedException _) {
            counters.count(RequestWarning.PUBLICATION_DELAYED);
            if (!isRetryScheduled) {
                isRetryScheduled = true;
                environment.delayed().after(pause, () -> publishAgain(pause));
            }
        }
    }

    /** With a new version, so that workers that took the refused table take this one too. */
    private void publishAgain(Duration lastPause) {
        lock.lock();
        try {
            isRetryScheduled = false;
            published = published.with(nextVersion(), published.transports());
            publish(longer(lastPause));
        } finally {
            lock.unlock();
        }
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LAST_RETRY) > 0 ? LAST_RETRY : twice;
    }
}
