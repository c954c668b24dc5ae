package org.starbridge.hammer.client.media;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.starbridge.hammer.bridge.KernelDrops;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.EndpointRoster;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.result.SocketCount;
import org.starbridge.hammer.client.transport.Outbox;
import org.starbridge.hammer.client.transport.Sockets;
import org.starbridge.hammer.measure.SentStream;
import org.starbridge.hammer.media.MediaKind;
import org.starbridge.hammer.media.Replay;
import org.starbridge.hammer.media.file.BundledMedia;
import org.starbridge.hammer.report.BridgeUse;
import org.starbridge.hammer.report.HammerUse;
import org.starbridge.hammer.report.Joins;
import org.starbridge.hammer.report.RunReport;
import org.starbridge.hammer.report.Scenario;
import org.starbridge.rtp.codec.Vp8Descriptor;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.NtpTime;
import org.starbridge.rtp.rtcp.SenderReport;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.udp.NativeUdpSocket;

/**
 * Two endpoints that send and receive, and between them a bridge in virtual time that does everything right apart from
 * what the test plants. The receivers are those of a real run, from SRTP to the report.
 */
final class FaultyBridge implements AutoCloseable {
    private static final long MS = 1_000_000;
    private static final long DELAY_NS = 2 * MS;
    private static final long START_NS = 5_000 * MS;
    private static final long UNIX_NS = 1_790_000_000_000L * MS;
    private static final long WINDOW_BEGINS_MS = 2_000;
    private static final long WINDOW_ENDS_MS = 12_000;
    private static final int SLOT_BYTES = 2000;
    private static final int HEADER_BYTES = 12;

    /** A packet on its way through the bridge. */
    static final class Packet {
        final boolean isVideo;
        /** Among those of its source that the bridge got, from 0. */
        final long number;

        final int temporalLayer;
        final byte[] payload;
        int length;
        int protectedLength;
        int timestamp;
        boolean isMarked;
        int payloadType;
        boolean isLeftOut;
        boolean isLost;
        boolean isRepeated;
        boolean isRenumbered;
        boolean isDamaged;
        boolean isReturned;

        Packet(boolean isVideo, long number, int temporalLayer, byte[] payload) {
            this.isVideo = isVideo;
            this.number = number;
            this.temporalLayer = temporalLayer;
            this.payload = payload;
            length = payload.length;
        }
    }

    /** A sender report on its way through the bridge. */
    static final class Report {
        long unixNs;
        int timestamp;
        long packets;
        long octets;
        boolean isLost;
    }

    /** One source on its way to one endpoint. */
    private static final class Leg {
        final SendStream stream;
        final long renumbering;
        long seen;
        long forwarded;
        long octets;
        boolean isOpen;
        int pictureId = 32_700;
        int tl0PicIdx = 250;
        int offset;

        Leg(SendStream stream, long firstSequence) {
            this.stream = stream;
            this.renumbering = firstSequence;
        }
    }

    private final ConferenceOptions options;
    private final EndpointRoster roster;
    private final Consumer<Packet> packets;
    private final Consumer<Report> reports;
    private final NativeUdpSocket socket = new Sockets(1).open();
    private final Slab slab = Slab.allocate(2L * SLOT_BYTES);
    private final List<Outbox> outboxes = new ArrayList<>();
    private final List<MediaSession> sessions = new ArrayList<>();
    private final List<SrtpSender> keys = new ArrayList<>();
    private final Map<Integer, Leg> legs = new HashMap<>();
    private long nowNs = START_NS;

    FaultyBridge(boolean isLayered, Consumer<Packet> packets, Consumer<Report> reports) {
        this.packets = packets;
        this.reports = reports;
        options = ConferenceOptions.builder(
                        URI.create("http://127.0.0.1:1"),
                        2,
                        0,
                        BundledMedia.audio(),
                        isLayered ? BundledMedia.layers() : List.of(BundledMedia.video()))
                .sampleEvery(1)
                .build();
        SplittableRandom random = new SplittableRandom(1);
        roster = EndpointRoster.of(options, random);
        SrtpCrypto crypto = SrtpCrypto.probe();
        MediaSessions made = new MediaSessions(options, roster, crypto, random, new SpeakingPattern());
        for (EndpointPlan plan : roster.plans()) {
            Outbox outbox = new Outbox(socket, 4);
            outboxes.add(outbox);
            Meters meters = Meters.of(roster.streams());
            sessions.add(made.create(srtpKeys(), plan, NegotiatedMedia.OURS, outbox, meters, nowNs, UNIX_NS + nowNs));
            keys.add(new SrtpSender(crypto, srtpKeys(), 16));
        }
    }

    private static SrtpKeys srtpKeys() {
        return new SrtpKeys(SrtpProfile.AEAD_AES_128_GCM, new byte[16], new byte[12], new byte[16], new byte[12]);
    }

    /** Lets ten seconds be measured. */
    RunReport run() {
        for (int receiver = 0; receiver < 2; receiver++) {
            Set<String> all = Set.of(roster.plans().get(1 - receiver).videoSource());
            sessions.get(receiver).media().selected().onForwarded(all, nowNs);
        }
        for (long ms = 0; ms < WINDOW_ENDS_MS; ms++, nowNs += MS) {
            if (ms == WINDOW_BEGINS_MS) {
                sessions.forEach(session -> session.openWindow(nowNs));
            }
            for (int sender = 0; sender < 2; sender++) {
                for (OutgoingStream stream : sessions.get(sender).outgoing()) {
                    send(sender, stream);
                    if (ms % 1000 == 999) {
                        report(sender, stream);
                    }
                }
            }
        }
        sessions.forEach(session -> session.closeWindow(nowNs));
        List<ReceiverCount> counts = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            counts.add(EndpointCounter.count(
                    roster.plans().get(i), sessions.get(i), options, new SocketCount(0, 0, 1 << 20), null, null));
        }
        return new RunReport(
                Scenario.of(options, 1, "both", 1),
                (WINDOW_ENDS_MS - WINDOW_BEGINS_MS) / 1e3,
                counts,
                null,
                new BridgeUse(null, null, new TreeMap<>(), null, null, null),
                new HammerUse(null, 0, 1, null, null, new KernelDrops(0, 0, 0, 0), "jce"),
                null,
                null,
                1,
                Joins.NONE,
                null,
                null,
                List.of());
    }

    private void send(int sender, OutgoingStream stream) {
        Replay replay = stream.replay();
        SentStream sent = stream.sent();
        while (replay.nextSendAtNs() <= nowNs) {
            if (replay.next(nowNs)) {
                sent.log()
                        .onSent(
                                replay.extSeq(),
                                (int) replay.rtpTimestamp(),
                                replay.isMarked(),
                                replay.payloadHash(),
                                nowNs);
                forward(sender, sent, replay);
            }
        }
    }

    /** Forwards sound, and of video the highest encoding from its first key frame on. */
    private void forward(int sender, SentStream sent, Replay replay) {
        List<SentStream> encodings = roster.plans().get(sender).video().stream()
                .map(each -> each.stream())
                .toList();
        boolean isVideo = sent.kind() == MediaKind.VIDEO;
        if (isVideo && sent != encodings.getLast()) {
            return;
        }
        int ssrc = isVideo ? encodings.getFirst().ssrc() : sent.ssrc();
        Leg leg = leg(1 - sender, ssrc);
        int length = replay.writePayload(slab.address());
        Vp8Descriptor descriptor = new Vp8Descriptor();
        boolean isVp8 = isVideo && descriptor.wrap(slab.address(), length) == null;
        leg.isOpen |= !isVideo || descriptor.isKeyFrame();
        if (!leg.isOpen) {
            return;
        }
        Packet packet = new Packet(
                isVideo, leg.seen++, isVp8 ? descriptor.temporalLayer() : 0, Memory.copyOf(slab.address(), length));
        packet.timestamp = (int) replay.rtpTimestamp();
        packet.isMarked = replay.isMarked();
        packet.payloadType = replay.payloadType();
        packets.accept(packet);
        if (isVp8 && encodings.size() > 1) {
            rewrite(leg, packet, descriptor, length);
        }
        if (packet.isLeftOut) {
            leg.offset--;
            return;
        }
        long number = leg.renumbering + packet.number + leg.offset;
        if (!packet.isLost) {
            deliver(1 - sender, leg, ssrc, number, packet);
        }
        if (packet.isRepeated) {
            arrive(1 - sender, slab.address() + SLOT_BYTES, packet);
        }
        if (packet.isRenumbered) {
            leg.offset++;
            deliver(1 - sender, leg, ssrc, number + 1, packet);
        }
        if (packet.isReturned) {
            deliver(sender, leg(sender, ssrc), ssrc, number, packet);
        }
    }

    /** Where temporal layers are left out, picture ids go on without a jump. */
    private void rewrite(Leg leg, Packet packet, Vp8Descriptor descriptor, int length) {
        if (!packet.isLeftOut && descriptor.isStartOfFrame()) {
            leg.pictureId++;
            leg.tl0PicIdx += descriptor.temporalLayer() == 0 ? 1 : 0;
        }
        descriptor.rewritePictureId(slab.address(), leg.pictureId & 0x7FFF);
        descriptor.rewriteTl0PicIdx(slab.address(), leg.tl0PicIdx & 0xFF);
        Memory.copyOut(slab.address(), packet.payload, 0, length);
    }

    private Leg leg(int receiver, int ssrc) {
        return legs.computeIfAbsent(
                ssrc * 2 + receiver, _ -> new Leg(Objects.requireNonNull(keys.get(receiver).stream(ssrc)), 65_000));
    }

    private void deliver(int receiver, Leg leg, int ssrc, long number, Packet packet) {
        long slot = slab.address();
        Memory.put8(slot, 0x80);
        Memory.put8(slot + 1, (packet.isMarked ? 0x80 : 0) | packet.payloadType);
        Memory.put16(slot + 2, (int) number & 0xFFFF);
        Memory.put32(slot + 4, packet.timestamp);
        Memory.put32(slot + 8, ssrc);
        Memory.copyIn(packet.payload, 0, slot + HEADER_BYTES, packet.length);
        int length = keys.get(receiver).protectRtp(leg.stream, number, slot, HEADER_BYTES, packet.length, 0, 0);
        leg.forwarded++;
        leg.octets += packet.length;
        Memory.put8(slot + length - 1, Memory.u8(slot + length - 1) ^ (packet.isDamaged ? 1 : 0));
        Memory.copy(slot, slot + SLOT_BYTES, length);
        packet.protectedLength = length;
        arrive(receiver, slot, packet);
    }

    private void arrive(int receiver, long address, Packet packet) {
        sessions.get(receiver).media().onPacket(address, packet.protectedLength, nowNs + DELAY_NS);
    }

    private void report(int sender, OutgoingStream stream) {
        Leg leg = legs.get(stream.sent().ssrc() * 2 + 1 - sender);
        OutgoingStream timed = stream.sent().kind() == MediaKind.VIDEO
                ? sessions.get(sender).video().encodings().getLast()
                : stream;
        if (leg == null || !leg.isOpen) {
            return;
        }
        Report report = new Report();
        report.unixNs = UNIX_NS + nowNs;
        report.timestamp = (int) timed.replay().rtpTimestampAt(nowNs);
        report.packets = leg.forwarded;
        report.octets = leg.octets;
        reports.accept(report);
        if (report.isLost) {
            return;
        }
        int length = SenderReport.write(
                slab.address(),
                SLOT_BYTES,
                stream.sent().ssrc(),
                NtpTime.fromUnixNs(report.unixNs),
                report.timestamp,
                report.packets,
                report.octets,
                0);
        length = keys.get(1 - sender).protectRtcp(slab.address(), length);
        sessions.get(1 - sender).feedback().onRtcp(slab.address(), length, nowNs + DELAY_NS);
    }

    @Override
    public void close() {
        sessions.forEach(MediaSession::close);
        outboxes.forEach(Outbox::close);
        keys.forEach(SrtpSender::close);
        slab.close();
        socket.close();
    }
}
