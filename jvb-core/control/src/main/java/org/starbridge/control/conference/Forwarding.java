package org.starbridge.control.conference;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.message.ChannelNotifications;
import org.starbridge.control.message.SourceMaps;
import org.starbridge.control.participant.Endpoint;
import org.starbridge.control.selection.Member;
import org.starbridge.control.selection.Selection;
import org.starbridge.control.selection.Selector;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.OverloadedException;

/**
 * Brings what is forwarded in a conference to the media workers and to its clients whenever something changed that it depends on.
 * Guarded by the conference's lock.
 *
 * <p>A selection costs streams times receivers, so what changes in quick succession is selected together: after one that took some
 * time the next waits {@value #REST} times as long, which keeps a conference below a tenth of a core however many join at once, but
 * at most {@value #LONGEST_REST_PER_ENDPOINT_MS} ms for each endpoint: a few cost nothing, so if theirs took long, it was because the
 * machine was busy, and a sender whose sources are not published yet is not heard.
 * A table that finds a worker's queue full is published again after a pause, with all that changed meanwhile. Members leave the
 * media plane only after the table without them was sent there.
 */
final class Forwarding {
    private static final Duration FIRST_RETRY = Duration.ofMillis(5);
    private static final Duration LAST_RETRY = Duration.ofMillis(500);
    private static final int REST = 9;
    private static final long LONGEST_REST_NS = 500_000_000;
    private static final int LONGEST_REST_PER_ENDPOINT_MS = 2;

    private final ReentrantLock lock;
    private final Collection<Endpoint> endpoints;
    private final ConferenceEnvironment environment;
    private final ConferenceCounters counters;
    private final ChannelNotifications announcements;
    private final SourceMaps sourceMaps;
    private final Selector selector;
    private final LayerReview review;
    private final long wishIntervalNs;
    private final ArrayDeque<Endpoint> leaving = new ArrayDeque<>();
    private long tableVersion;
    private boolean isOutdated;
    private ForwardingTable published;
    private long restUntilNs;
    private long wishesPublishedAtNs;
    private boolean isSelectionScheduled;
    private boolean isRetryScheduled;
    private boolean isReleaseScheduled;

    /** @param endpoints everybody, live */
    Forwarding(
            String conferenceId,
            ReentrantLock lock,
            Collection<Endpoint> endpoints,
            ConferenceConfig config,
            ConferenceEnvironment environment,
            ConferenceCounters counters,
            ChannelNotifications announcements,
            SourceMaps sourceMaps) {
        this.lock = lock;
        this.endpoints = endpoints;
        this.environment = environment;
        this.counters = counters;
        this.announcements = announcements;
        this.sourceMaps = sourceMaps;
        selector = new Selector(conferenceId, config.selection());
        review = new LayerReview(config.selection());
        wishIntervalNs = config.wishInterval().toNanos();
        restUntilNs = nowNs();
        wishesPublishedAtNs = nowNs() - wishIntervalNs;
        published = new ForwardingTable(conferenceId, 0, List.of());
    }

    private long nowNs() {
        return environment.clockNs().getAsLong();
    }

    /** Something changed that the next table shows. */
    void outdate() {
        isOutdated = true;
    }

    /** An endpoint leaves the media plane after the next table. */
    void leave(Endpoint endpoint) {
        leaving.add(endpoint);
    }

    /** Whether it is still to be released. For tests. */
    boolean isAnyLeaving() {
        return !leaving.isEmpty();
    }

    /** Publishes what changed, at once if the conference has rested enough. */
    void refresh() {
        refreshAfter(restUntilNs - nowNs());
    }

    /**
     * Like {@link #refresh}, for what clients wish: the first change is published at once, those that follow within an interval
     * together at its end. Everybody who joins, resizes or scrolls wishes.
     */
    void refreshForWish() {
        long nowNs = nowNs();
        long waitNs = wishWaitNs(nowNs);
        if (isOutdated && waitNs <= 0) {
            wishesPublishedAtNs = nowNs;
        } else if (isOutdated && isSelectionScheduled) {
            counters.publicationsMerged.increment();
        }
        refreshAfter(waitNs);
    }

    /** The same for a thread that has no time: what would be published now is, as soon as another thread comes to it. */
    void refreshForWishElsewhere() {
        if (!isOutdated || wishWaitNs(nowNs()) > 0) {
            refreshForWish();
        } else if (!isSelectionScheduled) {
            isSelectionScheduled = true;
            environment.delayed().after(Duration.ZERO, this::refreshAsScheduled);
        }
    }

    private long wishWaitNs(long nowNs) {
        return Math.max(restUntilNs - nowNs, wishIntervalNs - (nowNs - wishesPublishedAtNs));
    }

    private void refreshAfter(long waitNs) {
        if (!isOutdated) {
            releaseLeaving(FIRST_RETRY);
        } else if (waitNs <= 0) {
            refreshNow();
        } else if (!isSelectionScheduled) {
            isSelectionScheduled = true;
            environment.delayed().after(Duration.ofNanos(waitNs), this::refreshAsScheduled);
        }
    }

    private void refreshAsScheduled() {
        lock.lock();
        try {
            isSelectionScheduled = false;
            wishesPublishedAtNs = nowNs();
            refreshNow();
        } finally {
            lock.unlock();
        }
    }

    /** Publishes what changed, however short the time since the last one. */
    void refreshNow() {
        if (isOutdated) {
            isOutdated = false;
            long beganNs = nowNs();
            select(beganNs);
            long endedNs = nowNs();
            restUntilNs = endedNs + Math.min(longestRestNs(), REST * (endedNs - beganNs));
        }
        releaseLeaving(FIRST_RETRY);
    }

    private long longestRestNs() {
        return Math.min(LONGEST_REST_NS, LONGEST_REST_PER_ENDPOINT_MS * 1_000_000L * endpoints.size());
    }

    private void select(long nowNs) {
        boolean weighsLayers = review.weighsLayers(endpoints, nowNs);
        Selection selection = selector.select(
                tableVersion + 1,
                members(weighsLayers, nowNs),
                environment.loadLastN().getAsInt(),
                nowNs);
        ForwardingTable table =
                sourceMaps.apply(selection, announcements.speakers().inOrder(endpoints));
        boolean isSame = table.isSameAs(published) && tableVersion > 0;
        boolean isDue = review.onSelected(endpoints, selection, isSame, nowNs);
        if (!isSame || isDue) {
            published = table;
            tableVersion++;
            publish(published, FIRST_RETRY);
        }
        announcements.onSelection(selection);
    }

    /** Looks whether layers came or went, or can be taken by whoever could not, and selects anew if so. */
    void review() {
        if (review.isDue(endpoints, nowNs())) {
            isOutdated = true;
        }
        refresh();
    }

    /** Whoever spoke last comes first. */
    private List<Member> members(boolean withLayers, long nowNs) {
        return announcements.speakers().inOrder(endpoints).stream()
                .map(endpoint -> endpoint.member(withLayers, nowNs))
                .toList();
    }

    /** A full queue must not keep alive what left: whoever it refuses is tried again after a pause. */
    private void releaseLeaving(Duration pause) {
        try {
            while (!leaving.isEmpty()) {
                leaving.getFirst().media().expire();
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

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LAST_RETRY) > 0 ? LAST_RETRY : twice;
    }

    private void publish(ForwardingTable table, Duration pause) {
        try {
            environment.media().publish(table);
        } catch (OverloadedException _) {
            counters.count(RequestWarning.PUBLICATION_DELAYED);
            if (!isRetryScheduled) {
                isRetryScheduled = true;
                environment.delayed().after(pause, () -> publishAgain(pause));
            }
        }
    }

    /** With a new version, so that workers that took the refused one take this one too. */
    private void publishAgain(Duration lastPause) {
        lock.lock();
        try {
            isRetryScheduled = false;
            published = published.with(++tableVersion, published.transports());
            publish(published, longer(lastPause));
        } finally {
            lock.unlock();
        }
    }
}
