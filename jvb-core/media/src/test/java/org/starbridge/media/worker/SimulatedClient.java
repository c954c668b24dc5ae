package org.starbridge.media.worker;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.EndpointListener;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.packet.SequenceNumbers;
import org.starbridge.rtp.packet.StreamIdentifier;
import org.starbridge.rtp.reception.ReceptionRegister;
import org.starbridge.rtp.reception.TransportFeedbackRegister;
import org.starbridge.rtp.rtcp.NtpTime;
import org.starbridge.rtp.rtcp.PictureLossIndication;
import org.starbridge.rtp.rtcp.ReceiverReport;
import org.starbridge.rtp.rtcp.Remb;
import org.starbridge.rtp.rtcp.ReportBlock;
import org.starbridge.rtp.rtcp.RtcpView;
import org.starbridge.rtp.rtcp.SenderReport;
import org.starbridge.rtp.rtcp.TransportFeedback;
import org.starbridge.testkit.SimulatedPort;
import org.starbridge.transport.ice.IceAgent;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceRole;
import org.starbridge.transport.ice.IceSink;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.srtp.ReceiveStream;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.srtp.SrtpStatus;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * A client of the bridge in a simulation: real ICE, real SRTP with keys known to both sides, and a record of everything
 * that it sent and got.
 */
final class SimulatedClient implements IceSink, EndpointListener {
    /** A stream that it sends: what sequence number comes next, and the payload of everything sent. */
    static final class SentStream {
        final int ssrc;
        final int payloadType;
        long nextIndex;
        int nextTimestamp = 1000;
        final Map<Integer, byte[]> payloadByTimestamp = new HashMap<>();
        final Map<Long, SentPacket> packets = new HashMap<>();
        /** Under which it sends packets again; 0 = under its own. */
        int rtxSsrc;

        long nextRtxIndex = 65530;
        /** The name of the encoding that its packets carry; null = none. */
        @Nullable
        String rid;
        /** The name of the media section that its packets carry; null = none. */
        @Nullable
        String mid;

        SentStream(int ssrc, int payloadType, int firstSequence) {
            this.ssrc = ssrc;
            this.payloadType = payloadType;
            nextIndex = firstSequence;
        }

        /** What was sent up to now does not count any more. */
        void forget() {
            payloadByTimestamp.clear();
        }
    }

    /** What is needed to send it again. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record SentPacket(int timestamp, boolean marker, byte[] payload, byte[] descriptor) {}

    /** A stream that it gets: the payloads by extended sequence number. */
    static final class GotStream {
        final TreeMap<Long, Integer> timestampByExtSeq = new TreeMap<>();
        final List<Long> order = new ArrayList<>();
        long highest = -1;
        int duplicates;
        int wrongPayload;
        final List<Long> transportSequences = new ArrayList<>();
    }

    final String name;
    SimulatedPort port;
    /** What it believes its address to be, whatever a NAT makes of it. */
    private final InetSocketAddress local;

    final InetSocketAddress bridge;
    IceAgent ice;
    private final Random random;
    final SrtpSender sender;
    final SrtpReceiver receiver;
    final Map<Integer, SentStream> sent = new HashMap<>();
    final Map<Integer, GotStream> got = new HashMap<>();
    final List<IceState> bridgeStates = new ArrayList<>();
    /** Whether the bridge said that it reaches this client over a TURN server. */
    boolean isRelayed;

    final List<Integer> keyFrameRequests = new ArrayList<>();
    final List<Long> senderReportCounts = new ArrayList<>();
    final Set<Integer> reportedSsrcs = new HashSet<>();
    final ClientRecovery recovery = new ClientRecovery(this);
    /** The media SSRC of each retransmission SSRC that it may get. */
    final Map<Integer, Integer> mediaByRtxSsrc = new HashMap<>();

    /** Sees every media packet that comes, also those that come again; null = none does. */
    @Nullable
    PacketWatcher watcher;

    /** RTP timestamps of the sender reports that came. */
    final List<Integer> senderReportTimestamps = new ArrayList<>();

    /** How many packets the bridge asked for, by SSRC. */
    final Map<Integer, Integer> askedBySsrc = new HashMap<>();

    /** The sender reports that came. */
    final List<GotReport> senderReports = new ArrayList<>();

    /** A sender report as it came. */
    record GotReport(int ssrc, long ntp, int rtpTimestamp, long packets) {}

    /** Payload types of the media packets that came. */
    final Set<Integer> payloadTypesThatCame = new HashSet<>();

    /** Sees packets of media, in the clear. */
    @FunctionalInterface
    interface PacketWatcher {
        /** A packet came; by itself or as a retransmission. */
        void onPacket(int ssrc, long extSeq, int timestamp, boolean marker, byte[] payload);
    }

    /** Under which id what it gets is numbered for its transport-wide feedback; 0 = it sends none. */
    int feedbackId;

    private @Nullable TransportFeedbackRegister feedback;
    /** Transport-wide numbers of what it gets, in the order of arrival. */
    final List<Integer> transportNumbers = new ArrayList<>();
    /** Packets with nothing but padding that came. */
    int paddingPackets;
    /** Bytes of RTP that came. */
    long bytesReceived;
    /** How often the bridge told that it can take more or less. */
    int downlinkChanges;
    /** No feedback is sent while this is set. */
    boolean isSilent;

    int transportFeedbacks;
    /** Transport-wide numbers of its packets that the last report about each says came, and did not. */
    final Set<Integer> reportedReceived = new HashSet<>();

    final Set<Integer> reportedMissing = new HashSet<>();

    int farewells;
    int failures;
    boolean bridgeHasKeys;
    /** Under which it numbers what it sends, for transport-wide feedback; 0 = not. */
    int transportSequenceId;
    /** Under which it says how loud what it sends is; 0 = not. */
    int audioLevelId;

    int audioLevel;
    /** The id of the frame descriptors that it sends and gets; 0 = none. */
    int descriptorId;
    /** The frame descriptor of what it sends next. */
    byte[] descriptor = {};
    /** The frame descriptors that came, by SSRC, empty where there was none. */
    final Map<Integer, List<byte[]>> descriptorsThatCame = new HashMap<>();
    /** Numbers of packets without payload that came, by SSRC. */
    final Map<Integer, Set<Long>> emptyThatCame = new HashMap<>();

    private int nextTransportSequence = 65000;

    @Nullable
    MediaEndpoint endpoint;

    private final Slab memory = Slab.allocate(8192);
    private final ReceiveBatch batch = new ReceiveBatch(64);
    private final RtpHeaderWriter writer = new RtpHeaderWriter();
    private final RtpView view = new RtpView();
    private final HeaderExtensions elements = new HeaderExtensions();
    private final RtcpView rtcp = new RtcpView();

    SimulatedClient(String name, SimulatedPort port, InetSocketAddress bridge, SrtpCrypto crypto, Random random) {
        this.name = name;
        this.port = port;
        local = port.localAddress();
        this.bridge = bridge;
        this.random = random;
        ice = newAgent();
        sender = new SrtpSender(crypto, SimulatedKeys.ofClient(name), 1024);
        receiver = new SrtpReceiver(crypto, SimulatedKeys.ofClient(name), 1024);
    }

    private IceAgent newAgent() {
        IceAgent agent = new IceAgent(IceRole.CONTROLLED, IceCredentials.random(random), random, IceConfig.defaults());
        agent.addLocalCandidate(IceCandidate.host(local, 65535));
        return agent;
    }

    /** Restarts ICE as a client does whose network has changed: what it had is given up. */
    void restartIce() {
        ice.close();
        ice = newAgent();
    }

    void start(long nowNs, IceCredentials bridgeCredentials) {
        ice.remoteCredentials(nowNs, bridgeCredentials, this);
        ice.addRemoteCandidate(nowNs, IceCandidate.host(bridge, 65535), this);
    }

    boolean isConnected() {
        return bridgeHasKeys && ice.state() == IceState.CONNECTED;
    }

    SentStream addStream(int ssrc, int payloadType, int firstSequence) {
        SentStream stream = new SentStream(ssrc, payloadType, firstSequence);
        sent.put(ssrc, stream);
        return stream;
    }

    /** Sends the next packet of a stream; a timestamp identifies it everywhere. */
    void send(SentStream stream, byte[] payload, boolean marker) {
        send(stream, payload, marker, stream.nextTimestamp + 960);
        stream.payloadByTimestamp.put(stream.nextTimestamp, payload);
    }

    /** Sends the next packet of a stream under a timestamp. */
    void send(SentStream stream, byte[] payload, boolean marker, int timestamp) {
        send(stream, payload, marker, timestamp, datagram -> port.send(bridge, datagram));
    }

    /** Gives it to another consumer instead of sending it. */
    void send(SentStream stream, byte[] payload, boolean marker, int timestamp, Consumer<byte[]> to) {
        stream.nextTimestamp = timestamp;
        SendStream srtp = sender.stream(stream.ssrc);
        long at = memory.address();
        writer.fixed(at, 200, marker, stream.payloadType, stream.nextIndex, stream.nextTimestamp, stream.ssrc);
        writer.begin(descriptor.length > 16 ? ExtensionForm.TWO_BYTE : ExtensionForm.ONE_BYTE);
        appendDescriptor(writer, descriptor);
        if (transportSequenceId != 0) {
            writer.appendU16(transportSequenceId, nextTransportSequence++);
        }
        if (audioLevelId != 0) {
            writer.appendU8(audioLevelId, audioLevel);
        }
        appendName(writer, SimulatedBridge.RID_ID, stream.rid);
        appendName(writer, SimulatedBridge.MID_ID, stream.mid);
        int header = writer.end();
        Memory.copyIn(payload, 0, at + 4096, payload.length);
        int length = sender.protectRtp(
                java.util.Objects.requireNonNull(srtp), stream.nextIndex, at, header, 0, at + 4096, payload.length);
        stream.packets.put(stream.nextIndex, new SentPacket(stream.nextTimestamp, marker, payload, descriptor));
        stream.nextIndex++;
        to.accept(Memory.copyOf(at, length));
    }

    /** If it negotiated descriptors and this is one. */
    void appendDescriptor(RtpHeaderWriter writer, byte[] descriptor) {
        if (descriptorId != 0 && descriptor.length > 0) {
            append(writer, descriptorId, descriptor);
        }
    }

    static void appendName(RtpHeaderWriter writer, int id, @Nullable String name) {
        if (name != null) {
            append(writer, id, StreamIdentifier.bytes(name));
        }
    }

    private static void append(RtpHeaderWriter writer, int id, byte[] bytes) {
        long element = writer.reserve(id, bytes.length);
        Memory.copyIn(bytes, 0, element, bytes.length);
    }

    /** Sends the next packet of a stream with nothing in it but padding. */
    void sendEmpty(SentStream stream) {
        long at = memory.address();
        writer.fixed(at, 100, false, stream.payloadType, stream.nextIndex, stream.nextTimestamp, stream.ssrc);
        int header = writer.end();
        Memory.put8(at, Memory.u8(at) | 0x20);
        Memory.fill(at + header, 50, 0);
        Memory.put8(at + header + 49, 50);
        SendStream srtp = java.util.Objects.requireNonNull(sender.stream(stream.ssrc));
        int length = sender.protectRtp(srtp, stream.nextIndex, at, header, 50, 0, 0);
        stream.packets.put(stream.nextIndex, new SentPacket(stream.nextTimestamp, false, new byte[0], new byte[0]));
        stream.nextIndex++;
        port.send(bridge, Memory.copyOf(at, length));
    }

    void sendSenderReport(SentStream stream, long ntp) {
        int length = SenderReport.write(memory.address(), 200, stream.ssrc, ntp, stream.nextTimestamp, 1, 1, 0);
        sendRtcp(length);
    }

    /** Says that the last sender report of {@code ssrc} was {@code ntp}, {@code delayNs} ago. */
    void sendReport(int ssrc, int fractionLost, long ntp, long delayNs) {
        ReportBlock.write(
                memory.address() + ReceiverReport.BLOCKS_OFFSET,
                ssrc,
                fractionLost,
                0,
                0,
                0,
                NtpTime.middle(ntp),
                NtpTime.shortFromNs(delayNs));
        sendRtcp(ReceiverReport.write(memory.address(), 200, 1, 1));
    }

    /** Reports on what came of one stream, as browsers do. */
    void sendReport(ReceptionRegister stream, long nowNs) {
        stream.writeReportBlock(memory.address() + ReceiverReport.BLOCKS_OFFSET, nowNs);
        sendRtcp(ReceiverReport.write(memory.address(), 200, 1, 1));
    }

    void requestKeyFrame(int ssrc) {
        sendRtcp(PictureLossIndication.write(memory.address(), 200, 1, ssrc));
    }

    /** Says how much it can take. */
    void sendRemb(long bitrateBps) {
        sendRtcp(Remb.write(memory.address(), 200, 1, bitrateBps, new int[0], 0));
    }

    private void sendRtcp(int plainLength) {
        int length = sender.protectRtcp(memory.address(), plainLength);
        port.send(bridge, Memory.copyOf(memory.address(), length));
    }

    void sendRaw(byte[] datagram) {
        port.send(bridge, datagram);
    }

    /** Reads what came and runs timers. */
    void doWork(long nowNs) {
        while (port.receive(batch) > 0) {
            for (int i = 0; i < batch.size(); i++) {
                onDatagram(nowNs, batch.address(i), batch.lengthBytes(i));
            }
        }
        recovery.doWork(nowNs);
        TransportFeedbackRegister register = feedback;
        while (register != null && nowNs >= register.nextDeadlineNs()) {
            int length = register.write(memory.address(), 1000, 1, 2, nowNs);
            if (length == 0) {
                break;
            }
            if (!isSilent) {
                sendRtcp(length);
            }
        }
        if (nowNs >= ice.nextDeadlineNs()) {
            ice.onTimeout(nowNs, this);
        }
    }

    private void onDatagram(long nowNs, long at, int length) {
        int first = Memory.u8(at);
        if (first <= 3) {
            ice.onDatagram(nowNs, new Tuple(local, bridge), Memory.copyOf(at, length), this);
        } else if (first == SimulatedKeys.DTLS_ALERT) {
            farewells++;
        } else if (first >= 128 && RtpView.isRtcp(Memory.u8(at + 1))) {
            onRtcp(at, length);
        } else if (first >= 128) {
            onRtp(nowNs, at, length);
        }
    }

    private void noteArrival(long nowNs) {
        byte[] number = element(feedbackId);
        if (number.length == 2) {
            TransportFeedbackRegister register = feedback;
            if (register == null) {
                register = new TransportFeedbackRegister();
                feedback = register;
            }
            int value = ((number[0] & 0xFF) << 8) | (number[1] & 0xFF);
            transportNumbers.add(value);
            register.onPacket(value, nowNs);
        }
    }

    /** When its feedback is due. */
    long feedbackDeadlineNs() {
        TransportFeedbackRegister register = feedback;
        return register == null ? Long.MAX_VALUE : register.nextDeadlineNs();
    }

    private void onRtp(long nowNs, long at, int length) {
        ReceiveStream srtp = java.util.Objects.requireNonNull(receiver.stream(RtpView.ssrc(at)));
        int plain = receiver.unprotectRtp(srtp, at, length, RtpView.headerLengthBytes(at, length), at);
        GotStream stream = got.computeIfAbsent(RtpView.ssrc(at), any -> new GotStream());
        if (plain < 0) {
            if (SrtpStatus.of(plain) == SrtpStatus.REPLAYED) {
                stream.duplicates++;
            } else {
                failures++;
            }
            return;
        }
        if (view.wrap(at, plain) != null) {
            failures++;
            return;
        }
        bytesReceived += length;
        if (feedbackId != 0) {
            noteArrival(nowNs);
        }
        Integer mediaSsrc = mediaByRtxSsrc.get(view.ssrc());
        if (mediaSsrc != null && view.payloadLengthBytes() == 0) {
            paddingPackets++;
            return;
        }
        if (mediaSsrc != null) {
            recovery.onRetransmission(view, mediaSsrc);
            stream.order.add(srtp.lastIndex());
            return;
        }
        if (view.payloadLengthBytes() == 0) {
            onEmpty(stream, view.ssrc(), SequenceNumbers.extend(stream.highest, view.sequenceNumber()));
            return;
        }
        payloadTypesThatCame.add(view.payloadType());
        if (descriptorId != 0) {
            descriptorsThatCame
                    .computeIfAbsent(view.ssrc(), any -> new ArrayList<>())
                    .add(element(descriptorId));
        }
        long extSeq = SequenceNumbers.extend(stream.highest, view.sequenceNumber());
        stream.highest = Math.max(stream.highest, extSeq);
        if (watcher != null) {
            byte[] payload = Memory.copyOf(view.payloadAddress(), view.payloadLengthBytes());
            watcher.onPacket(view.ssrc(), extSeq, view.timestamp(), view.marker(), payload);
        }
        if (stream.timestampByExtSeq.put(extSeq, view.timestamp()) != null) {
            stream.duplicates++; // came as a retransmission before
            return;
        }
        stream.order.add(extSeq);
        lastPayload = Memory.copyOf(view.payloadAddress(), view.payloadLengthBytes());
        payloads.computeIfAbsent(view.ssrc(), any -> new HashMap<>()).put(view.timestamp(), lastPayload);
    }

    /** A packet without payload, perhaps repeated. */
    void onEmpty(GotStream stream, int ssrc, long extSeq) {
        boolean isNew =
                emptyThatCame.computeIfAbsent(ssrc, any -> new HashSet<>()).add(extSeq);
        if (isNew && stream.timestampByExtSeq.put(extSeq, view.timestamp()) != null) {
            throw new AssertionError("another packet under number " + extSeq + " of " + ssrc);
        }
        stream.highest = Math.max(stream.highest, extSeq);
    }

    private byte[] element(int id) {
        elements.wrap(view);
        while (elements.next()) {
            if (elements.id() == id) {
                return Memory.copyOf(elements.elementAddress(), elements.elementLengthBytes());
            }
        }
        return new byte[0];
    }

    private byte[] lastPayload = new byte[0];
    final Map<Integer, Map<Integer, byte[]>> payloads = new HashMap<>();

    private void onRtcp(long at, int length) {
        int plain = receiver.unprotectRtcp(at, length, at);
        if (SrtpStatus.of(plain) == SrtpStatus.REPLAYED) {
            return; // the network doubled it
        }
        if (plain < 0 || rtcp.wrap(at, plain) != null) {
            failures++;
            return;
        }
        SenderReport report = new SenderReport();
        PictureLossIndication pli = new PictureLossIndication();
        while (rtcp.next()) {
            switch (rtcp.kind()) {
                case SENDER_REPORT -> {
                    if (report.wrap(rtcp) == null) {
                        senderReportCounts.add(report.packetCount());
                        senderReportTimestamps.add(report.rtpTimestamp());
                        senderReports.add(new GotReport(
                                report.ssrc(), report.ntp64(), report.rtpTimestamp(), report.packetCount()));
                    }
                }
                case RECEIVER_REPORT -> {
                    if (rtcp.count() > 0) {
                        reportedSsrcs.add(Memory.i32(rtcp.blockAddress() + ReceiverReport.BLOCKS_OFFSET));
                    }
                }
                case PICTURE_LOSS_INDICATION -> {
                    if (pli.wrap(rtcp) == null) {
                        keyFrameRequests.add(pli.mediaSsrc());
                    }
                }
                case GENERIC_NACK -> recovery.onNack(rtcp);
                case TRANSPORT_FEEDBACK -> onTransportFeedback();
                default -> {}
            }
        }
    }

    private void onTransportFeedback() {
        transportFeedbacks++;
        TransportFeedback feedback = new TransportFeedback();
        if (feedback.wrap(rtcp) != null) {
            failures++;
            return;
        }
        while (feedback.next()) {
            int number = feedback.sequenceNumber();
            (feedback.isReceived() ? reportedReceived : reportedMissing).add(number);
            (feedback.isReceived() ? reportedMissing : reportedReceived).remove(number);
        }
    }

    @Override
    public void send(Tuple tuple, byte[] datagram) {
        port.send(tuple.remote(), datagram);
    }

    @Override
    public void onSelected(Tuple tuple) {}

    @Override
    public void onState(IceState state) {}

    @Override
    public void onIceState(IceState state) {
        bridgeStates.add(state);
    }

    @Override
    public void onRelayed() {
        isRelayed = true;
    }

    @Override
    public void onDownlinkChanged() {
        downlinkChanges++;
    }

    @Override
    public void onDtlsConnected(SrtpProfile profile) {
        bridgeHasKeys = true;
    }

    @Override
    public void onDtlsFailed(String reason) {
        throw new AssertionError(reason);
    }

    /** The number of the packet of a stream that it sends next. */
    long nextIndexOf(int ssrc) {
        return java.util.Objects.requireNonNull(sent.get(ssrc)).nextIndex;
    }

    /** What came up to now does not count any more, but for the order of numbers. */
    void forgetWhatCame() {
        got.values().forEach(stream -> stream.timestampByExtSeq.clear());
        payloads.clear();
        recovery.forgetWhatCame();
    }

    /** Whether it negotiated to ask for packets of a stream: of video. */
    boolean asksFor(int ssrc) {
        return ssrc >= 2000 && ssrc < 3000;
    }

    /** From now on its datagrams come from, and must go to, another address: a NAT forgot the old one. */
    void rebind(SimulatedPort outside) {
        port.close();
        port = outside;
    }

    /** Forgets what it sent and got, but not where its streams are. */
    void forgetHistory() {
        sent.values().forEach(stream -> stream.payloadByTimestamp.clear());
        got.values().forEach(stream -> {
            stream.timestampByExtSeq.clear();
            stream.order.clear();
            stream.transportSequences.clear();
        });
        payloads.values().forEach(Map::clear);
        bridgeStates.clear();
        keyFrameRequests.clear();
        senderReportCounts.clear();
        senderReportTimestamps.clear();
        senderReports.clear();
    }

    void close() {
        recovery.close();
        sender.close();
        receiver.close();
        memory.close();
        batch.close();
        port.close();
    }
}
