package org.starbridge.control.conference;

import java.util.List;
import java.util.function.IntSupplier;
import org.starbridge.control.message.ChannelNotifications;
import org.starbridge.control.message.SourceMaps;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.selection.Member;
import org.starbridge.control.selection.Selection;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.control.selection.Selector;
import org.starbridge.media.api.ForwardingTable;

/**
 * Selects what is forwarded in one conference, publishes it, and sends clients what changed for them. Guarded by the
 * conference's lock.
 */
final class SourceSelection {
    private final Endpoints endpoints;
    private final IntSupplier loadLastN;
    private final ChannelNotifications notifications;
    private final SourceMaps sourceMaps;
    private final TablePublisher publisher;
    private final Selector selector;
    private final LayerReview review;

    /** @param loadLastN the bridge's last-N while it is overloaded, -1 if it is not */
    SourceSelection(
            String conferenceId,
            Endpoints endpoints,
            SelectionPolicy policy,
            IntSupplier loadLastN,
            ChannelNotifications notifications,
            SourceMaps sourceMaps,
            TablePublisher publisher) {
        this.endpoints = endpoints;
        this.loadLastN = loadLastN;
        this.notifications = notifications;
        this.sourceMaps = sourceMaps;
        this.publisher = publisher;
        selector = new Selector(conferenceId, policy);
        review = new LayerReview(policy);
    }

    void select(long nowNs) {
        boolean weighsLayers = review.weighsLayers(endpoints.all(), nowNs);
        Selection selection =
                selector.select(publisher.nextVersion(), members(weighsLayers, nowNs), loadLastN.getAsInt(), nowNs);
        ForwardingTable table =
                sourceMaps.apply(selection, notifications.speakers().inOrder(endpoints.all()));
        boolean isSame = publisher.isPublished(table);
        boolean isDue = review.onSelected(endpoints.all(), selection, isSame, nowNs);
        if (!isSame || isDue) {
            publisher.publish(table);
        }
        notifications.onSelection(selection);
        endpoints.all().forEach(LocalEndpoint::reportAllocation);
    }

    /** Whether other layers are to be selected although nothing was asked for: see {@link LayerReview}. */
    boolean isDue(long nowNs) {
        return review.isDue(endpoints.all(), nowNs);
    }

    /** Those first who spoke last. */
    private List<Member> members(boolean withLayers, long nowNs) {
        return notifications.speakers().inOrder(endpoints.all()).stream()
                .map(endpoint -> endpoint.member(withLayers, nowNs))
                .toList();
    }
}
