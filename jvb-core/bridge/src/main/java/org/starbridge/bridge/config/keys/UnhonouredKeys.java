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
                    "there is only one bandwidth estimator, with the algorithms of Jitsi's newer engine",
                    below(JMT + "bwe.estimator.", "engine")),
            new Group(
                    "videobridge.cc.initial-ignore-bwe-period applies to every receiver",
                    concat(
                            below(
                                    JMT + "bwe.estimator.",
                                    "GoogleCc.default-initial-ignore-bwe-period",
                                    "GoogleCc2.default-initial-ignore-bwe-period"),
                            below(JMT + "bwe.", "send-side.initial-ignore-bwe-period"))),
            new Group(
                    "the loss-based estimator uses a model of the link, without thresholds",
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
                    "overuse is detected by the delay trendline, with an adaptive threshold",
                    below(JMT + "bwe.overuse-detector.", "initial-threshold", "overusing-time-threshold")),
            new Group("padding is sent in probes, scheduled by the bandwidth estimator", below(V, "cc.padding-period")),
            new Group(
                    "the ICE agent nominates and sends keepalives as specified in RFC 8445",
                    below(V, "ice.keep-alive-strategy", "ice.nomination-strategy")),
            new Group(
                    "candidates with host names (mDNS) are ignored; those clients connect by their own ICE checks",
                    below(V, "ice.resolve-remote-candidates")),
            new Group(
                    "media over TCP is not supported",
                    below(V, "ice.tcp.enabled", "ice.tcp.port", "ice.tcp.mapped-port", "ice.tcp.ssltcp")),
            new Group(
                    "this bridge has its own ICE agent, with the timers of RFC 8445 and RFC 7675",
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
                    "requests for one conference are always processed in order, others in parallel",
                    below(V + "apis.xmpp-client.", "configs.<id>.iq_handler_mode")),
            new Group("the bridge has no table of addresses", below(V, "apis.xmpp-client.jid-cache-size")),
            new Group("GET /stats is not supported; use GET /debug, which has more", below(V, "rest.rtcstats.enabled")),
            new Group(
                    "stress is not corrected for CPU steal time; see the metric jitsi_jvb_cpu_steal",
                    below(V, "load-management.load-measurements.cpu-usage.detect-cpu-steal")),
            new Group(
                    "there are no packet queues per endpoint; see starbridge.media",
                    concat(
                            below(V, "transport.send.queue-size"),
                            below(JMT, "transceiver.recv.queue-size", "transceiver.send.queue-size"))),
            new Group(
                    "bitrates are measured over fixed intervals",
                    concat(
                            below(JMT + "rtp.bitrate-calculator.", "window-size", "bucket-size"),
                            below(
                                    JMT + "bwe.estimator.",
                                    "GoogleCc.default-window-size",
                                    "GoogleCc.default-bucket-size",
                                    "GoogleCc2.default-window-size",
                                    "GoogleCc2.default-bucket-size"))),
            new Group(
                    "cipher suites are fixed: those that WebRTC requires (RFC 8827)", below(JMT, "dtls.cipher-suites")),
            new Group("use starbridge.srtp.crypto to select the library", below(JMT, "srtp.factory-class")),
            new Group(
                    "every packet is authenticated and decrypted",
                    below(JMT, "srtp.max-consecutive-packets-discarded-early")),
            new Group("packet captures are started by request", below(JMT, "debug.pcap.start-enabled")),
            new Group("payload verification is not supported", below(JMT, "debug.payload-verification.enabled")),
            new Group(
                    "obsolete: Jitsi Videobridge no longer reads this key, either",
                    concat(
                            below(V, "sctp.use-usrsctp", "stats.enabled", "stats.transports"),
                            below(ICE4J, "harvest.mapping.stun.enabled"))),
            new Group(
                    "removed: gathering datagrams saved nothing and delayed every packet",
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
