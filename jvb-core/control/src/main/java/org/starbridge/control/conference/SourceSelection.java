package org.starbridge.control.conference;

import java.util.List;
import java.util.function.IntSupplier;
import org.starbridge.control.message.ChannelNotifications;
import org.starbridge.control.message.SourceMaps;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.relay.Membership;
import org.starbridge.control.selection.Selection;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.control.selection.Selector;
import org.starbridge.media.api.ForwardingTable;

/**
 * Selects what is forwarded in one conference, publishes it, and sends clients what changed for them. Guarded by the
 * conference's lock.
 */
final class SourceSelection {
    private final Membership membership;
    private final IntSupplier loadLastN;
    private final ChannelNotifications notifications;
    private final SourceMaps sourceMaps;
    private final TablePublisher publisher;
    private final Selector selector;
    private final LayerReview review;

    /** @param loadLastN the bridge's last-N while it is overloaded, -1 if it is not */
    SourceSelection(
            String conferenceId,
            Membership membership,
            SelectionPolicy policy,
            IntSupplier loadLastN,
            ChannelNotifications notifications,
            SourceMaps sourceMaps,
            TablePublisher publisher) {
        this.membership = membership;
        this.loadLastN = loadLastN;
        this.notifications = notifications;
        this.sourceMaps = sourceMaps;
        this.publisher = publisher;
        selector = new Selector(conferenceId, policy);
        review = new LayerReview(policy);
    }

    void select(long nowNs) {
        membership.handOverSsrcs();
        boolean weighsLayers = membership.weighsLayers(nowNs);
        List<Participant> speakers = notifications.speakers().inOrder(membership.participants());
        Selection selection = selector.select(
                publisher.nextVersion(),
                membership.members(weighsLayers, nowNs),
                speakers.stream().map(Participant::key).toList(),
                loadLastN.getAsInt(),
                nowNs);
        ForwardingTable table = sourceMaps.apply(selection, speakers);
        boolean isSame = publisher.isPublished(table);
        boolean isDue = review.onSelected(membership, selection, isSame, nowNs);
        if (!isSame || isDue) {
            publisher.publish(table);
        }
        notifications.onSelection(selection);
        membership.onSelected(selection);
    }

    /** Returns whether other layers are to be selected although nothing was asked for: see {@link LayerReview}. */
    boolean isDue(long nowNs) {
        return review.isDue(membership, nowNs);
    }
}
