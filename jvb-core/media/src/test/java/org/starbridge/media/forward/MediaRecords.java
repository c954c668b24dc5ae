package org.starbridge.media.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.demux.Route;
import org.starbridge.media.ring.PacketRing;
import org.starbridge.media.ring.RingCursor;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.rtp.packet.RtpView;

/** Media records as the packet path's first half leaves them, one at a time in a ring of its own. */
final class MediaRecords implements AutoCloseable {
    static final int OPUS = 111;
    static final int SSRC = 0xCAFE_0001;
    static final int TIMESTAMP = 0x8765_4321;

    final PacketRing ring = new PacketRing(1 << 16);
    final RingCursor cursor = ring.cursor();
    private final RtpHeaderWriter writer = new RtpHeaderWriter();
    private final RtpView view = new RtpView();

    /** The record of a packet with some elements; the one before is gone. */
    long packet(long extSeq, ExtensionForm form, Consumer<RtpHeaderWriter> elements, byte[] payload) {
        return packet(extSeq, OPUS, form, elements, payload);
    }

    long packet(long extSeq, int payloadType, ExtensionForm form, Consumer<RtpHeaderWriter> elements, byte[] payload) {
        while (cursor.peek() != 0) {
            cursor.advance();
        }
        long record = ring.claim(RingRecord.MAX_BODY_BYTES);
        long body = RingRecord.body(record);
        writer.fixed(body, 1000, true, payloadType, extSeq, TIMESTAMP, SSRC);
        writer.begin(form);
        elements.accept(writer);
        int header = writer.end();
        Memory.copyIn(payload, 0, body + header, payload.length);
        return commit(record, extSeq, payloadType, header, header + payload.length);
    }

    long commit(long record, long extSeq, int payloadType, int header, int bodyBytes) {
        FrameFacts facts = new FrameFacts();
        facts.setWithoutFrame(true, false);
        assertThat(view.wrap(RingRecord.body(record), bodyBytes)).isNull();
        RingRecord.writeMedia(record, 1, 1, view);
        RingRecord.writeOrder(record, extSeq, 0, facts);
        ring.commit(bodyBytes);
        return cursor.peek();
    }

    long plain(long extSeq, byte[] payload) {
        return packet(extSeq, ExtensionForm.ONE_BYTE, any -> {}, payload);
    }

    /** Overwrites what the cursor stands at. */
    void overtake() {
        for (int i = 0; i < 40; i++) {
            long record = ring.claim(RingRecord.MAX_BODY_BYTES);
            RingRecord.writeDatagram(record, 0, 0, 0, RingRecord.MAX_BODY_BYTES);
            ring.commit(RingRecord.MAX_BODY_BYTES);
        }
    }

    /** To one receiver. */
    static FanOut fanOut(OutgoingStream stream) {
        return new FanOut(
                stream.handle(),
                new Route(1, 1, "source"),
                stream.kind(),
                new ReceiverGroup("conference"),
                new OutgoingStream[] {stream});
    }

    static Negotiation negotiation(boolean twoByte, Map<String, Integer> extensionIds) {
        return new Negotiation(new Transport(
                1,
                Map.of(OPUS, new PayloadType(OPUS, MediaKind.AUDIO, "opus", 48000, false, false)),
                extensionIds,
                twoByte,
                List.of(),
                Set.of()));
    }

    @Override
    public void close() {
        ring.close();
    }
}
