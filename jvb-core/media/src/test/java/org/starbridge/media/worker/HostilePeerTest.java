package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.OPUS;
import static org.starbridge.media.worker.SimulatedBridge.VP8;
import static org.starbridge.media.worker.SimulatedBridge.audio;
import static org.starbridge.media.worker.SimulatedBridge.video;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.bandwidth.Reason;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.rtcp.NtpTime;

/** A connected peer that asks for too much: it is limited, and counted by the reason. */
class HostilePeerTest {
    private static final long NTP = NtpTime.fromUnixNs(1_700_000_000_000_000_000L);

    private final SimulatedBridge bridge = new SimulatedBridge(4711, 2);
    private final SimulatedClient sender = bridge.join("c0", audio(1000), video(2000));
    private final SimulatedClient receiver = bridge.join("c1", audio(1001), video(2001));

    @BeforeEach
    void connect() {
        sender.addStream(1000, OPUS, 100);
        sender.addStream(2000, VP8, 100);
        assertThat(bridge.connectAll()).isTrue();
        for (int i = 0; i < 5; i++) {
            sender.send(Objects.requireNonNull(sender.sent.get(1000)), new byte[] {1, 2, 3}, true);
            sender.send(Objects.requireNonNull(sender.sent.get(2000)), new byte[] {1, 2, 3}, true);
            bridge.run(20_000_000);
        }
    }

    @AfterEach
    void close() {
        bridge.close();
    }

    private Map<String, Long> dropped() {
        bridge.run(1_100_000_000); // the figures are a second old
        return bridge.workers.stats().droppedByReason();
    }

    private static long grown(Map<String, Long> before, Map<String, Long> after, String reason) {
        return after.getOrDefault(reason, 0L) - before.getOrDefault(reason, 0L);
    }

    @Test
    void aFloodOfSenderReportsIsNotMultipliedByTheReceivers() {
        Map<String, Long> before = dropped();
        int reports = receiver.senderReportCounts.size();
        for (int i = 0; i < 40; i++) {
            sender.sendSenderReport(Objects.requireNonNull(sender.sent.get(1000)), NTP + i);
        }
        Map<String, Long> after = dropped();
        assertThat(receiver.senderReportCounts).hasSize(reports + 1);
        assertThat(grown(before, after, "sender_report_limited")).isEqualTo(39);

        sender.sendSenderReport(Objects.requireNonNull(sender.sent.get(1000)), NTP + 100);
        bridge.run(100_000_000);
        assertThat(receiver.senderReportCounts).as("a later one passes").hasSize(reports + 2);
    }

    @Test
    void aFloodOfKeyFrameRequestsReachesTheSourceOnce() {
        Map<String, Long> before = dropped();
        sender.keyFrameRequests.clear();
        for (int i = 0; i < 50; i++) {
            receiver.requestKeyFrame(2000);
        }
        Map<String, Long> after = dropped();
        assertThat(sender.keyFrameRequests).hasSizeLessThanOrEqualTo(2); // one, and perhaps its repetition
        assertThat(grown(before, after, "key_frame_request_limited")).isEqualTo(49);
    }

    @Test
    void feedbackAboutAStreamThatTheEndpointDoesNotGetIsCounted() {
        Map<String, Long> before = dropped();
        receiver.requestKeyFrame(424242);
        assertThat(grown(before, dropped(), "unknown_feedback_ssrc")).isEqualTo(1);
    }

    @Test
    void whatIceRefusesIsCountedAndStaysCountedWhenTheEndpointIsGone() {
        Map<String, Long> before = dropped();
        byte[] answerToNothing = new byte[20];
        answerToNothing[0] = 1;
        answerToNothing[1] = 1;
        System.arraycopy(new byte[] {0x21, 0x12, (byte) 0xA4, 0x42}, 0, answerToNothing, 4, 4);
        for (int i = 0; i < 3; i++) {
            sender.sendRaw(answerToNothing);
        }
        assertThat(stun(dropped())).isEqualTo(stun(before) + 3);
        bridge.leave("c0");
        assertThat(stun(dropped())).isGreaterThanOrEqualTo(stun(before) + 3);
    }

    /** Where the bridge estimates, the endpoint's own word is an upper limit. */
    @Test
    void rembLimitsWhoNegotiatedTransportWideFeedback() {
        bridge.extensionIds = Map.of(Negotiation.TRANSPORT_SEQUENCE, 5);
        bridge.hasTransportFeedback = true;
        bridge.publish();
        receiver.sendRemb(123_000);
        bridge.run(1_100_000_000);
        EndpointStats stats = Objects.requireNonNull(receiver.endpoint).stats();
        assertThat(stats.limits().hasSpuriousRemb()).isTrue();
        assertThat(stats.limits().rembBps()).isBetween(122_000L, 123_000L);
        assertThat(stats.bandwidth().targetBps()).isBetween(122_000L, 123_000L);
        assertThat(stats.bandwidth().reason()).isEqualTo(Reason.REMB);

        bridge.run(10_000_000_000L);
        assertThat(receiver.endpoint.stats().bandwidth().targetBps())
                .as("it expires when it is not repeated")
                .isGreaterThan(500_000);
    }

    private static long stun(Map<String, Long> drops) {
        return drops.entrySet().stream()
                .filter(each -> each.getKey().startsWith("ice_"))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
