package org.starbridge.bridge.config.keys;

import static org.starbridge.bridge.config.keys.Conversion.INVERTED;
import static org.starbridge.bridge.config.keys.Conversion.LIST;
import static org.starbridge.bridge.config.keys.Conversion.PERCENT;
import static org.starbridge.bridge.config.keys.Conversion.SAME;
import static org.starbridge.bridge.config.keys.Conversion.SECONDS;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A key that was called otherwise once.
 *
 * @param old the former name
 * @param now today's
 * @param conversion from the one's value to the other's
 */
record RenamedKey(String old, String now, Conversion conversion) {
    private static final String CC = "videobridge.cc.";
    private static final String LEGACY = "org.jitsi.videobridge.";
    private static final String ICE4J = "org.ice4j.ice.harvest.";

    /** Former names in {@code jvb.conf}. */
    static final Map<String, RenamedKey> IN_FILES = byOldName(List.of(
            new RenamedKey(CC + "thumbnail-max-height-px", CC + "default-max-height-px", SAME),
            new RenamedKey(CC + "bwe-change-threshold-pct", CC + "bwe-change-threshold", PERCENT),
            new RenamedKey(CC + "enable-onstage-video-suspend", CC + "allow-oversend-onstage", INVERTED),
            new RenamedKey("videobridge.octo.region", "videobridge.relay.region", SAME),
            new RenamedKey("videobridge.octo.enabled", "videobridge.relay.enabled", SAME),
            new RenamedKey("videobridge.octo.relay-id", "videobridge.relay.relay-id", SAME)));

    /**
     * Properties of {@code sip-communicator.properties}. Durations there are milliseconds, as bare numbers are in
     * HOCON.
     */
    static final Map<String, RenamedKey> OF_PROPERTIES = byOldName(List.of(
            new RenamedKey(LEGACY + "SINGLE_PORT_HARVESTER_PORT", "videobridge.ice.udp.port", SAME),
            new RenamedKey(LEGACY + "ICE_UFRAG_PREFIX", "videobridge.ice.ufrag-prefix", SAME),
            new RenamedKey(LEGACY + "KEEP_ALIVE_STRATEGY", "videobridge.ice.keep-alive-strategy", SAME),
            new RenamedKey(LEGACY + "REGION", "videobridge.relay.region", SAME),
            new RenamedKey(LEGACY + "TRUST_BWE", CC + "trust-bwe", SAME),
            new RenamedKey(LEGACY + "BWE_CHANGE_THRESHOLD_PCT", CC + "bwe-change-threshold", PERCENT),
            new RenamedKey(LEGACY + "ONSTAGE_PREFERRED_HEIGHT", CC + "onstage-preferred-height-px", SAME),
            new RenamedKey(LEGACY + "ONSTAGE_PREFERRED_FRAME_RATE", CC + "onstage-preferred-framerate", SAME),
            new RenamedKey(LEGACY + "ENABLE_ONSTAGE_VIDEO_SUSPEND", CC + "allow-oversend-onstage", INVERTED),
            new RenamedKey(LEGACY + "PADDING_PERIOD_MS", CC + "padding-period", SAME),
            new RenamedKey(LEGACY + "EXPIRE_CHECK_SLEEP_SEC", "videobridge.entity-expiration.check-interval", SECONDS),
            new RenamedKey(LEGACY + "ENABLE_REST_COLIBRI", "videobridge.apis.rest.enabled", SAME),
            new RenamedKey(LEGACY + "ENABLE_REST_SHUTDOWN", "videobridge.rest.shutdown.enabled", SAME),
            connectionStatus("FIRST_TRANSFER_TIMEOUT", "first-transfer-timeout"),
            connectionStatus("MAX_INACTIVITY_LIMIT", "max-inactivity-limit"),
            new RenamedKey(LEGACY + "health.INTERVAL", "videobridge.health.interval", SAME),
            new RenamedKey(LEGACY + "health.TIMEOUT", "videobridge.health.timeout", SAME),
            new RenamedKey(LEGACY + "health.STICKY_FAILURES", "videobridge.health.sticky-failures", SAME),
            new RenamedKey(LEGACY + "rest.COLIBRI_WS_DISABLE", "videobridge.websockets.enabled", INVERTED),
            new RenamedKey(LEGACY + "rest.COLIBRI_WS_DOMAIN", "videobridge.websockets.domain", SAME),
            new RenamedKey(LEGACY + "rest.COLIBRI_WS_TLS", "videobridge.websockets.tls", SAME),
            new RenamedKey(LEGACY + "rest.COLIBRI_WS_SERVER_ID", "videobridge.websockets.server-id", SAME),
            new RenamedKey(LEGACY + "rest.jetty.host", "videobridge.http-servers.public.host", SAME),
            new RenamedKey(LEGACY + "rest.jetty.port", "videobridge.http-servers.public.port", SAME),
            new RenamedKey(LEGACY + "rest.jetty.tls.port", "videobridge.http-servers.public.tls-port", SAME),
            keyStore("rest.jetty.", "public.", "keyStorePath", "key-store-path"),
            keyStore("rest.jetty.", "public.", "keyStorePassword", "key-store-password"),
            keyStore("rest.jetty.", "public.", "needClientAuth", "need-client-auth"),
            new RenamedKey(LEGACY + "rest.private.jetty.host", "videobridge.http-servers.private.host", SAME),
            new RenamedKey(LEGACY + "rest.private.jetty.port", "videobridge.http-servers.private.port", SAME),
            new RenamedKey(LEGACY + "rest.private.jetty.tls.port", "videobridge.http-servers.private.tls-port", SAME),
            keyStore("rest.private.jetty.", "private.", "keyStorePath", "key-store-path"),
            keyStore("rest.private.jetty.", "private.", "keyStorePassword", "key-store-password"),
            keyStore("rest.private.jetty.", "private.", "needClientAuth", "need-client-auth"),
            new RenamedKey(ICE4J + "ALLOWED_ADDRESSES", "ice4j.harvest.allowed-addresses", LIST),
            new RenamedKey(ICE4J + "BLOCKED_ADDRESSES", "ice4j.harvest.blocked-addresses", LIST),
            new RenamedKey(ICE4J + "ALLOWED_INTERFACES", "ice4j.harvest.allowed-interfaces", LIST),
            new RenamedKey(ICE4J + "BLOCKED_INTERFACES", "ice4j.harvest.blocked-interfaces", LIST),
            new RenamedKey(ICE4J + "DISABLE_LINK_LOCAL_ADDRESSES", "ice4j.harvest.use-link-local-addresses", INVERTED),
            new RenamedKey(ICE4J + "DISABLE_AWS_HARVESTER", "ice4j.harvest.mapping.aws.enabled", INVERTED),
            new RenamedKey(ICE4J + "FORCE_AWS_HARVESTER", "ice4j.harvest.mapping.aws.force", SAME),
            new RenamedKey(ICE4J + "STUN_MAPPING_HARVESTER_ADDRESSES", "ice4j.harvest.mapping.stun.addresses", LIST),
            new RenamedKey(ICE4J + "AbstractUdpListener.SO_RCVBUF", "ice4j.harvest.udp.receive-buffer-size", SAME),
            new RenamedKey("org.ice4j.ipv6.DISABLED", "ice4j.harvest.use-ipv6", INVERTED)));

    private static RenamedKey keyStore(String oldServer, String server, String old, String now) {
        return new RenamedKey(
                LEGACY + oldServer + "sslContextFactory." + old, "videobridge.http-servers." + server + now, SAME);
    }

    private static RenamedKey connectionStatus(String old, String now) {
        return new RenamedKey(
                LEGACY + "EndpointConnectionStatus." + old, "videobridge.ep-connection-status." + now, SAME);
    }

    private static Map<String, RenamedKey> byOldName(List<RenamedKey> all) {
        return all.stream().collect(Collectors.toUnmodifiableMap(RenamedKey::old, each -> each));
    }
}
