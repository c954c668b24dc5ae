package org.starbridge.transport.srtp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReceiveStreamTest {
    /** The rows of RFC 3711 appendix A around every edge; highest -1 means that nothing was accepted yet. */
    @ParameterizedTest
    @CsvSource({
        "-1,      0,      0",
        "-1,      32768,  32768",
        "-1,      65535,  65535",
        "0,       1,      1",
        "0,       32768,  32768",
        "0,       32769,  -32767",
        "0,       65535,  -1",
        "32767,   65535,  65535",
        "32767,   0,      0",
        "32768,   0,      0",
        "32768,   65535,  65535",
        "32769,   0,      65536",
        "65535,   32767,  32767",
        "65535,   32766,  98302",
        "65535,   0,      65536",
        "65536,   65535,  65535",
        "65536,   32768,  98304",
        "65536,   32769,  32769",
        "131071,  0,      131072",
        "131071,  65534,  131070",
        "281474976710655, 65534, 281474976710654",
        "281474976710655, 0,     281474976710656"
    })
    void guessesTheIndexNearestToTheHighest(long highest, int sequenceNumber, long expected) {
        ReceiveStream stream = new ReceiveStream(1);
        if (highest >= 0) {
            stream.accept(highest);
        }
        assertThat(stream.guessIndex(sequenceNumber)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0", "65535", "65536", "281474976710655"})
    void aStreamIsProvenByItsFirstPacket(long index) {
        ReceiveStream stream = new ReceiveStream(1);
        assertThat(stream.isProven()).isFalse();
        assertThat(stream.highestIndex()).isEqualTo(-1);
        stream.accept(index);
        assertThat(stream.isProven()).isTrue();
        assertThat(stream.highestIndex()).isEqualTo(index);
    }
}
