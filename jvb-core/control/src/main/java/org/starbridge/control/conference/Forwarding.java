package org.starbridge.control.conference;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.media.api.MediaEndpoint;

/**
 * Decides when a conference selects again after something changed that forwarding depends on. Guarded by the
 * conference's lock.
 *
 * <p>A selection costs streams times receivers, so what changes in quick succession is selected together. After a
 * selection the next one waits {@value #REST} times as long as that took, which keeps a conference below a tenth of a
 * core however many join at once; but at most {@value #LONGEST_REST_PER_ENDPOINT_MS} ms for each endpoint: a small
 * conference costs nothing, so if its selection took long, the machine was busy, and a sender whose sources are not
 * published yet is not heard. Endpoints leave the media plane only after the table without them was published.
 */
final class Forwarding {
    private static final int REST = 9;
    private static final long LONGEST_REST_NS = 500_000_000;
    private static final int LONGEST_REST_PER_ENDPOINT_MS = 2;

    private final ReentrantLock lock;
    private final Endpoints endpoints;
    private final SourceSelection selection;
    private final TablePublisher publisher;
    private final ConferenceEnvironment environment;
    private final ConferenceCounters counters;
    private final long requestIntervalNs;
    private boolean isOutdated;
    private long restUntilNs;
    private long requestsPublishedAtNs;
    private boolean isSelectionScheduled;

    /** @param requestInterval changes that clients ask for are published at most this often */
    Forwarding(
            ReentrantLock lock,
            Endpoints endpoints,
            SourceSelection selection,
            TablePublisher publisher,
            ConferenceEnvironment environment,
            ConferenceCounters counters,
            Duration requestInterval) {
        this.lock = lock;
        this.endpoints = endpoints;
        this.selection = selection;
        this.publisher = publisher;
        this.environment = environment;
        this.counters = counters;
        requestIntervalNs = requestInterval.toNanos();
        restUntilNs = nowNs();
        requestsPublishedAtNs = nowNs() - requestIntervalNs;
    }

    private long nowNs() {
        return environment.clockNs().getAsLong();
    }

    /** Something changed that the next table shows. */
    void outdate() {
        isOutdated = true;
    }

    /** An endpoint or a relay leaves the media plane after the next table. */
    void leave(MediaEndpoint endpoint) {
        publisher.leave(endpoint);
    }

    /** Publishes what changed, at once if the last selection is long enough ago. */
    void publish() {
        publishAfter(restUntilNs - nowNs());
    }

    /**
     * Like {@link #publish}, for what clients ask for over their channels: the first change is published at once, those
     * that follow within an interval together at its end. Every client asks when it joins, resizes or scrolls.
     */
    void publishForClient() {
        long nowNs = nowNs();
        long waitNs = clientWaitNs(nowNs);
        if (isOutdated && waitNs <= 0) {
            requestsPublishedAtNs = nowNs;
        } else if (isOutdated && isSelectionScheduled) {
            counters.increment(ConferenceCounter.PUBLICATIONS_MERGED);
        }
        publishAfter(waitNs);
    }

    /**
     * Like {@link #publishForClient}, but never selects on the calling thread: what would be published now is scheduled
     * at once.
     */
    void publishForClientElsewhere() {
        if (!isOutdated || clientWaitNs(nowNs()) > 0) {
            publishForClient();
        } else if (!isSelectionScheduled) {
            isSelectionScheduled = true;
            environment.delayed().after(Duration.ZERO, this::publishAsScheduled);
        }
    }

    private long clientWaitNs(long nowNs) {
        return Math.max(restUntilNs - nowNs, requestIntervalNs - (nowNs - requestsPublishedAtNs));
    }

    private void publishAfter(long waitNs) {
        if (!isOutdated) {
            publisher.releaseLeaving();
        } else if (waitNs <= 0) {
            publishNow();
        } else if (!isSelectionScheduled) {
            isSelectionScheduled = true;
            environment.delayed().after(Duration.ofNanos(waitNs), this::publishAsScheduled);
        }
    }

    private void publishAsScheduled() {
        lock.lock();
        try {
            isSelectionScheduled = false;
            requestsPublishedAtNs = nowNs();
            publishNow();
        } finally {
            lock.unlock();
        }
    }

    /** Publishes what changed, however short the time since the last selection. */
    void publishNow() {
        if (isOutdated) {
            isOutdated = false;
            long beganNs = nowNs();
            selection.select(beganNs);
            long endedNs = nowNs();
            restUntilNs = endedNs + Math.min(longestRestNs(), REST * (endedNs - beganNs));
        }
        publisher.releaseLeaving();
    }

    private long longestRestNs() {
        return Math.min(LONGEST_REST_NS, LONGEST_REST_PER_ENDPOINT_MS * 1_000_000L * endpoints.size());
    }

    /** Selects again if other layers are due. */
    void review() {
        if (selection.isDue(nowNs())) {
            isOutdated = true;
        }
    }
}
