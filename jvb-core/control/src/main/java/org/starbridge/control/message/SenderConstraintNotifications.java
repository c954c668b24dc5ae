package org.starbridge.control.message;

import java.util.Map;
import org.starbridge.colibri.channel.BridgeChannelMessage.SenderSourceConstraints;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.lastn.allocation.SenderConstraints;
import org.starbridge.media.api.MediaKind;

/**
 * Sends clients the largest height in which any receiver wants each of their video sources, when it changes. Guarded by
 * the conference's lock.
 */
final class SenderConstraintNotifications {
    private final Endpoints endpoints;
    private final MessageSender sender;
    /** By the name of the source. */
    private Map<String, Integer> wantedHeightsPx = Map.of();

    SenderConstraintNotifications(Endpoints endpoints, MessageSender sender) {
        this.endpoints = endpoints;
        this.sender = sender;
    }

    /** Sends a client whose channel opened the constraints of all its sources. */
    void onOpen(LocalEndpoint endpoint) {
        for (DeclaredSource source : endpoint.participant().sources()) {
            Integer heightPx = wantedHeightsPx.get(source.name());
            if (heightPx != null) {
                sender.send(endpoint, new SenderSourceConstraints(source.name(), heightPx));
            }
        }
    }

    /** Sends the constraints that a selection changed. */
    void onSelection(Map<String, Integer> wanted) {
        Map<String, Integer> changes = SenderConstraints.changes(wantedHeightsPx, wanted);
        wantedHeightsPx = wanted;
        if (changes.isEmpty()) {
            return;
        }
        for (LocalEndpoint owner : endpoints.all()) {
            for (DeclaredSource source : owner.participant().sources()) {
                Integer heightPx = changes.get(source.name());
                if (heightPx != null && source.kind() == MediaKind.VIDEO) {
                    sender.send(owner, new SenderSourceConstraints(source.name(), heightPx));
                }
            }
        }
    }
}
