package org.starbridge.rtp.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class H265PayloadTest {
    private final H265Payload payload = new H265Payload();

    private String describe() {
        StringBuilder line = new StringBuilder();
        line.append(payload.isStartOfUnit() ? '[' : '.');
        IntStream.rangeClosed(0, 47)
                .filter(payload::begins)
                .forEach(type -> line.append(' ').append(type));
        line.append(payload.isEndOfUnit() ? " ] T" : " . T").append(payload.temporalLayer());
        line.append(payload.beginsPicture() ? " picture" : "");
        line.append(payload.beginsRandomAccessPicture() ? " key" : "");
        line.append(payload.isSubLayerNonReference() ? " unreferenced" : "");
        line.append(payload.beginsSequenceParameterSet() ? " sps" : "");
        return line.append(payload.beginsPictureParameterSet() ? " pps" : "").toString();
    }

    @ParameterizedTest
    @CsvSource({
        // single units: VPS, SPS, PPS, IDR_W_RADL, CRA_NUT, TRAIL_R, TRAIL_N, TSA_N of temporal layers
        "4001 0c,  [ 32 ] T0 sps",
        "4201 01,  [ 33 ] T0 sps",
        "4401 c1,  [ 34 ] T0 pps",
        "2601 af,  [ 19 ] T0 picture key",
        "2601 2f,  [ 19 ] T0",
        "2a01 af,  [ 21 ] T0 picture key",
        "2001 af,  [ 16 ] T0 picture key",
        "2e01 af,  [ 23 ] T0 picture key",
        "3001 af,  [ 24 ] T0 picture",
        "1e01 af,  [ 15 ] T0 picture",
        "0201 d0,  [ 1 ] T0 picture",
        "0003 d0,  [ 0 ] T2 picture unreferenced",
        "0407 d0,  [ 2 ] T6 picture unreferenced",
        "4e01 05,  [ 39 ] T0",
        "2601,     [ 19 ] T0",
        // TID + 1 of 0 is not valid
        "0200 d0,  [ 1 ] T0 picture",
        // aggregate of the three parameter sets and an IDR picture
        "6001 0003 40010c 0003 420101 0003 4401c1 0003 2601af, [ 19 32 33 34 ] T0 picture key sps pps",
        "6002 0003 0202d0, [ 1 ] T1 picture",
        // fragments: start, middle, end
        "6201 93 af, [ 19 . T0 picture key",
        "6201 13 af, . . T0",
        "6201 53 af, . ] T0",
        "6203 80 d0, [ 0 . T2 picture unreferenced",
        "6203 00 d0, . . T2 unreferenced",
        "6201 a1 01, [ 33 . T0 sps",
        // PACI and what has no meaning yet
        "6403 1234, [ ] T2",
        "7e01 1234, [ ] T0",
        "'',        EMPTY",
        "26,        TRUNCATED",
        "6201,      TRUNCATED",
        "6001 00,   TRUNCATED",
        "6001 0001 26, TRUNCATED",
        "6001 0003 2601, TRUNCATED",
    })
    void readsWhatBegins(String bytes, String expected) {
        try (Slab slab = TestBytes.hex(bytes)) {
            DescriptorFault fault =
                    payload.wrap(slab.address(), bytes.replace(" ", "").length() / 2);
            assertThat(fault != null ? fault.name() : describe()).isEqualTo(expected);
        }
    }

    @Test
    void neverThrowsOrReadsOutsideWhateverTheBytesAre() {
        int[] keys = new int[1];
        TestBytes.neverThrows(
                0x5EED27,
                24,
                (random, bytes) -> {
                    if (bytes.length > 6 && random.nextBoolean()) {
                        bytes[0] = random.nextBoolean() ? (byte) 0x60 : 0x62;
                        bytes[2] = 0;
                        bytes[3] = (byte) (bytes.length - 4);
                    }
                },
                (address, length) -> {
                    boolean isWhole = payload.wrap(address, length) == null;
                    keys[0] += payload.beginsRandomAccessPicture() ? 1 : 0;
                    assertThat(payload.beginsPicture() && !isWhole).isFalse();
                    assertThat(payload.temporalLayer()).isBetween(0, 6);
                });
        assertThat(keys[0]).isGreaterThan(100);
    }
}
