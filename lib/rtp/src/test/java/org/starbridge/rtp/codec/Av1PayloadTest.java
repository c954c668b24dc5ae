package org.starbridge.rtp.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class Av1PayloadTest {
    private final Av1Payload payload = new Av1Payload();

    private String describe() {
        StringBuilder line = new StringBuilder(payload.isStartOfSequence() ? "start" : "-");
        while (payload.next()) {
            line.append(' ').append(payload.isContinuation() ? "..." : payload.obuType());
            line.append('/').append(payload.elementLengthBytes());
            if (payload.hasExtension()) {
                line.append(" T").append(payload.temporalLayer()).append(" S").append(payload.spatialLayer());
            }
            line.append(payload.isFragment() ? "..." : "");
        }
        return line.toString();
    }

    @ParameterizedTest
    @CsvSource({
        // heads of packets of GStreamer's rtpav1pay: a key frame in three packets, then delta frames in one
        "680c0800000024c4ffdf36be40103010008c200a,       start SEQUENCE_HEADER/12 FRAME/6...",
        "d0f4b68b7aa1e768ca6819e433ffdc07,               - .../15...",
        "90ff52ef134414d3c84dc505d0,                     - .../12",
        "103030038080fdf83a67,                           - FRAME/9",
        // each length told
        "00 02 3001 03 220102,                           - FRAME/2 TILE_GROUP/3",
        "08 01 08 02 7aff 00 01 30,                      start SEQUENCE_HEADER/1 PADDING/2 RESERVED/0 FRAME/1",
        "20 01 32 34 51 99,                              - FRAME/1 FRAME/3 T2 S2",
        "30 02 2c f8 02 1a00 1c 38,                      - METADATA/2 T7 S3 FRAME_HEADER/2 FRAME_HEADER/2 T1 S3",
        // lengths of more than one byte, and one that is longer than it must be
        "20 8100 32 34 51,                               - FRAME/1 FRAME/2 T2 S2",
        // no header fits into the element, or none is there
        "10 34,                                          - FRAME/1",
        "20 00 30,                                       - RESERVED/0 FRAME/1",
        "20 02 3001,                                     TRUNCATED",
        // every type
        "00 01 00 01 10 01 18 01 20 01 28,               - RESERVED/1 TEMPORAL_DELIMITER/1 FRAME_HEADER/1 TILE_GROUP/1 METADATA/1",
        "00 01 38 01 40 01 48 01 70 01 78,               - REDUNDANT_FRAME_HEADER/1 TILE_LIST/1 RESERVED/1 RESERVED/1 PADDING/1",
        // Z and N exclude each other: a continuation begins nothing
        "98 30,                                          - .../1",
        "'',                                             EMPTY",
        "18,                                             TRUNCATED",
        "00,                                             TRUNCATED",
        "00 02 30,                                       TRUNCATED",
        "00 80,                                          TRUNCATED",
        "00 808080808001 30,                             TRUNCATED",
        "30 01 30 01 30,                                 TRUNCATED",
        "20 01 30,                                       TRUNCATED",
        "00 01 30 05 30,                                 TRUNCATED",
    })
    void readsElements(String bytes, String expected) {
        try (Slab slab = TestBytes.hex(bytes)) {
            DescriptorFault fault =
                    payload.wrap(slab.address(), bytes.replace(" ", "").length() / 2);
            assertThat(fault != null ? fault.name() : describe()).isEqualTo(expected);
            payload.rewind();
            assertThat(fault != null ? fault.name() : describe()).isEqualTo(expected);
        }
    }

    @Test
    void saysWhereElementsAre() {
        try (Slab slab = TestBytes.hex("60 02 3001 2255")) {
            assertThat(payload.wrap(slab.address(), 6)).isNull();
            assertThat(payload.elements()).isEqualTo(2);
            assertThat(payload.beginsWithContinuation()).isFalse();
            assertThat(payload.endsWithFragment()).isTrue();
            assertThat(payload.next()).isTrue();
            assertThat(payload.elementAddress()).isEqualTo(slab.address() + 2);
            assertThat(payload.isFragment()).isFalse();
            assertThat(payload.next()).isTrue();
            assertThat(payload.elementAddress()).isEqualTo(slab.address() + 4);
            assertThat(payload.isFragment()).isTrue();
            assertThat(payload.next()).isFalse();
        }
    }

    @Test
    void neverThrowsOrReadsOutsideWhateverTheBytesAre() {
        int[] wellFormed = new int[1];
        TestBytes.neverThrows(
                0x5EED10,
                40,
                (random, bytes) -> {
                    for (int i = 1; i < bytes.length; i++) {
                        bytes[i] = random.nextBoolean() ? (byte) random.nextInt(8) : bytes[i];
                    }
                },
                (address, length) -> {
                    if (payload.wrap(address, length) != null) {
                        return;
                    }
                    wellFormed[0]++;
                    long end = address + 1;
                    int elements = 0;
                    while (payload.next()) {
                        assertThat(payload.elementAddress()).isGreaterThanOrEqualTo(end);
                        assertThat(payload.obuType()).isNotNull();
                        assertThat(payload.temporalLayer()).isBetween(0, 7);
                        assertThat(payload.spatialLayer()).isBetween(0, 3);
                        end = payload.elementAddress() + payload.elementLengthBytes();
                        elements++;
                    }
                    assertThat(end).isEqualTo(address + length);
                    assertThat(payload.elements() == 0 || payload.elements() == elements)
                            .isTrue();
                });
        assertThat(wellFormed[0]).isGreaterThan(10_000);
    }
}
