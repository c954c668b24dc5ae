package org.starbridge.bridge.config.keys;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The keys that an existing {@code jvb.conf} may hold and that have no effect here, and why. A test holds the
 * documentation to it.
 */
final class UnhonouredKeys {
    /**
     * @param reason a clause that says why
     * @param keys full paths
     */
    record Group(String reason, List<String> keys) {}

    private static final String V = "videobridge.";
    private static final String JMT = "jmt.";
    private static final String ICE4J = "ice4j.";

    static final List<Group> GROUPS = List.of(
            new Group(
                    "relays use the media port, as endpoints do",
                    below(V, "octo.bind-address", "octo.bind-port", "octo.public-address", "octo.recv-queue-size")),
            new Group("header extensions are not encrypted (RFC 9335)", below(V, "cryptex.endpoint", "cryptex.relay")),
            new Group(
                    "there is one bandwidth estimator, with the algorithms of the newer engine",
                    below(JMT + "bwe.estimator.", "engine")),
            new Group(
                    "videobridge.cc.initial-ignore-bwe-period holds for every receiver",
                    concat(
                            below(
                                    JMT + "bwe.estimator.",
                                    "GoogleCc.default-initial-ignore-bwe-period",
                                    "GoogleCc2.default-initial-ignore-bwe-period"),
                            below(JMT + "bwe.", "send-side.initial-ignore-bwe-period"))),
            new Group(
                    "losses are judged by a model of the link, without thresholds",
                    below(
                            JMT + "bwe.send-side.",
                            "low-loss-threshold",
                            "high-loss-threshold",
                            "bitrate-threshold",
                            "loss-experiment.probability",
                            "loss-experiment.low-loss-threshold",
                            "loss-experiment.high-loss-threshold",
                            "loss-experiment.bitrate-threshold",
                            "timeout-experiment.probability")),
            new Group(
                    "growing queues are found by the slope of delays, whose threshold adapts itself",
                    below(JMT + "bwe.overuse-detector.", "initial-threshold", "overusing-time-threshold")),
            new Group("padding is sent in probes, whose times the estimator chooses", below(V, "cc.padding-period")),
            new Group(
                    "the ICE agent nominates and keeps alive as RFC 8445 says",
                    below(V, "ice.keep-alive-strategy", "ice.nomination-strategy")),
            new Group(
                    "candidates with host names are ignored; clients behind them find the way by their own checks",
                    below(V, "ice.resolve-remote-candidates")),
            new Group(
                    "media over TCP is not offered",
                    below(V, "ice.tcp.enabled", "ice.tcp.port", "ice.tcp.mapped-port", "ice.tcp.ssltcp")),
            new Group(
                    "the ICE agent is another one, with the times of RFC 8445 and RFC 7675",
                    concat(
                            below(
                                    ICE4J + "consent-freshness.",
                                    "interval",
                                    "original-wait-interval",
                                    "max-wait-interval",
                                    "max-retransmissions",
                                    "randomize-interval"),
                            below(
                                    ICE4J,
                                    "harvest.timeout",
                                    "harvest.udp.socket-pool-size",
                                    "harvest.udp.use-dynamic-ports",
                                    "ice.max-check-list-size",
                                    "ice.termination-delay",
                                    "software",
                                    "use-component-socket",
                                    "send-to-last-received-from-address"))),
            new Group("header values are never logged", below(V, "redact-colibri-http-headers")),
            new Group(
                    "requests about one conference keep their order, others go side by side, whatever this says",
                    below(V + "apis.xmpp-client.", "configs.<id>.iq_handler_mode")),
            new Group("addresses are not kept in a table", below(V, "apis.xmpp-client.jid-cache-size")),
            new Group("there is no GET /stats; GET /debug says the same and more", below(V, "rest.rtcstats.enabled")),
            new Group(
                    "stress is not corrected by CPU time that the host took away; jitsi_jvb_cpu_steal shows it",
                    below(V, "load-management.load-measurements.cpu-usage.detect-cpu-steal")),
            new Group(
                    "packets are not queued for each endpoint; see starbridge.media",
                    concat(
                            below(V, "transport.send.queue-size"),
                            below(JMT, "transceiver.recv.queue-size", "transceiver.send.queue-size"))),
            new Group(
                    "bitrates are measured over fixed times",
                    concat(
                            below(JMT + "rtp.bitrate-calculator.", "window-size", "bucket-size"),
                            below(
                                    JMT + "bwe.estimator.",
                                    "GoogleCc.default-window-size",
                                    "GoogleCc.default-bucket-size",
                                    "GoogleCc2.default-window-size",
                                    "GoogleCc2.default-bucket-size"))),
            new Group(
                    "cipher suites are fixed: those that WebRTC asks for (RFC 8827)", below(JMT, "dtls.cipher-suites")),
            new Group("the library is chosen by starbridge.srtp.crypto", below(JMT, "srtp.factory-class")),
            new Group(
                    "every packet is authenticated and decrypted",
                    below(JMT, "srtp.max-consecutive-packets-discarded-early")),
            new Group("the bridge adds no redundant audio", below(JMT, "audio.red.distance", "audio.red.vad-only")),
            new Group("captures begin on request", below(JMT, "debug.pcap.start-enabled")),
            new Group("payloads are not compared", below(JMT, "debug.payload-verification.enabled")),
            new Group(
                    "a key of former times, which Jitsi Videobridge does not read any more, either",
                    concat(
                            below(V, "sctp.use-usrsctp", "stats.enabled", "stats.transports"),
                            below(ICE4J, "harvest.mapping.stun.enabled"))),
            new Group(
                    "letting datagrams wait for others saved nothing and delayed every packet; the setting is gone",
                    below("starbridge.media.gather.", "max-wait", "from-load")));

    /** All of them, with the reason. */
    static final Map<String, String> REASONS = reasons();

    private UnhonouredKeys() {}

    private static Map<String, String> reasons() {
        Map<String, String> reasons = new TreeMap<>();
        for (Group group : GROUPS) {
            for (String key : group.keys) {
                if (reasons.put(key, group.reason) != null) {
                    throw new IllegalStateException(key + " is in two groups");
                }
            }
        }
        return reasons;
    }

    private static List<String> below(String section, String... keys) {
        return Stream.of(keys).map(key -> section + key).toList();
    }

    private static List<String> concat(List<String> some, List<String> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }
}
