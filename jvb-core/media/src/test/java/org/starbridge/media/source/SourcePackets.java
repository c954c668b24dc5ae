package org.starbridge.media.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.AbsoluteSendTime;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.RtpHeaderWriter;

/** Packets as a sender makes them, parsed as they come in, one at a time. */
public final class SourcePackets implements AutoCloseable {
    public static final int OPUS = 111;
    public static final int VP8 = 100;
    static final int H264 = 107;
    static final int TRANSPORT_SEQUENCE_ID = 5;
    static final int SEND_TIME_ID = 3;
    /** RFC 7741: X = 0, S = 1, partition 0; then a frame header whose lowest bit says key frame (0) or not (1). */
    @SuppressWarnings("MutablePublicArray")
    public static final byte[] VP8_KEY_FRAME = {0x10, 0x00, 0x00, 0x00, (byte) 0x9D, 0x01, 0x2A, 0x10, 0x00, 0x10, 0x00
    };

    @SuppressWarnings("MutablePublicArray")
    public static final byte[] VP8_DELTA = {0x10, 0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    private final Slab memory = Slab.allocate(2048);
    private final RtpHeaderWriter writer = new RtpHeaderWriter();
    private final IncomingPacket incoming = new IncomingPacket();

    public IncomingPacket packet(
            int ssrc, int payloadType, long extSeq, int timestamp, byte[] payload, long arrivalNs) {
        writer.fixed(memory.address(), 100, false, payloadType, extSeq, timestamp, ssrc);
        writer.begin(ExtensionForm.ONE_BYTE);
        writer.appendU16(TRANSPORT_SEQUENCE_ID, (int) extSeq & 0xFFFF);
        int header = writer.end();
        Memory.copyIn(payload, 0, memory.address() + header, payload.length);
        return parsed(header + payload.length, extSeq, arrivalNs);
    }

    /** One of 1100 bytes that says when it was sent. */
    public IncomingPacket withSendTime(int ssrc, long extSeq, long sentNs, long arrivalNs) {
        writer.fixed(memory.address(), 100, false, VP8, extSeq, (int) extSeq * 3000, ssrc);
        writer.begin(ExtensionForm.ONE_BYTE);
        writer.appendU24(SEND_TIME_ID, AbsoluteSendTime.value(sentNs));
        int header = writer.end();
        Memory.copyIn(VP8_DELTA, 0, memory.address() + header, VP8_DELTA.length);
        return parsed(1100, extSeq, arrivalNs);
    }

    /** One of a single packet to which its sender adds what it sends: one stream of one layer of 100 kbit/s. */
    IncomingPacket withAllocation(int ssrc, int payloadType, long extSeq, int elementId, long arrivalNs) {
        writer.fixed(memory.address(), 100, false, payloadType, extSeq, 0, ssrc);
        writer.begin(ExtensionForm.ONE_BYTE);
        long element = memory.address() + 1024;
        Memory.put24(element, 0x01_00_64);
        writer.append(elementId, element, 3);
        int header = writer.end();
        Memory.copyIn(VP8_DELTA, 0, memory.address() + header, VP8_DELTA.length);
        return parsed(header + VP8_DELTA.length, extSeq, arrivalNs);
    }

    /** One of VP8 with a header extension, none if {@code element} is empty. */
    IncomingPacket withElement(int ssrc, long extSeq, byte[] payload, int id, byte[] element, long arrivalNs) {
        writer.fixed(memory.address(), 600, true, VP8, extSeq, (int) extSeq * 3000, ssrc);
        writer.begin(ExtensionForm.TWO_BYTE);
        if (element.length > 0) {
            Memory.copyIn(element, 0, writer.reserve(id, element.length), element.length);
        }
        int header = writer.end();
        Memory.copyIn(payload, 0, memory.address() + header, payload.length);
        return parsed(header + payload.length, extSeq, arrivalNs);
    }

    /** One with nothing but padding. */
    IncomingPacket padding(int ssrc, int payloadType, long extSeq, int timestamp, long arrivalNs) {
        int lengthBytes = packet(ssrc, payloadType, extSeq, timestamp, new byte[] {0, 0, 3}, arrivalNs)
                .rtp()
                .lengthBytes();
        Memory.put8(memory.address(), Memory.u8(memory.address()) | 0x20);
        return parsed(lengthBytes, extSeq, arrivalNs);
    }

    private IncomingPacket parsed(int lengthBytes, long extSeq, long arrivalNs) {
        assertThat(incoming.parse(memory.address(), lengthBytes, extSeq, arrivalNs))
                .isNull();
        return incoming;
    }

    public static Stream audio(int ssrc) {
        return new Stream(ssrc, "a", MediaKind.AUDIO, Use.MEDIA, false);
    }

    public static Stream video(int ssrc) {
        return new Stream(ssrc, "v", MediaKind.VIDEO, Use.MEDIA, false);
    }

    public static Negotiation negotiation(boolean pli, boolean fir, boolean transportSequence) {
        return new Negotiation(new Transport(
                1,
                Map.of(
                        OPUS, new PayloadType(OPUS, MediaKind.AUDIO, "opus", 48000, false, false),
                        VP8, new PayloadType(VP8, MediaKind.VIDEO, "vp8", 90000, pli, fir)),
                transportSequence ? Map.of(Negotiation.TRANSPORT_SEQUENCE, TRANSPORT_SEQUENCE_ID) : Map.of(),
                false,
                List.of(),
                Set.of()));
    }

    /** Of an endpoint that has REMB and the absolute send time, and perhaps transport-wide feedback. */
    public static Negotiation remb(boolean hasTransportFeedback) {
        PayloadType type = new PayloadType(
                VP8,
                MediaKind.VIDEO,
                "vp8",
                90000,
                true,
                false,
                false,
                PayloadType.NOTHING,
                "",
                true,
                hasTransportFeedback);
        return new Negotiation(new Transport(
                1,
                Map.of(VP8, type),
                Map.of(
                        Negotiation.TRANSPORT_SEQUENCE,
                        TRANSPORT_SEQUENCE_ID,
                        Negotiation.ABSOLUTE_SEND_TIME,
                        SEND_TIME_ID),
                false,
                List.of(),
                Set.of()));
    }

    /** Of who sends one H.264 stream, and sends again what is asked for. */
    static Negotiation h264WithNack() {
        return withNack(H264, "h264");
    }

    /** Of who sends one VP8 stream, and sends again what is asked for. */
    public static Negotiation vp8WithNack() {
        return withNack(VP8, "vp8");
    }

    private static Negotiation withNack(int number, String encoding) {
        PayloadType type =
                new PayloadType(number, MediaKind.VIDEO, encoding, 90000, true, false, true, PayloadType.NOTHING);
        return new Negotiation(new Transport(1, Map.of(number, type), Map.of(), false, List.of(), Set.of()));
    }

    @Override
    public void close() {
        memory.close();
    }
}
