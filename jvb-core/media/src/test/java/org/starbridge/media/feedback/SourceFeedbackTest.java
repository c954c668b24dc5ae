package org.starbridge.media.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.source.SourcePackets.OPUS;
import static org.starbridge.media.source.SourcePackets.VP8;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.media.source.IncomingPacket;
import org.starbridge.media.source.IncomingStream;
import org.starbridge.media.source.IncomingStreams;
import org.starbridge.media.source.KeyFrameLimit;
import org.starbridge.media.source.SourcePackets;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.FullIntraRequest;
import org.starbridge.rtp.rtcp.PictureLossIndication;
import org.starbridge.rtp.rtcp.Remb;
import org.starbridge.rtp.rtcp.ReportBlock;
import org.starbridge.rtp.rtcp.RtcpKind;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.rtp.rtcp.TransportFeedback;

/** The feedback to an endpoint about what it sends, as {@link RtcpView} reads it. */
class SourceFeedbackTest {
    private static final int AUDIO = 10;
    private static final int VIDEO = 20;
    private static final int AUDIO_FEEDBACK = 1;
    private static final int VIDEO_FEEDBACK = 2;
    private static final long SECOND_NS = 1_000_000_000;
    private static final long MS = 1_000_000;
    private static final int ROOM = 1100;

    private final SourcePackets packets = new SourcePackets();
    private final Slab memory = Slab.allocate(2048);
    private final IncomingStreams streams = new IncomingStreams();
    private final SourceFeedback feedback = new SourceFeedback(streams, AUDIO_FEEDBACK, VIDEO_FEEDBACK);
    private final RtcpView rtcp = new RtcpView();

    private void declare(boolean video) {
        streams.put(new IncomingStream(
                1, SourcePackets.audio(AUDIO), new KeyFrameLimit(200_000_000, 1, 200_000_000), AudioPolicy.DEFAULT));
        if (video) {
            streams.put(new IncomingStream(
                    2,
                    SourcePackets.video(VIDEO),
                    new KeyFrameLimit(200_000_000, 1, 200_000_000),
                    AudioPolicy.DEFAULT));
        }
    }

    @AfterEach
    void free() {
        packets.close();
        memory.close();
    }

    private void onPacket(int ssrc, int payloadType, long extSeq, long nowNs) {
        onPacket(packets.packet(ssrc, payloadType, extSeq, (int) extSeq * 960, SourcePackets.VP8_DELTA, nowNs));
    }

    private void onPacket(IncomingPacket packet) {
        feedback.onPacket(packet);
        assertThat(streams.onPacket(packet, streams.arriving(packet.rtp().ssrc())))
                .isNull();
    }

    /** Kinds of all that is due. */
    private List<RtcpKind> due(long nowNs) {
        List<RtcpKind> kinds = new ArrayList<>();
        for (int length = write(nowNs); length > 0; length = write(nowNs)) {
            kinds.add(rtcp.kind());
        }
        return kinds;
    }

    private int write(long nowNs) {
        int length = feedback.writeDue(memory.address(), ROOM, nowNs, 0);
        if (length > 0) {
            assertThat(rtcp.wrap(memory.address(), length)).isNull();
            assertThat(rtcp.next()).isTrue();
        }
        return length;
    }

    @Test
    void nothingIsDueBeforeTheFirstPacket() {
        declare(true);
        assertThat(feedback.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(due(100 * SECOND_NS)).isEmpty();
    }

    @Test
    void aReceiverReportIsDueEachSecondWithABlockForEachStreamThatSends() {
        declare(true);
        streams.negotiation(SourcePackets.negotiation(true, false, false));
        onPacket(AUDIO, OPUS, 100, 0);
        onPacket(AUDIO, OPUS, 103, 1000);
        onPacket(VIDEO, VP8, 65535, 2000);
        assertThat(feedback.nextDeadlineNs()).isEqualTo(SECOND_NS);
        assertThat(due(SECOND_NS - 1)).isEmpty();

        assertThat(write(SECOND_NS)).isPositive();
        assertThat(rtcp.kind()).isEqualTo(RtcpKind.RECEIVER_REPORT);
        assertThat(rtcp.senderSsrc()).isEqualTo(VIDEO_FEEDBACK);
        ReportBlock block = new ReportBlock();
        assertThat(block.wrap(rtcp)).isNull();
        List<Integer> ssrcs = new ArrayList<>();
        while (block.next()) {
            ssrcs.add(block.ssrc());
            if (block.ssrc() == AUDIO) {
                assertThat(block.extendedHighest()).isEqualTo(103);
                assertThat(block.cumulativeLost()).isEqualTo(2);
                assertThat(block.fractionLost()).isEqualTo(128);
            } else {
                assertThat(block.cumulativeLost()).isZero();
            }
        }
        assertThat(ssrcs).containsExactlyInAnyOrder(AUDIO, VIDEO);
        assertThat(due(SECOND_NS)).isEmpty();
        assertThat(feedback.nextDeadlineNs()).isEqualTo(2 * SECOND_NS);
        assertThat(due(2 * SECOND_NS)).containsExactly(RtcpKind.RECEIVER_REPORT);
        assertThat(streams.packetsLost()).isEqualTo(2);
        assertThat(streams.packetsExpected()).isEqualTo(5);
    }

    @Test
    void audioAloneIsReportedUnderTheAudioSsrc() {
        declare(false);
        streams.negotiation(SourcePackets.negotiation(true, false, false));
        onPacket(AUDIO, OPUS, 100, 0);
        assertThat(write(SECOND_NS)).isPositive();
        assertThat(rtcp.senderSsrc()).isEqualTo(AUDIO_FEEDBACK);
        assertThat(rtcp.count()).isEqualTo(1);
    }

    @Test
    void moreStreamsThanAReportHoldsTakeTurns() {
        streams.negotiation(SourcePackets.negotiation(true, false, false));
        for (int ssrc = 1000; ssrc < 1060; ssrc++) {
            streams.put(new IncomingStream(
                    ssrc,
                    SourcePackets.audio(ssrc),
                    new KeyFrameLimit(200_000_000, 1, 200_000_000),
                    AudioPolicy.DEFAULT));
            onPacket(ssrc, OPUS, 1, 0);
        }
        Set<Integer> reported = new HashSet<>();
        for (int second = 1; second <= 2; second++) {
            assertThat(write(second * SECOND_NS)).isPositive();
            assertThat(rtcp.count()).isEqualTo(31);
            ReportBlock block = new ReportBlock();
            assertThat(block.wrap(rtcp)).isNull();
            while (block.next()) {
                reported.add(block.ssrc());
            }
        }
        assertThat(reported).hasSize(60);
    }

    @Test
    void whatCannotBeSentWaitsForTheUsualInterval() {
        declare(true);
        streams.negotiation(SourcePackets.negotiation(true, false, false));
        onPacket(VIDEO, VP8, 1, 0);
        Objects.requireNonNull(streams.find(VIDEO)).keyFrameRequests().onRequest();
        assertThat(feedback.nextDeadlineNs()).isLessThanOrEqualTo(0);
        feedback.postpone(SECOND_NS);
        assertThat(feedback.nextDeadlineNs())
                .as("a key frame request waits a little")
                .isBetween(SECOND_NS + 1, SECOND_NS + 100_000_000);
        assertThat(due(SECOND_NS + 100_000_000))
                .as("and the report for its next turn")
                .containsExactly(RtcpKind.PICTURE_LOSS_INDICATION);
        assertThat(feedback.nextDeadlineNs()).isEqualTo(2 * SECOND_NS);
    }

    @Test
    void requestsOfManyReceiversAreOnePictureLossIndication() {
        declare(true);
        streams.negotiation(SourcePackets.negotiation(true, true, false));
        for (int i = 0; i < 10; i++) {
            Objects.requireNonNull(streams.find(VIDEO)).keyFrameRequests().onRequest();
        }
        assertThat(write(0)).isPositive();
        PictureLossIndication pli = new PictureLossIndication();
        assertThat(pli.wrap(rtcp)).isNull();
        assertThat(pli.mediaSsrc()).isEqualTo(VIDEO);
        assertThat(pli.senderSsrc()).isEqualTo(VIDEO_FEEDBACK);
        assertThat(due(0)).isEmpty();
        assertThat(feedback.keyFrameRequestsSent()).isEqualTo(1);
    }

    @Test
    void aSourceThatKnowsOnlyFullIntraRequestsGetsThoseEachWithANewNumber() {
        declare(true);
        streams.negotiation(SourcePackets.negotiation(false, true, false));
        FullIntraRequest fir = new FullIntraRequest();
        int before = -1;
        for (int i = 0; i < 3; i++) {
            Objects.requireNonNull(streams.find(VIDEO)).keyFrameRequests().onRequest();
            assertThat(write(i * SECOND_NS)).isPositive();
            assertThat(fir.wrap(rtcp)).isNull();
            assertThat(fir.next()).isTrue();
            assertThat(fir.ssrc()).isEqualTo(VIDEO);
            assertThat(fir.sequenceNumber()).isNotEqualTo(before);
            before = fir.sequenceNumber();
        }
    }

    @Test
    void aSourceThatNegotiatedNeitherGetsAPictureLossIndication() {
        declare(true);
        streams.negotiation(SourcePackets.negotiation(false, false, false));
        Objects.requireNonNull(streams.find(VIDEO)).keyFrameRequests().onRequest();
        assertThat(due(0)).containsExactly(RtcpKind.PICTURE_LOSS_INDICATION);
    }

    /** Frames of five packets that are paced over 12 ms, and arrive as they were sent; returns the last REMB. */
    private long lastRembBps(boolean hasTransportFeedback, int frames) {
        declare(true);
        streams.negotiation(SourcePackets.remb(hasTransportFeedback));
        Remb remb = new Remb();
        long lastBps = -1;
        for (int i = 0; i < 5 * frames; i++) {
            long sentNs = (i / 5 * 33 + i % 5 * 3) * MS;
            long nowNs = sentNs + 20 * MS;
            while (nowNs >= feedback.nextDeadlineNs() && write(nowNs) > 0) {
                if (rtcp.kind() == RtcpKind.REMB) {
                    assertThat(remb.wrap(rtcp)).isNull();
                    assertThat(remb.senderSsrc()).isEqualTo(VIDEO_FEEDBACK);
                    assertThat(remb.ssrcCount()).isEqualTo(1);
                    assertThat(remb.ssrc(0)).isEqualTo(VIDEO);
                    lastBps = remb.bitrateBps();
                }
            }
            onPacket(packets.withSendTime(VIDEO, 100 + i, sentNs, nowNs));
        }
        return lastBps;
    }

    @Test
    void aSenderThatHasOnlyRembIsToldHowFastItsBurstsArrive() {
        assertThat(lastRembBps(false, 30)).as("1100 bytes each 3 ms").isBetween(2_500_000L, 3_200_000L);
    }

    @Test
    void aSenderThatHasTransportFeedbackGetsNoRemb() {
        assertThat(lastRembBps(true, 30)).isEqualTo(-1);
    }

    @Test
    void transportFeedbackNamesEveryPacketOnce() {
        declare(true);
        streams.negotiation(SourcePackets.negotiation(true, false, true));
        for (int i = 0; i < 50; i++) {
            if (i % 10 != 3) {
                onPacket(i % 2 == 0 ? AUDIO : VIDEO, i % 2 == 0 ? OPUS : VP8, 65520 + i, i * 1_000_000L);
            }
        }
        long dueNs = feedback.nextDeadlineNs();
        assertThat(dueNs).isLessThan(SECOND_NS);
        assertThat(write(dueNs)).isPositive();
        TransportFeedback report = new TransportFeedback();
        assertThat(report.wrap(rtcp)).isNull();
        assertThat(report.senderSsrc()).isEqualTo(VIDEO_FEEDBACK);
        assertThat(report.mediaSsrc()).isEqualTo(VIDEO);
        int seen = 0;
        while (report.next()) {
            int i = report.sequenceNumber() - 65520 & 0xFFFF;
            assertThat(report.isReceived()).as("packet %d", i).isEqualTo(i % 10 != 3);
            seen++;
        }
        assertThat(seen).isEqualTo(50);
        assertThat(due(dueNs)).isEmpty();
    }

    /** A browser ignores transport-wide feedback that names an SSRC under which it sends nothing. */
    @Test
    void transportFeedbackNamesAnSsrcThatWasReceived() {
        int[] declared = {VIDEO, 30, 40, 50, 60};
        for (int ssrc : declared) {
            streams.put(new IncomingStream(
                    ssrc,
                    SourcePackets.video(ssrc),
                    new KeyFrameLimit(200_000_000, 1, 200_000_000),
                    AudioPolicy.DEFAULT));
        }
        streams.negotiation(SourcePackets.negotiation(true, false, true));
        TransportFeedback report = new TransportFeedback();
        for (int i = 0; i < declared.length; i++) {
            onPacket(declared[i], VP8, i, i * SECOND_NS);
            while (write(feedback.nextDeadlineNs()) > 0 && rtcp.kind() != RtcpKind.TRANSPORT_FEEDBACK) {
                // something else was due before
            }
            assertThat(report.wrap(rtcp)).isNull();
            assertThat(report.mediaSsrc()).isEqualTo(declared[i]);
        }
    }

    @Test
    void withoutTheExtensionNegotiatedThereIsNoTransportFeedback() {
        declare(true);
        streams.negotiation(SourcePackets.negotiation(true, false, false));
        onPacket(AUDIO, OPUS, 1, 0);
        assertThat(due(SECOND_NS)).containsExactly(RtcpKind.RECEIVER_REPORT);
    }

    private IncomingStream wantedVideoThatMayBeAskedFor() {
        declare(true);
        streams.negotiation(SourcePackets.vp8WithNack());
        IncomingStream camera = Objects.requireNonNull(streams.find(VIDEO));
        camera.update(SourcePackets.video(VIDEO), 1);
        return camera;
    }

    private IncomingPacket onVideo(long extSeq, boolean isKeyFrame, long nowNs) {
        byte[] payload = isKeyFrame ? SourcePackets.VP8_KEY_FRAME : SourcePackets.VP8_DELTA;
        IncomingPacket packet = packets.packet(VIDEO, VP8, extSeq, (int) extSeq * 3000, payload, nowNs);
        onPacket(packet);
        return packet;
    }

    private long keyFrameRequestsUntil(long fromMs, long toMs) {
        for (long ms = fromMs; ms <= toMs; ms += 10) {
            due(ms * MS);
        }
        return feedback.keyFrameRequestsSent();
    }

    @Test
    void aKeyFrameIsAskedForOnceWhenWhatIsMissingIsGivenUp() {
        wantedVideoThatMayBeAskedFor();
        onVideo(10, true, 0);
        onVideo(12, false, 0); // 11 never comes
        onVideo(15, false, 0);
        assertThat(keyFrameRequestsUntil(0, 400)).isZero();
        onVideo(17, false, 400 * MS);
        assertThat(keyFrameRequestsUntil(410, 3000)).isEqualTo(1);

        onVideo(18, true, 3000 * MS);
        onVideo(20, false, 3000 * MS);
        assertThat(keyFrameRequestsUntil(3000, 6000)).as("another loss").isEqualTo(2);
    }

    @Test
    void aKeyFrameIsAskedForWhenTooMuchIsMissing() {
        wantedVideoThatMayBeAskedFor();
        onVideo(10, true, 0);
        assertThat(onVideo(1000, false, 0).movesDeadline()).isTrue();
        assertThat(keyFrameRequestsUntil(0, 10)).isEqualTo(1);
        onVideo(3000, false, 20 * MS);
        assertThat(keyFrameRequestsUntil(20, 2000)).as("one is on its way").isEqualTo(1);
    }

    @Test
    void noKeyFrameIsAskedForIfOneCameMeanwhileOrNobodyWantsIt() {
        IncomingStream camera = wantedVideoThatMayBeAskedFor();
        onVideo(10, true, 0);
        onVideo(1000, true, 0);
        onVideo(1002, false, 0);
        onVideo(1003, true, 20 * MS);
        assertThat(keyFrameRequestsUntil(30, 3000)).isZero();
        camera.update(SourcePackets.video(VIDEO), 0);
        onVideo(3000, false, 3000 * MS);
        assertThat(keyFrameRequestsUntil(3000, 6000)).isZero();
    }
}
