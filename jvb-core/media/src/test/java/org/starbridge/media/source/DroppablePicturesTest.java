package org.starbridge.media.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pictures of H.264 that no other one refers to: nal_ref_idc 0, RFC 6184 section 5.3. */
class DroppablePicturesTest {
    private static final int SSRC = 42;
    private static final byte[] IDR = {0x65, (byte) 0x88, 1};
    private static final byte[] REFERENCE = {0x41, (byte) 0x9A, 1};
    private static final byte[] DROPPABLE = {0x01, (byte) 0x9A, 1};
    private static final byte[] DROPPABLE_FRAGMENT = {0x1C, (byte) 0x81, (byte) 0x9A};
    private static final byte[] DROPPABLE_REST = {0x1C, 0x41, 1};
    private static final byte[] DELIMITER = {0x09, (byte) 0xF0};

    private final SourcePackets packets = new SourcePackets();
    private final IncomingStream stream = new IncomingStream(
            9, SourcePackets.video(SSRC), new KeyFrameLimit(200_000_000, 1, 200_000_000), AudioPolicy.DEFAULT);

    DroppablePicturesTest() {
        stream.update(SourcePackets.video(SSRC), 1);
    }

    @AfterEach
    void free() {
        packets.close();
    }

    /** The layer of a packet's picture, and whether nothing refers to it; "-" as long as no layers are known. */
    private String packet(long extSeq, int timestamp, byte[] payload) {
        IncomingPacket packet =
                packets.packet(SSRC, SourcePackets.H264, extSeq, timestamp, payload, extSeq * 1_000_000);
        assertThat(stream.onPacket(packet, SourcePackets.h264WithNack())).isNull();
        if (!packet.facts().isCounted()) {
            return "-";
        }
        return packet.facts().temporalLayer() + (packet.facts().isNonReference() ? " droppable" : "");
    }

    @Test
    void areTheUpperLayerOfAStreamThatHasSome() {
        assertThat(packet(1, 0, IDR)).isEqualTo("-");
        assertThat(packet(2, 3000, REFERENCE)).isEqualTo("-");
        assertThat(packet(3, 6000, DROPPABLE)).isEqualTo("1 droppable");
        assertThat(packet(4, 9000, REFERENCE)).isEqualTo("0");
        assertThat(packet(5, 12_000, DROPPABLE_FRAGMENT)).isEqualTo("1 droppable");
        assertThat(packet(7, 12_000, DROPPABLE_REST)).isEqualTo("1 droppable");
        assertThat(packet(6, 12_000, DROPPABLE_REST)).as("late").isEqualTo("1 droppable");
        assertThat(packet(8, 15_000, REFERENCE)).isEqualTo("0");
    }

    @Test
    void aPictureThatBeginsWithADelimiterGoesWhole() {
        packet(1, 0, IDR);
        packet(2, 3000, DROPPABLE);
        assertThat(packet(3, 6000, DELIMITER)).isEqualTo("0");
        assertThat(packet(4, 6000, DROPPABLE)).isEqualTo("0");
        assertThat(packet(6, 9000, DROPPABLE_REST)).as("its beginning is lost").isEqualTo("0");
    }

    @Test
    void whatComesLateOfAPictureBeforeIsNotLeftOut() {
        packet(1, 0, IDR);
        packet(2, 3000, DROPPABLE);
        packet(5, 9000, REFERENCE);
        assertThat(packet(4, 6000, DROPPABLE)).isEqualTo("0");
    }
}
