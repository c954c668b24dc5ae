package org.starbridge.control.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bridge's part in relays.
 *
 * @param relayId under which other bridges know this one; null if it takes no part ({@code videobridge.relay.relay-id})
 * @param webSocketBaseUrls scheme, host and port under which other bridges open channels, best first; empty if they can
 *     not ({@code videobridge.websockets.relay-domains})
 * @param version that other bridges get in {@code ServerHello}, whatever clients get: Jitsi Videobridge warns if there
 *     is none; null says nothing
 */
public record RelayPolicy(
        @Nullable String relayId,
        List<String> webSocketBaseUrls,
        @Nullable String version) {
    /** No relays. */
    public static final RelayPolicy DISABLED = new RelayPolicy(null, List.of(), null);

    public RelayPolicy {
        webSocketBaseUrls = List.copyOf(webSocketBaseUrls);
    }

    public boolean isEnabled() {
        return relayId != null;
    }

    /** The id for messages; empty if there are no relays. */
    public String announcedId() {
        return relayId == null ? "" : relayId;
    }
}
