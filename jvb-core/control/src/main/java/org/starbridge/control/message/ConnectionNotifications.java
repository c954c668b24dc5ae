package org.starbridge.control.message;

import java.util.LinkedHashMap;
import java.util.Map;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.ConnectionStats;
import org.starbridge.control.participant.ConnectionQuality;
import org.starbridge.control.participant.Endpoints;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.QualitySubscription;
import org.starbridge.media.api.EndpointStats;

/**
 * Sends clients the state of connections at regular times: to each its own downlink, if it is known; to those that
 * subscribed the quality of every connection but visitors', at first all of it and then what changed. Guarded by the
 * conference's lock.
 */
public final class ConnectionNotifications {
    private final Endpoints endpoints;
    private final MessageSender sender;

    public ConnectionNotifications(Endpoints endpoints, MessageSender sender) {
        this.endpoints = endpoints;
        this.sender = sender;
    }

    /** Measures all connections, and sends what clients are to know of them. */
    public void check() {
        Map<String, Integer> all = new LinkedHashMap<>();
        Map<String, Integer> changed = new LinkedHashMap<>();
        for (LocalEndpoint endpoint : endpoints.all()) {
            EndpointStats stats = endpoint.stats();
            boolean isOther = endpoint.connection()
                    .look(
                            stats,
                            endpoint.reception().allocation(),
                            endpoint.participant().isActive());
            boolean isKnown = endpoint.connection().score() != ConnectionQuality.UNKNOWN;
            if (isKnown && !endpoint.participant().isVisitor()) {
                all.put(endpoint.id(), endpoint.connection().score());
                if (isOther) {
                    changed.put(endpoint.id(), endpoint.connection().score());
                }
            }
            long downlinkBps = downlinkBps(stats);
            if (downlinkBps != EndpointStats.NO_DOWNLINK && endpoint.channels().current() != null) {
                sender.send(endpoint, new ConnectionStats(downlinkBps));
            }
        }
        for (LocalEndpoint endpoint : endpoints.all()) {
            QualitySubscription subscription = endpoint.connection().subscription();
            Map<String, Integer> scores = subscription == QualitySubscription.NEW ? all : changed;
            boolean hasChannel = endpoint.channels().current() != null;
            if (subscription != QualitySubscription.NONE && !scores.isEmpty() && hasChannel) {
                sender.send(endpoint, new BridgeChannelMessage.ConnectionQuality(scores));
                endpoint.connection().subscription(QualitySubscription.SENT);
            }
        }
    }

    private static long downlinkBps(EndpointStats stats) {
        if (stats.bandwidth().isKnown()) {
            return stats.bandwidth().targetBps();
        }
        return stats.limits().downlinkBps() == EndpointStats.NO_DOWNLINK
                ? stats.limits().rembBps()
                : stats.limits().downlinkBps();
    }
}
