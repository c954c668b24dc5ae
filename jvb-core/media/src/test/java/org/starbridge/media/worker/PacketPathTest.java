package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.blackbox.WorkerLog;
import org.starbridge.media.cost.CostSampler;
import org.starbridge.media.counters.WorkerCounters;
import org.starbridge.media.demux.KnownTuples;
import org.starbridge.media.demux.LocalAddresses;
import org.starbridge.media.demux.Route;
import org.starbridge.media.demux.UfragTable;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.endpoint.EndpointTable;
import org.starbridge.media.endpoint.FaultContext;
import org.starbridge.media.feedback.KeyFrameRequestReader;
import org.starbridge.media.feedback.KeyFrameRequester;
import org.starbridge.media.feedback.NackResponder;
import org.starbridge.media.feedback.RtcpEgress;
import org.starbridge.media.feedback.SenderReportRelay;
import org.starbridge.media.feedback.SenderReportWriter;
import org.starbridge.media.feedback.SourceFeedbackSender;
import org.starbridge.media.forward.FanOut;
import org.starbridge.media.forward.FanOutBatch;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.Receiver;
import org.starbridge.media.forward.ReceiverGroup;
import org.starbridge.media.forward.ReceiverGroups;
import org.starbridge.media.forward.RetransmissionLimits;
import org.starbridge.media.mapping.ExtensionMaps;
import org.starbridge.media.pacing.Pacer;
import org.starbridge.media.ring.PacketRing;
import org.starbridge.media.ring.RingCursor;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.media.session.StunHandler;
import org.starbridge.media.source.KeyFrameLimits;
import org.starbridge.media.source.Negotiation;
import org.starbridge.media.speech.LoudestFeedback;
import org.starbridge.media.speech.SpeechMonitor;
import org.starbridge.media.speech.SpeechRouting;
import org.starbridge.media.transit.TransitSampler;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.testkit.IvLedger;
import org.starbridge.testkit.SimulatedNetwork;
import org.starbridge.testkit.VirtualClock;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.udp.GsoLimits;
import org.starbridge.transport.udp.SocketAddresses;

/** The second half of a packet's life, with a budget, an interruption, and a ring that does not wait. */
class PacketPathTest {
    private static final int WORKER = 0;
    private static final int STREAM_A = 1;
    private static final int STREAM_B = 2;
    private static final int SSRC_A = 1000;
    private static final int SSRC_B = 2000;
    private static final Route SOURCE = new Route(1, 1, "source");

    private final PacketRing ring = new PacketRing(1 << 16);
    private final RingCursor reader = ring.cursor();
    private final ReceiverGroup audience = new ReceiverGroup("conference");
    private final FanOuts fanOuts = new FanOuts();
    private final SimulatedNetwork network = new SimulatedNetwork(new VirtualClock(0), 1);
    private final Egress egress = new Egress(network.open(SimulatedBridge.ADDRESS), 64);
    private final DropCounters drops = new DropCounters();
    private final WorkerCounters counters = new WorkerCounters();
    private final IvLedger crypto = new IvLedger(SrtpCrypto.jce());
    private final ExtensionMaps maps = new ExtensionMaps();
    private final List<Receiver> receivers = new ArrayList<>();
    private final List<SrtpSender> senders = new ArrayList<>();
    private final RtcpEgress rtcpEgress = new RtcpEgress(egress);
    private final SenderReportRelay senderReports = new SenderReportRelay(ring, workers -> {});
    private final KeyFrameRequester keyFrameRequests = new KeyFrameRequester(fanOuts, (source, ssrc, encoding) -> {});
    private final FeedbackPath feedback = new FeedbackPath(
            senderReports,
            new NackResponder(egress, drops, counters),
            new KeyFrameRequestReader(keyFrameRequests, drops),
            new SourceFeedbackSender(rtcpEgress, counters),
            drops,
            counters);
    private final KnownTuples tuples = new KnownTuples(SimulatedBridge.ADDRESS.getPort(), drops);
    private final FaultContext inHand = new FaultContext();
    private final DatagramHandover handover = new DatagramHandover(WORKER, ring, workers -> {});
    private final DatagramRouter router = new DatagramRouter(
            WORKER,
            tuples,
            new UfragTable(),
            new EndpointTable(inHand),
            new StunHandler(new LocalAddresses(List.of(SimulatedBridge.ADDRESS)), session -> {
                throw new AssertionError("no session here");
            }),
            handover,
            inHand,
            WorkerLog.off());
    private final PacketPath path =
            new PacketPath(router, feedback, new RingPublisher(ring, workers -> {}, senderReports), drops, counters);
    private final ReceiverGroups groups = new ReceiverGroups(fanOuts, drops);
    private final FanOutPath fanOutPath = new FanOutPath(
            groups,
            new FanOutBatch(fanOuts, drops, GsoLimits.upTo(GsoLimits.MAX_DATAGRAMS)),
            new FanOutSender(
                    fanOuts,
                    egress,
                    new SenderReportWriter(fanOuts, rtcpEgress, counters),
                    keyFrameRequests,
                    drops,
                    counters),
            new Pacer(fanOuts, keyFrameRequests, drops, counters),
            inHand,
            new FanOutSampler(CostSampler.off(), new TransitSampler(null)),
            WorkerLog.off());
    private final RingReader ringReader = new RingReader(
            WORKER,
            new DatagramEntrance(path, handover, inHand, CostSampler.off(), null),
            groups,
            fanOuts.clocks(),
            new SpeechMonitor(SpeechRouting.NONE, LoudestFeedback.EVERYBODY));

    @BeforeEach
    void twoStreamsToManyReceivers() {
        receivers.addAll(receivers(1300));
        fanOuts.put(fanOut(STREAM_A, SSRC_A, receivers));
        fanOuts.put(fanOut(STREAM_B, SSRC_B, receivers.subList(0, 700)));
    }

    private List<Receiver> receivers(int count) {
        Negotiation negotiation = new Negotiation(new Transport(
                1,
                Map.of(111, new PayloadType(111, MediaKind.AUDIO, "opus", 48000, false, false)),
                Map.of(),
                false,
                List.of(),
                Set.of()));
        List<Receiver> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Receiver receiver = new Receiver(RetransmissionLimits.DEFAULT);
            SrtpSender sender = new SrtpSender(crypto, SimulatedKeys.ofClient("r" + i), 8);
            senders.add(sender);
            receiver.keys(sender);
            receiver.reachable(true);
            receiver.negotiation(negotiation);
            SocketAddresses.writeV6(
                    receiver.destination(), new InetSocketAddress(InetAddress.ofLiteral("192.0.2.7"), 1 + i));
            made.add(receiver);
        }
        return made;
    }

    private FanOut fanOut(int handle, int ssrc, List<Receiver> to) {
        return new FanOut(
                handle,
                SOURCE,
                MediaKind.AUDIO,
                audience,
                to.stream()
                        .map(receiver -> new OutgoingStream(
                                handle,
                                SimulatedBridge.audio(ssrc),
                                receiver,
                                maps,
                                Map.of(),
                                KeyFrameLimits.DEFAULT.perReceiver()))
                        .toArray(OutgoingStream[]::new));
    }

    @AfterEach
    void free() {
        handover.close();
        tuples.close();
        feedback.close();
        egress.close();
        receivers.forEach(Receiver::close);
        senders.forEach(SrtpSender::close);
        ring.close();
    }

    private void media(int handle, int ssrc, long extSeq) {
        long record = ring.claim(100);
        RtpHeaderWriter writer = new RtpHeaderWriter();
        writer.fixed(RingRecord.body(record), 100, false, 111, extSeq, 960, ssrc);
        int header = writer.end();
        Memory.fill(RingRecord.body(record) + header, 100 - header, (int) extSeq + ssrc);
        RtpView packet = new RtpView();
        assertThat(packet.wrap(RingRecord.body(record), 100)).isNull();
        RingRecord.writeMedia(record, 1L << WORKER, handle, packet);
        RingRecord.writeOrder(record, extSeq, 0, new FrameFacts());
        ring.commit(100);
    }

    private int fanOut(int budget) {
        ringReader.take(reader, 1000, 0);
        return fanOutPath.send(budget, 0);
    }

    private long dropped(DropReason reason) {
        return Objects.requireNonNull(drops.copy().get(reason));
    }

    private List<Long> sentToEach() {
        return receivers.stream().map(Receiver::packetsSent).toList();
    }

    private void fanOutToTheEnd() {
        for (int i = 0; i < 1000 && (fanOutPath.hasWaiting() || reader.hasNext()); i++) {
            fanOut(512);
        }
        assertThat(fanOutPath.hasWaiting()).isFalse();
    }

    /** Who has more packets than before a call: they lie one behind the other, and how many. */
    private void assertServed(List<Long> before, int from, int to, long each) {
        for (int i = 0; i < receivers.size(); i++) {
            assertThat(receivers.get(i).packetsSent() - before.get(i))
                    .as("receiver %d", i)
                    .isEqualTo(i >= from && i < to ? each : 0);
        }
    }

    @Test
    void anInterruptedFanOutGoesOnFromTheVeryReceiver() {
        media(STREAM_A, SSRC_A, 5);
        int served = 0;
        while (served < 1300) {
            List<Long> before = sentToEach();
            assertThat(fanOut(512)).isPositive();
            int now = (int) counters.packetsForwarded;
            assertThat(now - served).isBetween(1, 512);
            assertServed(before, served, now, 1);
            served = now;
        }
        assertThat(fanOut(512)).isZero();
        assertThat(sentToEach()).containsOnly(1L);
    }

    @Test
    void packetsOfOneMomentGoOutReceiverByReceiver() {
        media(STREAM_A, SSRC_A, 5);
        media(STREAM_B, SSRC_B, 9);
        media(STREAM_A, SSRC_A, 6);
        List<Long> before = sentToEach();
        fanOut(300);
        int served = (int) counters.packetsForwarded / 3;
        assertServed(before, 0, served, 3);
        fanOutToTheEnd();
        assertThat(sentToEach().subList(0, 700)).containsOnly(3L);
        assertThat(sentToEach().subList(700, 1300)).containsOnly(2L);
    }

    @Test
    void whatComesMeanwhileJoinsWhatIsUnderWayAtTheReceiverThatIsNext() {
        media(STREAM_A, SSRC_A, 5);
        fanOut(512);
        int first = (int) counters.packetsForwarded;
        media(STREAM_A, SSRC_A, 6);
        List<Long> before = sentToEach();
        fanOut(100);
        int second = (int) (counters.packetsForwarded - first) / 2;
        assertThat(second).isPositive();
        assertServed(before, first, first + second, 2);
        while (sentToEach().contains(0L)) {
            assertThat(fanOut(100)).isPositive();
        }
        fanOutToTheEnd();
        assertThat(sentToEach()).containsOnly(2L);
    }

    @Test
    void inALargeConferenceAudioOvertakesTheVideoThatIsUnderWay() {
        FanOut video = new FanOut(
                STREAM_B,
                SOURCE,
                MediaKind.VIDEO,
                audience,
                Objects.requireNonNull(fanOuts.find(STREAM_B)).streams());
        fanOuts.put(video);
        media(STREAM_B, SSRC_B, 5);
        fanOut(100);
        assertThat(receivers.get(699).packetsSent()).isZero();
        media(STREAM_A, SSRC_A, 6);
        while (receivers.get(1299).packetsSent() == 0) {
            assertThat(fanOut(100)).isPositive();
        }
        assertThat(receivers.get(699).packetsSent()).isEqualTo(1);
        fanOutToTheEnd();
        assertThat(sentToEach().subList(0, 700)).containsOnly(2L);
    }

    @Test
    void aSmallConferenceDoesNotWaitForALargeOne() {
        for (int i = 0; i < 20; i++) {
            media(STREAM_A, SSRC_A, 5 + i);
        }
        fanOut(512);
        List<Receiver> few = receivers(3);
        ReceiverGroup other = new ReceiverGroup("small");
        int handle = STREAM_B + 1;
        fanOuts.put(new FanOut(
                handle,
                SOURCE,
                MediaKind.AUDIO,
                other,
                fanOut(handle, 3000, few).streams()));
        media(handle, 3000, 1);
        fanOut(512);
        assertThat(few.stream().map(Receiver::packetsSent).toList()).containsOnly(1L);
        assertThat(fanOutPath.hasWaiting()).isTrue();
        few.forEach(Receiver::close);
    }

    @Test
    void afterAnOverrunInTheMiddleTheNextPacketGoesToItsOwnReceiversAndToAllOfThem() {
        media(STREAM_A, SSRC_A, 5);
        fanOut(512);
        long sent = counters.packetsForwarded;
        for (int i = 0; i < 1000; i++) { // more than the ring holds, before this worker comes around again
            media(STREAM_A, SSRC_A, 6 + i);
        }
        fanOutToTheEnd();
        assertThat(reader.overruns()).isEqualTo(1);
        assertThat(counters.packetsForwarded).isEqualTo(sent);
        assertThat(dropped(DropReason.RING_OVERRUN)).isEqualTo(1300 - sent);

        List<Long> before = sentToEach();
        media(STREAM_B, SSRC_B, 70);
        fanOutToTheEnd();
        assertServed(before, 0, 700, 1);
    }

    @Test
    void packetsWaitInBoundedNumberAndTheRestIsCounted() {
        try (PacketRing large = new PacketRing(1 << 20)) {
            RingCursor cursor = large.cursor();
            for (int i = 0; i < 4100; i++) {
                long record = large.claim(0);
                RingRecord.writeSenderReport(record, 1L << WORKER, STREAM_B, 0);
                RingRecord.writeTimes(record, 1, 0, 48_000, 0);
                large.commit(0);
            }
            ringReader.take(cursor, 5000, 0);
            assertThat(cursor.hasNext()).isFalse();
            assertThat(dropped(DropReason.TOO_MANY_WAITING)).isEqualTo(4 * 700);
            audience.clear();
        }
    }

    @Test
    void aPacketOfAStreamThatIsGoneIsPassedOver() {
        media(STREAM_A + FanOuts.MAX_STREAMS, SSRC_A, 5); // another generation
        media(STREAM_B, SSRC_B, 6);
        fanOutToTheEnd();
        assertThat(sentToEach().subList(0, 700)).containsOnly(1L);
        assertThat(sentToEach().subList(700, 1300)).containsOnly(0L);
    }

    @Test
    void aStreamThatGoesWhileItsPacketsWaitIsNotSent() {
        media(STREAM_A, SSRC_A, 5);
        media(STREAM_B, SSRC_B, 6);
        ringReader.take(reader, 1000, 0);
        fanOuts.remove(STREAM_A);
        fanOutToTheEnd();
        assertThat(sentToEach().subList(0, 700)).containsOnly(1L);
        assertThat(sentToEach().subList(700, 1300)).containsOnly(0L);
    }

    @Test
    void aReceiverThatLeavesInTheMiddleGetsNothingMoreAndTheOthersDo() {
        media(STREAM_A, SSRC_A, 5);
        fanOut(512);
        assertThat(counters.packetsForwarded).isLessThan(600);
        receivers.get(600).close();
        fanOutToTheEnd();
        assertThat(dropped(DropReason.RECEIVER_NOT_READY)).isEqualTo(1);
        assertThat(counters.packetsForwarded).isEqualTo(1299);
    }

    @Test
    void packetsForOtherWorkersCostNothing() {
        long record = ring.claim(0);
        RingRecord.writeSenderReport(record, 0b1110, STREAM_A, 0);
        RingRecord.writeTimes(record, 1, 0, 48_000, 0);
        ring.commit(0);
        assertThat(fanOut(512)).isZero();
        assertThat(reader.hasNext()).isFalse();
    }

    @Test
    void aDatagramThatWasCutOrIsNothingWeKnowIsCountedAsThat() {
        try (var slab = org.starbridge.rtp.memory.Slab.allocate(2048)) {
            path.onDatagram(slab.address(), -1, slab.address() + 1024, 0, 0);
            assertThat(dropped(DropReason.CUT_DATAGRAM)).isEqualTo(1);
            Memory.put8(slab.address(), 100);
            path.onDatagram(slab.address(), 50, slab.address() + 1024, 0, 0);
            assertThat(dropped(DropReason.UNCLASSIFIED)).isEqualTo(1);
            Memory.put8(slab.address(), 0x80);
            path.onDatagram(slab.address(), 50, slab.address() + 1024, 0, 0);
            Memory.put8(slab.address() + 1, 200);
            path.onDatagram(slab.address(), 50, slab.address() + 1024, 0, 0);
            Memory.put8(slab.address(), 22);
            path.onDatagram(slab.address(), 50, slab.address() + 1024, 0, 0);
            assertThat(dropped(DropReason.UNKNOWN_ADDRESS)).isEqualTo(3);
        }
    }
}
