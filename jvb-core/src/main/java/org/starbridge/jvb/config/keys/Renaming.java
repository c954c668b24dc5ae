package org.starbridge.jvb.config.keys;

import static org.starbridge.jvb.config.keys.Conversion.INVERTED;
import static org.starbridge.jvb.config.keys.Conversion.LIST;
import static org.starbridge.jvb.config.keys.Conversion.PERCENT;
import static org.starbridge.jvb.config.keys.Conversion.SAME;
import static org.starbridge.jvb.config.keys.Conversion.SECONDS;

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
record Renaming(String old, String now, Conversion conversion) {
    private static final String CC = "videobridge.cc.";
    private static final String LEGACY = "org.jitsi.videobridge.";
    private static final String ICE4J = "org.ice4j.ice.harvest.";

    /** Former names in {@code jvb.conf}. */
    static final Map<String, Renaming> IN_FILES = byOldName(List.of(
            new Renaming(CC + "thumbnail-max-height-px", CC + "default-max-height-px", SAME),
            new Renaming(CC + "bwe-change-threshold-pct", CC + "bwe-change-threshold", PERCENT),
            new Renaming(CC + "enable-onstage-video-suspend", CC + "allow-oversend-onstage", INVERTED),
            new Renaming("videobridge.octo.region", "videobridge.relay.region", SAME),
            new Renaming("videobridge.octo.enabled", "videobridge.relay.enabled", SAME),
            new Renaming("videobridge.octo.relay-id", "videobridge.relay.relay-id", SAME)));

    /** Properties of {@code sip-communicator.properties}. Durations there are milliseconds, as bare numbers are in HOCON. */
    static final Map<String, Renaming> OF_PROPERTIES = byOldName(List.of(
            new Renaming(LEGACY + "SINGLE_PORT_HARVESTER_PORT", "videobridge.ice.udp.port", SAME),
            new Renaming(LEGACY + "ICE_UFRAG_PREFIX", "videobridge.ice.ufrag-prefix", SAME),
            new Renaming(LEGACY + "KEEP_ALIVE_STRATEGY", "videobridge.ice.keep-alive-strategy", SAME),
            new Renaming(LEGACY + "REGION", "videobridge.relay.region", SAME),
            new Renaming(LEGACY + "TRUST_BWE", CC + "trust-bwe", SAME),
            new Renaming(LEGACY + "BWE_CHANGE_THRESHOLD_PCT", CC + "bwe-change-threshold", PERCENT),
            new Renaming(LEGACY + "ONSTAGE_PREFERRED_HEIGHT", CC + "onstage-preferred-height-px", SAME),
            new Renaming(LEGACY + "ONSTAGE_PREFERRED_FRAME_RATE", CC + "onstage-preferred-framerate", SAME),
            new Renaming(LEGACY + "ENABLE_ONSTAGE_VIDEO_SUSPEND", CC + "allow-oversend-onstage", INVERTED),
            new Renaming(LEGACY + "PADDING_PERIOD_MS", CC + "padding-period", SAME),
            new Renaming(LEGACY + "EXPIRE_CHECK_SLEEP_SEC", "videobridge.entity-expiration.check-interval", SECONDS),
            new Renaming(LEGACY + "ENABLE_REST_COLIBRI", "videobridge.apis.rest.enabled", SAME),
            new Renaming(LEGACY + "ENABLE_REST_SHUTDOWN", "videobridge.rest.shutdown.enabled", SAME),
            connectionStatus("FIRST_TRANSFER_TIMEOUT", "first-transfer-timeout"),
            connectionStatus("MAX_INACTIVITY_LIMIT", "max-inactivity-limit"),
            new Renaming(LEGACY + "health.INTERVAL", "videobridge.health.interval", SAME),
            new Renaming(LEGACY + "health.TIMEOUT", "videobridge.health.timeout", SAME),
            new Renaming(LEGACY + "health.STICKY_FAILURES", "videobridge.health.sticky-failures", SAME),
            new Renaming(LEGACY + "rest.COLIBRI_WS_DISABLE", "videobridge.websockets.enabled", INVERTED),
            new Renaming(LEGACY + "rest.COLIBRI_WS_DOMAIN", "videobridge.websockets.domain", SAME),
            new Renaming(LEGACY + "rest.COLIBRI_WS_TLS", "videobridge.websockets.tls", SAME),
            new Renaming(LEGACY + "rest.COLIBRI_WS_SERVER_ID", "videobridge.websockets.server-id", SAME),
            new Renaming(LEGACY + "rest.jetty.host", "videobridge.http-servers.public.host", SAME),
            new Renaming(LEGACY + "rest.jetty.port", "videobridge.http-servers.public.port", SAME),
            new Renaming(LEGACY + "rest.jetty.tls.port", "videobridge.http-servers.public.tls-port", SAME),
            keyStore("rest.jetty.", "public.", "keyStorePath", "key-store-path"),
            keyStore("rest.jetty.", "public.", "keyStorePassword", "key-store-password"),
            keyStore("rest.jetty.", "public.", "needClientAuth", "need-client-auth"),
            new Renaming(LEGACY + "rest.private.jetty.host", "videobridge.http-servers.private.host", SAME),
            new Renaming(LEGACY + "rest.private.jetty.port", "videobridge.http-servers.private.port", SAME),
            new Renaming(LEGACY + "rest.private.jetty.tls.port", "videobridge.http-servers.private.tls-port", SAME),
            keyStore("rest.private.jetty.", "private.", "keyStorePath", "key-store-path"),
            keyStore("rest.private.jetty.", "private.", "keyStorePassword", "key-store-password"),
            keyStore("rest.private.jetty.", "private.", "needClientAuth", "need-client-auth"),
            new Renaming(ICE4J + "ALLOWED_ADDRESSES", "ice4j.harvest.allowed-addresses", LIST),
            new Renaming(ICE4J + "BLOCKED_ADDRESSES", "ice4j.harvest.blocked-addresses", LIST),
            new Renaming(ICE4J + "ALLOWED_INTERFACES", "ice4j.harvest.allowed-interfaces", LIST),
            new Renaming(ICE4J + "BLOCKED_INTERFACES", "ice4j.harvest.blocked-interfaces", LIST),
            new Renaming(ICE4J + "DISABLE_LINK_LOCAL_ADDRESSES", "ice4j.harvest.use-link-local-addresses", INVERTED),
            new Renaming(ICE4J + "DISABLE_AWS_HARVESTER", "ice4j.harvest.mapping.aws.enabled", INVERTED),
            new Renaming(ICE4J + "FORCE_AWS_HARVESTER", "ice4j.harvest.mapping.aws.force", SAME),
            new Renaming(ICE4J + "STUN_MAPPING_HARVESTER_ADDRESSES", "ice4j.harvest.mapping.stun.addresses", LIST),
            new Renaming(ICE4J + "AbstractUdpListener.SO_RCVBUF", "ice4j.harvest.udp.receive-buffer-size", SAME),
            new Renaming("org.ice4j.ipv6.DISABLED", "ice4j.harvest.use-ipv6", INVERTED)));

    private static Renaming keyStore(String oldServer, String server, String old, String now) {
        return new Renaming(
                LEGACY + oldServer + "sslContextFactory." + old, "videobridge.http-servers." + server + now, SAME);
    }

    private static Renaming connectionStatus(String old, String now) {
        return new Renaming(
                LEGACY + "EndpointConnectionStatus." + old, "videobridge.ep-connection-status." + now, SAME);
    }

    private static Map<String, Renaming> byOldName(List<Renaming> all) {
        return all.stream().collect(Collectors.toUnmodifiableMap(Renaming::old, each -> each));
    }
}
