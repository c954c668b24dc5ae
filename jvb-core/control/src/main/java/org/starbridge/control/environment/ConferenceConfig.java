package org.starbridge.control.environment;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.starbridge.control.channel.ChannelPolicy;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.control.selection.SlotLimits;
import org.starbridge.lastn.ReceiverConstraints;

/**
 * Configuration of conferences.
 *
 * @param initialMaxHeightPx height limit of every video source before a receiver's first constraints; 0 is no video, -1
 *     no limit ({@code videobridge.cc.initial-max-height-px})
 * @param defaultMaxHeightPx height limit of sources without a constraint of their own once the first constraints came
 *     without a default ({@code videobridge.cc.default-max-height-px})
 * @param initialLastN Last-N of an endpoint for which the focus set none; -1 is no limit
 *     ({@code videobridge.cc.initial-last-n})
 * @param webSocketBaseUrls scheme, host and port of the bridge channel's URLs, {@code wss://meet.example:443}, one
 *     advertised URL each, best first; empty switches the channel's advertisement off
 * @param webSocketServerId the path element after {@code /colibri-ws/}
 * @param advertisePrivateCandidates offer private host addresses (RFC 1918, fc00::/7) to endpoints that lack the
 *     capability {@code private-address-connectivity}
 * @param advertiseLoopbackCandidates offer loopback addresses
 * @param transport the bridge's side of its endpoints' transports
 * @param announcedVersion what {@code ServerHello} says of the bridge's version; empty says nothing
 *     ({@code videobridge.version.announce})
 * @param idleTimeout an endpoint or conference without activity for this long is expired
 * @param wishInterval what clients wish over their channels goes to the media workers at most this often
 *     ({@code starbridge.channel.publish-interval})
 * @param limits what clients may ask for
 * @param channel which messages clients get about each other
 * @param slots how many SSRCs an endpoint is sent whose SSRCs are rewritten ({@code videobridge.ssrc-limit})
 * @param selection how the bridge chooses for its receivers
 * @param relay the bridge's part in relays
 */
public record ConferenceConfig(
        int initialMaxHeightPx,
        int defaultMaxHeightPx,
        int initialLastN,
        List<String> webSocketBaseUrls,
        String webSocketServerId,
        boolean advertisePrivateCandidates,
        boolean advertiseLoopbackCandidates,
        TransportPolicy transport,
        Optional<String> announcedVersion,
        Duration idleTimeout,
        Duration wishInterval,
        ConferenceLimits limits,
        ChannelPolicy channel,
        SlotLimits slots,
        SelectionPolicy selection,
        RelayPolicy relay) {
    /**
     * At 100 participants with three streams each, a publication costs a few milliseconds: at most a tenth of a core.
     */
    public static final Duration DEFAULT_WISH_INTERVAL = Duration.ofMillis(50);

    /** @throws IllegalArgumentException for a number below -1, a time that is not positive, or an empty server id */
    public ConferenceConfig {
        requireLimit("initialMaxHeightPx", initialMaxHeightPx);
        requireLimit("defaultMaxHeightPx", defaultMaxHeightPx);
        requireLimit("initialLastN", initialLastN);
        webSocketBaseUrls = List.copyOf(webSocketBaseUrls);
        if (!webSocketServerId.matches("[A-Za-z0-9._~-]+")) {
            throw new IllegalArgumentException("webSocketServerId \"" + webSocketServerId
                    + "\": expected letters, digits, dots, underscores, tildes or hyphens");
        }
        if (idleTimeout.isNegative() || idleTimeout.isZero()) {
            throw new IllegalArgumentException("idleTimeout is " + idleTimeout + ": expected more than 0");
        }
        if (wishInterval.isNegative()) {
            throw new IllegalArgumentException("wishInterval is " + wishInterval + ": expected 0 or more");
        }
    }

    /**
     * Without a configuration file: a full star without a bridge channel, on any address, for one minute without
     * activity.
     *
     * @param webSocketBaseUrls see {@link #webSocketBaseUrls}
     */
    public static ConferenceConfig embedded(List<String> webSocketBaseUrls) {
        return new ConferenceConfig(
                ReceiverConstraints.UNLIMITED,
                ReceiverConstraints.UNLIMITED,
                ReceiverConstraints.UNLIMITED,
                webSocketBaseUrls,
                "default-id",
                true,
                true,
                TransportPolicy.DEFAULT,
                Optional.empty(),
                Duration.ofMinutes(1),
                DEFAULT_WISH_INTERVAL,
                ConferenceLimits.DEFAULT,
                ChannelPolicy.DEFAULT,
                SlotLimits.DEFAULT,
                SelectionPolicy.defaults(false),
                RelayPolicy.DISABLED);
    }

    /** Upper limit of every endpoint's last-N; -1 is none ({@code videobridge.cc.jvb-last-n}). */
    public int jvbLastN() {
        return selection.bridgeLastN();
    }

    private static void requireLimit(String what, int limit) {
        if (limit < ReceiverConstraints.UNLIMITED) {
            throw new IllegalArgumentException(what + " is " + limit + ": expected -1 or more");
        }
    }
}
