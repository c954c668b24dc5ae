package org.starbridge.control.message;

import java.time.Duration;
import java.util.Collection;
import org.starbridge.control.channel.ChannelPolicy;
import org.starbridge.control.participant.LocalEndpoint;

/** What clients are told of who went silent, and who is heard again. Guarded by the conference's lock. */
public final class ActivityNotifications {
    private final ChannelPolicy policy;
    private final ChannelNotifications announcements;

    public ActivityNotifications(ChannelPolicy policy, ChannelNotifications announcements) {
        this.policy = policy;
        this.announcements = announcements;
    }

    /** Looks who is heard from, and tells what changed. */
    public void tell(long nowNs, Collection<LocalEndpoint> endpoints) {
        for (LocalEndpoint endpoint : endpoints) {
            long silentNs = nowNs - endpoint.lastActivityNs();
            Duration patience = endpoint.wasHeard() ? policy.maxInactivity() : policy.firstTransferTimeout();
            boolean isActive = silentNs <= patience.toNanos();
            if (isActive != endpoint.participant().isActive()) {
                endpoint.participant().isActive(isActive);
                announcements.onConnectivity(endpoint);
            }
        }
    }
}
