package org.starbridge.rtp.packet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class StreamIdentifierTest {
    @ParameterizedTest
    @ValueSource(strings = {"0", "h", "mid-High_2", "sixteen-letters0"})
    void readsAName(String name) {
        byte[] bytes = StreamIdentifier.bytes(name);
        try (Slab slab = TestBytes.slab(bytes)) {
            assertThat(StreamIdentifier.check(slab.address(), bytes.length)).isNull();
            assertThat(StreamIdentifier.read(slab.address(), bytes.length)).isEqualTo(name);
            assertThat(StreamIdentifier.matches(slab.address(), bytes.length, bytes))
                    .isTrue();
            assertThat(StreamIdentifier.matches(slab.address(), bytes.length, StreamIdentifier.bytes(name + "x")))
                    .isFalse();
            bytes[0] ^= 1;
            assertThat(StreamIdentifier.matches(slab.address(), bytes.length, bytes))
                    .isFalse();
        }
    }

    @Test
    void namesWhatIsWrong() {
        try (Slab slab = TestBytes.slab(StreamIdentifier.bytes("seventeen-letters"))) {
            assertThat(StreamIdentifier.check(slab.address(), 17)).isEqualTo(IdentifierFault.TOO_LONG);
            assertThat(StreamIdentifier.check(slab.address(), 0)).isEqualTo(IdentifierFault.EMPTY);
            assertThat(StreamIdentifier.check(slab.address(), 16)).isNull();
        }
        try (Slab slab = TestBytes.hex("68 00 e4 7e")) {
            for (int i = 1; i < 4; i++) {
                assertThat(StreamIdentifier.check(slab.address() + i, 1)).isEqualTo(IdentifierFault.BAD_CHARACTER);
            }
        }
        for (IdentifierFault fault : IdentifierFault.values()) {
            assertThat(fault.sentence()).isNotBlank();
        }
    }
}
