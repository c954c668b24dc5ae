package org.starbridge.control.conference;

import java.time.Duration;
import java.util.Collection;

/** What clients are told of who went silent, and who is heard again. Guarded by the conference's lock. */
final class ActivityNotifications {
    private final ChannelPolicy policy;
    private final ChannelNotifications announcements;

    ActivityNotifications(ChannelPolicy policy, ChannelNotifications announcements) {
        this.policy = policy;
        this.announcements = announcements;
    }

    /** Looks who is heard from, and tells what changed. */
    void tell(long nowNs, Collection<Endpoint> endpoints) {
        for (Endpoint endpoint : endpoints) {
            long silentNs = nowNs - endpoint.lastActivityNs();
            Duration patience = endpoint.wasHeard() ? policy.maxInactivity() : policy.firstTransferTimeout();
            boolean isActive = silentNs <= patience.toNanos();
            if (isActive != endpoint.isActive()) {
                endpoint.isActive(isActive);
                announcements.onConnectivity(endpoint);
            }
        }
    }
}
