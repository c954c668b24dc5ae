package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordsTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "empty, '', false",
        "header only, 16 fefd 0001 000000000000 0000, true",
        "short header, 16 fefd 0001 000000000000 00, false",
        "length beyond the end, 17 fefd 0001 000000000000 0002 00, false",
        "DTLS 1.0 record version, 17 feff 0001 000000000000 0001 00, true",
        "TLS version, 17 0303 0001 000000000000 0001 00, false",
        "type 19, 13 fefd 0001 000000000000 0001 00, false",
        "heartbeat, 18 fefd 0001 000000000000 0001 00, false",
        "two records, 17 fefd 0001 000000000000 0001 00 15 fefd 0001 000000000001 0001 00, true",
        "a record and a rest, 17 fefd 0001 000000000000 0001 00 15, false",
        "plain handshake, 16 fefd 0000 000000000000 000d 0b 000001 0001 000000 000001 00, true",
        "plain handshake without message, 16 fefd 0000 000000000000 0000, false",
        "fragment beyond its message, 16 fefd 0000 000000000000 000d 0b 000001 0001 000001 000001 00, false",
        "fragment beyond its record, 16 fefd 0000 000000000000 000d 0b 000002 0001 000000 000002 00, false",
        "message of 16 KiB, 16 fefd 0000 000000000000 000d 0b 004000 0001 000000 000001 00, true",
        "message above 16 KiB, 16 fefd 0000 000000000000 000d 0b 004001 0001 000000 000001 00, false",
        "encrypted handshake is opaque, 16 fefd 0001 000000000000 0004 ffffffff, true",
    })
    void judgesTheOutsideOfADatagram(String name, String hex, boolean isWellFormed) {
        assertThat(Records.isWellFormed(Garbage.hex(hex))).as(name).isEqualTo(isWellFormed);
    }

    @Test
    void aDatagramLongerThanAnEthernetFrameIsMalformed() {
        assertThat(Records.isWellFormed(applicationData(Records.MAX_DATAGRAM_BYTES)))
                .isTrue();
        assertThat(Records.isWellFormed(applicationData(Records.MAX_DATAGRAM_BYTES + 1)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "16 fefd 0000 000000000000 000d 01 000001 0000 000000 000001 00, true",
        "16 fefd 0000 000000000000 000d 02 000001 0000 000000 000001 00, false",
        "16 fefd 0001 000000000000 000d 01 000001 0000 000000 000001 00, false",
        "15 fefd 0000 000000000000 0002 0100, false"
    })
    void recognisesAClientHello(String hex, boolean isClientHello) {
        assertThat(Records.isClientHello(Garbage.hex(hex))).isEqualTo(isClientHello);
    }

    private static byte[] applicationData(int lengthBytes) {
        byte[] datagram = new byte[lengthBytes];
        byte[] header = Garbage.hex("17 fefd 0001 000000000000 %04x".formatted(lengthBytes - Records.HEADER_BYTES));
        System.arraycopy(header, 0, datagram, 0, header.length);
        return datagram;
    }
}
