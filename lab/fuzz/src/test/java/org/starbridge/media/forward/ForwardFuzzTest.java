package org.starbridge.media.forward;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.fuzz.Input;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.mapping.ExtensionMaps;
import org.starbridge.media.projection.OutgoingNumbers;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.RtpView;

/** What a packet's header becomes on its way to a receiver. */
final class ForwardFuzzTest {
    private static final List<String> URIS = List.of(
            "urn:a",
            "urn:b",
            "urn:ietf:params:rtp-hdrext:sdes:mid",
            Negotiation.AUDIO_LEVEL,
            Negotiation.TRANSPORT_SEQUENCE,
            Negotiation.ABSOLUTE_SEND_TIME);

    private static Map<String, Integer> extensionIds(Input in) {
        Map<String, Integer> ids = new HashMap<>();
        int which = in.u8();
        List<Integer> taken = new ArrayList<>();
        for (int i = 0; i < URIS.size(); i++) {
            int id = 1 + in.below((which & 0x80) != 0 ? 255 : 14);
            if ((which & 1 << i) != 0 && !taken.contains(id)) {
                taken.add(id);
                ids.put(URIS.get(i), id);
            }
        }
        return ids;
    }

    /**
     * Any packet that was parsed, for any receiver: what leaves is a packet, with what it may have and nothing else.
     */
    @FuzzTest
    void header(byte[] data) {
        Input in = new Input(data);
        Map<String, Integer> senderIds = extensionIds(in);
        Map<String, Integer> receiverIds = extensionIds(in);
        boolean twoByte = in.flag();
        int capacityBytes = 12 + in.below(1000);
        byte[] packet = in.bytes(1000);
        try (MediaRecords records = new MediaRecords();
                Receiver receiver = new Receiver(RetransmissionLimits.DEFAULT);
                Slab slot = Slab.allocate(capacityBytes)) {
            receiver.negotiation(MediaRecords.negotiation(twoByte, receiverIds));
            long record = records.ring.claim(packet.length);
            Memory.copyIn(packet, 0, RingRecord.body(record), packet.length);
            RtpView original = new RtpView();
            if (original.wrap(RingRecord.body(record), packet.length) != null) {
                return;
            }
            RingRecord.writeMedia(record, 1, 1, original);
            RingRecord.writeOrder(record, 9, 0, new FrameFacts());
            ReceivedPacket received = new ReceivedPacket();
            assertThat(received.read(record)).isTrue();
            StreamHeader stream = new StreamHeader(77, MediaKind.VIDEO, null, receiver);
            stream.negotiated(new ExtensionMaps(), senderIds);
            OutgoingNumbers numbers = new OutgoingNumbers();
            numbers.keep(0x1_2345, original.timestamp(), original.marker(), true);
            int header = new HeaderRewriter().write(slot.address(), capacityBytes, received, stream, numbers, 5);
            assertThat(header).isBetween(12, capacityBytes);
            assertThat(Memory.copyOf(received.payloadAddress(), received.payloadBytes()))
                    .isEqualTo(Memory.copyOf(
                            original.payloadAddress(), original.payloadLengthBytes() + original.paddingLengthBytes()));
            checkHeader(slot.address(), header, receiverIds, original);
        }
    }

    private static void checkHeader(long address, int lengthBytes, Map<String, Integer> receiverIds, RtpView original) {
        // The padding bit speaks of the payload, which is not in the slot.
        Memory.put8(address, Memory.u8(address) & ~0x20);
        RtpView view = new RtpView();
        assertThat(view.wrap(address, lengthBytes)).isNull();
        assertThat(view.headerLengthBytes()).isEqualTo(lengthBytes);
        assertThat(view.ssrc()).isEqualTo(77);
        assertThat(view.sequenceNumber()).isEqualTo(0x2345);
        assertThat(view.timestamp()).isEqualTo(original.timestamp());
        assertThat(view.payloadType()).isEqualTo(original.payloadType());
        assertThat(view.marker()).isEqualTo(original.marker());
        HeaderExtensions elements = new HeaderExtensions();
        elements.wrap(view);
        while (elements.next()) {
            assertThat(receiverIds).containsValue(elements.id());
            assertThat(receiverIds.getOrDefault("urn:ietf:params:rtp-hdrext:sdes:mid", 0))
                    .as("the hop's own")
                    .isNotEqualTo(elements.id());
        }
        assertThat(elements.isMalformed()).isFalse();
    }
}
