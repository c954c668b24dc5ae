package org.starbridge.media.worker;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.starbridge.media.worker.SimulatedClient.GotStream;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.packet.SequenceNumbers;
import org.starbridge.rtp.rtcp.GenericNack;
import org.starbridge.rtp.rtcp.GenericNackWriter;
import org.starbridge.transport.srtp.SendStream;

/**
 * A simulated client's part in loss recovery: it sends again what the bridge asks for, and asks for what it misses. It
 * shares no code with the bridge's.
 */
final class ClientRecovery {
    private static final long INTERVAL_NS = 40_000_000;
    private static final int MAX_REQUESTS = 25;

    private record Ask(int ssrc, long extSeq) {}

    private final SimulatedClient client;
    private final Slab memory = Slab.allocate(8192);
    private final GenericNackWriter writer = new GenericNackWriter();
    private final GenericNack nack = new GenericNack();
    private final Map<Ask, Integer> asked = new HashMap<>();
    private final Map<Integer, Long> lowestOpen = new HashMap<>();
    private boolean on;
    private boolean isForgetful;
    private long nextAskNs = Long.MAX_VALUE;

    /** Retransmissions that came for what was missing. */
    int recovered;
    /** Retransmissions of what was there already. */
    int superfluous;
    /** Packets that the bridge asked for, and got if it asked for something that was sent. */
    int askedByBridge;
    /** Of what the bridge asks for, this many are not answered. */
    int deafFor;

    ClientRecovery(SimulatedClient client) {
        this.client = client;
    }

    void start(long nowNs) {
        on = true;
        nextAskNs = nowNs;
    }

    /** Answers what the bridge asks for, and asks for nothing itself. */
    void startAnswering() {
        on = true;
    }

    /** Forgets what was sent but for the last packets of each stream. */
    void keepLast(int packets) {
        isForgetful = true;
        client.sent
                .values()
                .forEach(stream -> stream.packets.keySet().removeIf(index -> index < stream.nextIndex - packets));
    }

    long nextDeadlineNs() {
        return nextAskNs;
    }

    /** The bridge's NACK at the cursor of {@code rtcp}. */
    void onNack(org.starbridge.rtp.rtcp.RtcpView rtcp) {
        if (nack.wrap(rtcp) != null) {
            client.failures++;
            return;
        }
        SentStream stream = Objects.requireNonNull(client.sent.get(nack.mediaSsrc()));
        while (nack.next()) {
            askedByBridge++;
            client.askedBySsrc.merge(stream.ssrc, 1, Integer::sum);
            if (on && deafFor-- <= 0) {
                sendAgain(stream, SequenceNumbers.extend(stream.nextIndex - 1, nack.sequenceNumber()));
            }
        }
    }

    void sendAgain(SentStream stream, long index) {
        SimulatedClient.SentPacket packet = stream.packets.get(index);
        if (packet == null && isForgetful) {
            return;
        }
        Objects.requireNonNull(packet, "the bridge asks for what was never sent");
        RtpHeaderWriter header = new RtpHeaderWriter();
        long at = memory.address();
        boolean rtx = stream.rtxSsrc != 0;
        int ssrc = rtx ? stream.rtxSsrc : stream.ssrc;
        int type = rtx ? SimulatedBridge.RTX : stream.payloadType;
        long number = rtx ? stream.nextRtxIndex++ : index;
        header.fixed(at, 200, packet.marker(), type, number, packet.timestamp(), ssrc);
        header.begin(packet.descriptor().length > 16 ? ExtensionForm.TWO_BYTE : ExtensionForm.ONE_BYTE);
        client.appendDescriptor(header, packet.descriptor());
        SimulatedClient.appendName(header, rtx ? SimulatedBridge.REPAIRED_RID_ID : SimulatedBridge.RID_ID, stream.rid);
        SimulatedClient.appendName(header, SimulatedBridge.MID_ID, stream.mid);
        int length = header.end();
        int gap = rtx ? 2 : 0;
        if (rtx) {
            Memory.put16(at + length, (int) index);
        }
        Memory.copyIn(packet.payload(), 0, at + length + gap, packet.payload().length);
        SendStream srtp = Objects.requireNonNull(client.sender.stream(ssrc));
        int sealed = client.sender.protectRtp(srtp, number, at, length, gap + packet.payload().length, 0, 0);
        client.port.send(client.bridge, Memory.copyOf(at, sealed));
    }

    /** A retransmission, in the clear. */
    void onRetransmission(RtpView view, int mediaSsrc) {
        GotStream stream = client.got.computeIfAbsent(mediaSsrc, any -> new GotStream());
        long extSeq = SequenceNumbers.extend(stream.highest, Memory.u16(view.payloadAddress()));
        if (view.payloadLengthBytes() == 2) {
            client.onEmpty(stream, mediaSsrc, extSeq);
            return;
        }
        byte[] payload = Memory.copyOf(view.payloadAddress() + 2, view.payloadLengthBytes() - 2);
        Integer before = stream.timestampByExtSeq.putIfAbsent(extSeq, view.timestamp());
        Map<Integer, byte[]> payloads = client.payloads.computeIfAbsent(mediaSsrc, any -> new HashMap<>());
        if (client.watcher != null) {
            client.watcher.onPacket(mediaSsrc, extSeq, view.timestamp(), view.marker(), payload);
        }
        byte[] same = client.watcher == null ? payloads.putIfAbsent(view.timestamp(), payload) : payload;
        if (before == null) {
            recovered++;
            stream.order.add(extSeq);
            stream.highest = Math.max(stream.highest, extSeq);
        } else if (before != view.timestamp() || !java.util.Arrays.equals(same, payload)) {
            throw new AssertionError("another packet under number " + extSeq + " of " + mediaSsrc);
        } else {
            superfluous++;
        }
    }

    void doWork(long nowNs) {
        if (!on || nowNs < nextAskNs) {
            return;
        }
        nextAskNs = nowNs + INTERVAL_NS;
        client.got.forEach(this::askForMissing);
    }

    private void askForMissing(int ssrc, GotStream stream) {
        if (stream.timestampByExtSeq.isEmpty() || !client.asksFor(ssrc)) {
            return;
        }
        writer.begin(memory.address(), 1000, 1, ssrc);
        long low = lowestOpen.getOrDefault(ssrc, stream.timestampByExtSeq.firstKey());
        boolean open = false;
        for (long extSeq = low; extSeq < stream.highest; extSeq++) {
            if (stream.timestampByExtSeq.containsKey(extSeq)) {
                continue;
            }
            int times = asked.merge(new Ask(ssrc, extSeq), 1, Integer::sum);
            if (times <= MAX_REQUESTS) {
                writer.add(extSeq);
                lowestOpen.put(ssrc, open ? lowestOpen.getOrDefault(ssrc, extSeq) : extSeq);
                open = true;
            }
        }
        if (!open) {
            lowestOpen.put(ssrc, stream.highest);
        }
        ask(writer.end());
    }

    private void ask(int length) {
        if (length > 0) {
            int sealed = client.sender.protectRtcp(memory.address(), length);
            client.port.send(client.bridge, Memory.copyOf(memory.address(), sealed));
        }
    }

    /** Asks for {@code count} numbers from {@code first} on. */
    void request(int ssrc, long first, int count) {
        writer.begin(memory.address(), 1000, 1, ssrc);
        for (int i = 0; i < count; i++) {
            writer.add(first + i);
        }
        ask(writer.end());
    }

    /** A retransmission without a packet in it, RFC 4588 section 4 leaves that to senders. */
    void sendPadding(SentStream stream, int paddingBytes) {
        RtpHeaderWriter header = new RtpHeaderWriter();
        long at = memory.address();
        long number = stream.nextRtxIndex++;
        header.fixed(at, 100, false, SimulatedBridge.RTX, number, stream.nextTimestamp, stream.rtxSsrc);
        int length = header.end();
        Memory.put8(at, Memory.u8(at) | 0x20);
        Memory.fill(at + length, paddingBytes, 0);
        Memory.put8(at + length + paddingBytes - 1, paddingBytes);
        SendStream srtp = Objects.requireNonNull(client.sender.stream(stream.rtxSsrc));
        int sealed = client.sender.protectRtp(srtp, number, at, length, paddingBytes, 0, 0);
        client.port.send(client.bridge, Memory.copyOf(at, sealed));
    }

    void forgetWhatCame() {
        asked.clear();
        lowestOpen.clear();
    }

    void close() {
        memory.close();
    }
}
