package org.starbridge.media.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.mapping.ExtensionMaps;
import org.starbridge.media.projection.OutgoingNumbers;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.AbsoluteSendTime;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.packet.StreamIdentifier;

/** What the rewriter writes, as {@link RtpView} and {@link HeaderExtensions} read it. */
class HeaderRewriterTest {
    private static final String MID = "urn:ietf:params:rtp-hdrext:sdes:mid";
    private static final String ORIENTATION = "urn:3gpp:video-orientation";
    private static final Map<String, Integer> SENDER = Map.of(Negotiation.AUDIO_LEVEL, 1, ORIENTATION, 3, MID, 4);
    private static final byte[] PAYLOAD = {9, 8, 7, 6, 5};
    private static final int OUT_SSRC = 77;
    private static final long NOW_NS = 12_345_678_901L;

    private final MediaRecords records = new MediaRecords();
    private final Receiver receiver = new Receiver(RetransmissionLimits.DEFAULT);
    private final ReceivedPacket packet = new ReceivedPacket();
    private final HeaderRewriter rewriter = new HeaderRewriter();
    private final Slab slot = Slab.allocate(2048);
    private final RtpView view = new RtpView();
    private byte[] mid = {};

    @AfterEach
    void free() {
        slot.close();
        receiver.close();
        records.close();
    }

    /** Rewrites a record for the receiver, with the payload behind it, and parses the outcome. */
    private int rewrite(long record, long index, int capacityBytes) {
        assertThat(packet.read(record)).isTrue();
        rewriter.clear();
        StreamHeader stream = new StreamHeader(OUT_SSRC, MediaKind.VIDEO, mid, receiver);
        stream.negotiated(new ExtensionMaps(), SENDER);
        OutgoingNumbers numbers = new OutgoingNumbers();
        numbers.keep(index, MediaRecords.TIMESTAMP, packet.marker(), true);
        int header = rewriter.write(slot.address(), capacityBytes, packet, stream, numbers, NOW_NS);
        Memory.copy(packet.payloadAddress(), slot.address() + header, packet.payloadBytes());
        assertThat(view.wrap(slot.address(), header + packet.payloadBytes())).isNull();
        assertThat(view.headerLengthBytes()).isEqualTo(header);
        return header;
    }

    private Map<Integer, byte[]> elements() {
        Map<Integer, byte[]> found = new LinkedHashMap<>();
        HeaderExtensions extensions = new HeaderExtensions();
        extensions.wrap(view);
        while (extensions.next()) {
            assertThat(found).doesNotContainKey(extensions.id());
            found.put(extensions.id(), Memory.copyOf(extensions.elementAddress(), extensions.elementLengthBytes()));
        }
        assertThat(extensions.isMalformed()).isFalse();
        return found;
    }

    private void negotiated(boolean twoByte, Map<String, Integer> ids) {
        receiver.negotiation(MediaRecords.negotiation(twoByte, ids));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 0x7FFF, 0xFFFE, 0xFFFF, 0x10000, 0x1_0000_0005L})
    void theFixedHeaderIsTheSendersButForNumberAndSsrc(long index) {
        negotiated(false, Map.of());
        int header = rewrite(records.plain(500, PAYLOAD), index, 1000);
        assertThat(header).isEqualTo(12);
        assertThat(view.sequenceNumber()).isEqualTo((int) (index & 0xFFFF));
        assertThat(view.ssrc()).isEqualTo(OUT_SSRC);
        assertThat(view.marker()).isTrue();
        assertThat(view.payloadType()).isEqualTo(MediaRecords.OPUS);
        assertThat(view.timestamp()).isEqualTo(MediaRecords.TIMESTAMP);
        assertThat(view.hasExtension()).isFalse();
        assertThat(Memory.copyOf(view.payloadAddress(), view.payloadLengthBytes()))
                .isEqualTo(PAYLOAD);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void idsBecomeTheReceiversAndTheMidIsStripped(boolean senderUsesTwoByteForm) {
        negotiated(true, Map.of(Negotiation.AUDIO_LEVEL, 10, ORIENTATION, 2, MID, 1));
        long record = records.packet(
                7,
                senderUsesTwoByteForm ? ExtensionForm.TWO_BYTE : ExtensionForm.ONE_BYTE,
                writer -> {
                    writer.appendU8(1, 0x85);
                    writer.appendU8(3, 0x01);
                    writer.appendU16(4, 0x3031);
                },
                PAYLOAD);
        rewrite(record, 7, 1000);
        assertThat(elements()).containsOnlyKeys(10, 2);
        assertThat(elements().get(10)).containsExactly(0x85);
        assertThat(elements().get(2)).containsExactly(1);
        assertThat(view.extensionProfile()).isEqualTo(ExtensionForm.ONE_BYTE.profile());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSlotsMidTakesThePlaceOfTheSendersIfTheReceiverKnowsMids(boolean negotiated) {
        negotiated(
                false, negotiated ? Map.of(Negotiation.AUDIO_LEVEL, 10, MID, 2) : Map.of(Negotiation.AUDIO_LEVEL, 10));
        mid = StreamIdentifier.bytes("v17");
        long record = records.packet(
                7,
                ExtensionForm.ONE_BYTE,
                writer -> {
                    writer.appendU8(1, 0x85);
                    writer.appendU16(4, 0x3031);
                },
                PAYLOAD);
        rewrite(record, 7, 1000);
        if (negotiated) {
            assertThat(elements()).containsOnlyKeys(10, 2);
            assertThat(new String(elements().get(2), StandardCharsets.US_ASCII)).isEqualTo("v17");
        } else {
            assertThat(elements()).containsOnlyKeys(10);
        }
    }

    @Test
    void withNothingLeftThereIsNoExtension() {
        negotiated(false, Map.of());
        long record = records.packet(7, ExtensionForm.ONE_BYTE, writer -> writer.appendU8(1, 0x85), PAYLOAD);
        assertThat(rewrite(record, 7, 1000)).isEqualTo(12);
        assertThat(view.hasExtension()).isFalse();
    }

    @Test
    void aLongElementNeedsTheTwoByteFormAndIsLeftOutWithoutIt() {
        byte[] longElement = new byte[40];
        longElement[39] = 5;
        try (Slab data = Slab.allocate(40)) {
            Memory.copyIn(longElement, 0, data.address(), 40);
            negotiated(true, Map.of(ORIENTATION, 2));
            rewrite(
                    records.packet(7, ExtensionForm.TWO_BYTE, writer -> writer.append(3, data.address(), 40), PAYLOAD),
                    7,
                    1000);
            assertThat(view.extensionProfile()).isEqualTo(ExtensionForm.TWO_BYTE.profile());
            assertThat(elements().get(2)).isEqualTo(longElement);

            negotiated(false, Map.of(ORIENTATION, 2));
            rewrite(
                    records.packet(8, ExtensionForm.TWO_BYTE, writer -> writer.append(3, data.address(), 40), PAYLOAD),
                    8,
                    1000);
            assertThat(view.hasExtension()).isFalse();
        }
    }

    @Test
    void aReceiversHighIdIsWrittenInTheTwoByteForm() {
        negotiated(true, Map.of(Negotiation.AUDIO_LEVEL, 20, Negotiation.TRANSPORT_SEQUENCE, 30));
        long record = records.packet(7, ExtensionForm.ONE_BYTE, writer -> writer.appendU8(1, 0x85), PAYLOAD);
        rewrite(record, 7, 1000);
        assertThat(elements()).containsOnlyKeys(20, 30);
    }

    @Test
    void transportSequenceAndSendTimeAreStampedWhateverTheSenderWrote() {
        negotiated(false, Map.of(Negotiation.TRANSPORT_SEQUENCE, 5, Negotiation.ABSOLUTE_SEND_TIME, 6));
        for (int i = 0; i < 3; i++) {
            rewrite(records.plain(7 + i, PAYLOAD), 7 + i, 1000);
            assertThat(elements().get(5)).as("does not grow by writing").containsExactly(0, i);
            receiver.onMediaSent(MediaKind.VIDEO, 100, 0);
        }
        HeaderExtensions extensions = new HeaderExtensions();
        assertThat(AbsoluteSendTime.read(extensions.find(view, 6))).isEqualTo(AbsoluteSendTime.value(NOW_NS));
    }

    @Test
    void theTransportSequenceWrapsAt16Bits() {
        negotiated(false, Map.of(Negotiation.TRANSPORT_SEQUENCE, 5));
        for (int i = 0; i < 0x10000 + 3; i++) {
            receiver.onMediaSent(MediaKind.VIDEO, 1, 0);
        }
        rewrite(records.plain(7, PAYLOAD), 7, 1000);
        assertThat(elements().get(5)).containsExactly(0, 3);
    }

    @Test
    void paddingAndContributingSourcesStay() {
        negotiated(false, Map.of(Negotiation.TRANSPORT_SEQUENCE, 5));
        long record = records.ring.claim(100);
        long body = RingRecord.body(record);
        Memory.put32(body, 0xA2EF_0007L); // version 2, padding, two contributing sources
        Memory.put32(body + 4, MediaRecords.TIMESTAMP);
        Memory.put32(body + 8, MediaRecords.SSRC);
        Memory.put32(body + 12, 0x1111_1111);
        Memory.put32(body + 16, 0x2222_2222);
        Memory.copyIn(new byte[] {1, 2, 3, 0, 0, 3}, 0, body + 20, 6);
        rewrite(records.commit(record, 7, MediaRecords.OPUS, 20, 26), 7, 1000);
        assertThat(view.csrcCount()).isEqualTo(2);
        assertThat(view.csrc(0)).isEqualTo(0x1111_1111);
        assertThat(view.csrc(1)).isEqualTo(0x2222_2222);
        assertThat(view.paddingLengthBytes()).isEqualTo(3);
        assertThat(view.payloadLengthBytes()).isEqualTo(3);
        assertThat(elements()).containsOnlyKeys(5);
    }

    @Test
    void whatDoesNotFitIsLeftOutAndTheHeaderStaysWellFormed() {
        negotiated(true, Map.of(Negotiation.AUDIO_LEVEL, 1, Negotiation.TRANSPORT_SEQUENCE, 5, ORIENTATION, 6));
        for (int capacityBytes = 12; capacityBytes < 40; capacityBytes++) {
            long record = records.packet(
                    7,
                    ExtensionForm.ONE_BYTE,
                    writer -> {
                        writer.appendU8(1, 0x85);
                        writer.appendU8(3, 0x01);
                    },
                    new byte[0]);
            Memory.fill(slot.address(), 2048, 0x55);
            assertThat(rewrite(record, 7, capacityBytes)).isLessThanOrEqualTo(capacityBytes);
            elements();
            assertThat(Memory.u8(slot.address() + capacityBytes)).isEqualTo(0x55);
        }
    }

    @Test
    void moreElementsThanAnybodySendsDoNotBreakTheHeader() {
        negotiated(true, Map.of(ORIENTATION, 2));
        long record = records.packet(
                7,
                ExtensionForm.TWO_BYTE,
                writer -> {
                    for (int id = 1; id <= 100; id++) {
                        writer.appendU8(id, id);
                    }
                },
                PAYLOAD);
        rewrite(record, 7, 1000);
        assertThat(elements().get(2)).containsExactly(3);
    }

    @Test
    void aRecordThatIsNoPacketAnyMoreIsRefused() {
        long record = records.plain(7, PAYLOAD);
        Memory.put8(RingRecord.body(record), 0);
        assertThat(packet.read(record)).isFalse();
    }
}
