package org.starbridge.control.message;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.ConnectionStats;
import org.starbridge.control.participant.ConnectionQuality;
import org.starbridge.control.participant.LocalEndpoint;
import org.starbridge.control.participant.QualitySubscription;
import org.starbridge.media.api.EndpointStats;

/**
 * What clients are told of connections at regular times: each of its own downlink, as far as it is known; and those
 * that asked of everybody's quality, all of it first and then what changed. Guarded by the conference's lock.
 */
public final class ConnectionNotifications {
    private final ChannelNotifications announcements;

    public ConnectionNotifications(ChannelNotifications announcements) {
        this.announcements = announcements;
    }

    /** Looks at all connections, and tells. */
    public void tell(Collection<LocalEndpoint> endpoints) {
        Map<String, Integer> all = new LinkedHashMap<>();
        Map<String, Integer> changed = new LinkedHashMap<>();
        for (LocalEndpoint endpoint : endpoints) {
            EndpointStats stats = endpoint.stats();
            boolean isOther = endpoint.connection()
                    .look(
                            stats,
                            endpoint.reception().allocation(),
                            endpoint.participant().isActive());
            if (endpoint.connection().score() != ConnectionQuality.UNKNOWN) {
                all.put(endpoint.id(), endpoint.connection().score());
                if (isOther) {
                    changed.put(endpoint.id(), endpoint.connection().score());
                }
            }
            long downlinkBps = stats.downlinkBps() == EndpointStats.NO_DOWNLINK ? stats.rembBps() : stats.downlinkBps();
            if (downlinkBps != EndpointStats.NO_DOWNLINK && endpoint.channels().current() != null) {
                announcements.send(endpoint, new ConnectionStats(downlinkBps));
            }
        }
        for (LocalEndpoint endpoint : endpoints) {
            QualitySubscription subscription = endpoint.connection().subscription();
            Map<String, Integer> news = subscription == QualitySubscription.NEW ? all : changed;
            boolean hasChannel = endpoint.channels().current() != null;
            if (subscription != QualitySubscription.NONE && !news.isEmpty() && hasChannel) {
                announcements.send(endpoint, new BridgeChannelMessage.ConnectionQuality(news));
                endpoint.connection().subscription(QualitySubscription.TOLD);
            }
        }
    }
}
