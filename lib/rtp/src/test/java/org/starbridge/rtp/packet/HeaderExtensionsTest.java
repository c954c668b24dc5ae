package org.starbridge.rtp.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class HeaderExtensionsTest {
    private final RtpView view = new RtpView();
    private final HeaderExtensions extensions = new HeaderExtensions();

    @ParameterizedTest
    @CsvSource({
        // what, profile, elements, what is read, malformed
        "one byte form,             bede, 10aa21bbcc000000,         1=aa 2=bbcc,  false",
        "padding between,           bede, 10aa000020bb0000,         1=aa 2=bb,    false",
        "sixteen bytes,             bede, 3f000102030405060708090a0b0c0d0e0f000000, "
                + "3=000102030405060708090a0b0c0d0e0f, false",
        "id 15 stops,               bede, 10aaf0bb20cc0000,         1=aa,         false",
        "id 0 with a length stops,  bede, 10aa01bb20cc0000,         1=aa,         true",
        "one byte form cut,         bede, 10aa23bb,                 1=aa,         true",
        "only padding,              bede, 00000000,                 '',           false",
        "no elements,               bede, '',                       '',           false",
        "two byte form,             1000, 0101aa0f02bbcc0000000000, 1=aa 15=bbcc, false",
        "appbits,                   100f, 0101aa00,                 1=aa,         false",
        "empty element,             1000, 0500ff01aa000000,         5= 255=aa,    false",
        "two byte padding,          1000, 000101aa00000200,         1=aa 2=,      false",
        "two byte form cut,         1000, 0101aa0203bbcc00,         1=aa 2=bbcc00, false",
        "two byte form cut by one,  1000, 0101aa0204bbcc00,         1=aa,         true",
        "two byte id without len,   1000, 0101aa02,                 1=aa,         true",
        "another profile,           1234, 10aa0000,                 '',           false",
    })
    void readsElements(String what, String profile, String elements, String expected, boolean malformed) {
        int length = elements.length() / 2;
        String packet = "90600001 00000000 00000001" + profile + "%04x".formatted(length / 4) + elements;
        try (Slab slab = TestBytes.hex(packet)) {
            assertThat(view.wrap(slab.address(), 16 + length)).as(what).isNull();
            extensions.wrap(view);
            List<String> read = new ArrayList<>();
            while (extensions.next()) {
                String data = TestBytes.hexAt(extensions.elementAddress(), extensions.elementLengthBytes());
                read.add(extensions.id() + "=" + data);
            }
            assertThat(String.join(" ", read)).as(what).isEqualTo(expected);
            assertThat(extensions.isMalformed()).as(what).isEqualTo(malformed);
            assertThat(extensions.next()).as(what).isFalse();
        }
    }

    @Test
    void findsTheFirstElementOfAnId() {
        try (Slab slab = TestBytes.hex("90600001 00000000 00000001 bede0002 10aa21bbcc20dd00")) {
            assertThat(view.wrap(slab.address(), 24)).isNull();
            assertThat(extensions.find(view, 2)).isEqualTo(slab.address() + 19);
            assertThat(extensions.elementLengthBytes()).isEqualTo(2);
            assertThat(extensions.find(view, 3)).isZero();
            assertThat(extensions.elementLengthBytes()).isZero();
        }
        try (Slab slab = TestBytes.hex("80600001 00000000 00000001")) {
            assertThat(view.wrap(slab.address(), 12)).isNull();
            assertThat(extensions.find(view, 2)).isZero();
        }
    }
}
