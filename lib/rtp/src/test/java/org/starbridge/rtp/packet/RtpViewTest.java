package org.starbridge.rtp.packet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.TestBytes;
import org.starbridge.rtp.memory.Slab;

class RtpViewTest {
    private final RtpView view = new RtpView();

    @Test
    void readsEveryFieldOfAPacketThatHasEverything() {
        String packet = "b2 e0 fffe 80000001 deadbeef 00000001 00000002" // V P X CC=2, M PT=96
                + "bede 0001 10aa0000 0102030405 000003";
        try (Slab slab = TestBytes.hex(packet)) {
            assertThat(view.wrap(slab.address(), 36)).isNull();
            assertThat(view.address()).isEqualTo(slab.address());
            assertThat(view.lengthBytes()).isEqualTo(36);
            assertThat(view.marker()).isTrue();
            assertThat(view.payloadType()).isEqualTo(96);
            assertThat(view.sequenceNumber()).isEqualTo(0xFFFE);
            assertThat(view.timestamp()).isEqualTo(0x80000001);
            assertThat(view.ssrc()).isEqualTo(0xDEADBEEF);
            assertThat(view.csrcCount()).isEqualTo(2);
            assertThat(view.csrc(1)).isEqualTo(2);
            assertThat(view.hasExtension()).isTrue();
            assertThat(view.extensionProfile()).isEqualTo(0xBEDE);
            assertThat(view.extensionAddress()).isEqualTo(slab.address() + 24);
            assertThat(view.extensionLengthBytes()).isEqualTo(4);
            assertThat(view.headerLengthBytes()).isEqualTo(28);
            assertThat(view.paddingLengthBytes()).isEqualTo(3);
            assertThat(view.payloadAddress()).isEqualTo(slab.address() + 28);
            assertThat(view.payloadLengthBytes()).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // what, bytes, fault, header length before authentication
                "nothing,              '',                                      TOO_SHORT,           -1",
                "eleven bytes,         80600001 00000000 000000,                TOO_SHORT,           -1",
                "bare header,          80600001 00000000 00000001,              -,                   12",
                "version 1,            40600001 00000000 00000001,              BAD_VERSION,         -1",
                "version 3,            c0600001 00000000 00000001,              BAD_VERSION,         -1",
                "CSRC missing,         81600001 00000000 00000001,              TRUNCATED_CSRC,      -1",
                "CSRC cut,             81600001 00000000 00000001 000000,       TRUNCATED_CSRC,      -1",
                "CSRC whole,           81600001 00000000 00000001 00000000,     -,                   16",
                "extension missing,    90600001 00000000 00000001 bede00,       TRUNCATED_EXTENSION, -1",
                "extension cut,        90600001 00000000 00000001 bede0001 00,  TRUNCATED_EXTENSION, -1",
                "extension huge,       90600001 00000000 00000001 bedeffff 00,  TRUNCATED_EXTENSION, -1",
                "extension empty,      90600001 00000000 00000001 bede0000,     -,                   16",
                "padding 0,            a0600001 00000000 00000001 00,           BAD_PADDING,         12",
                "padding in header,    a0600001 00000000 00000001,              BAD_PADDING,         12",
                "padding too long,     a0600001 00000000 00000001 000004,       BAD_PADDING,         12",
                "padding only,         a0600001 00000000 00000001 0002,         -,                   12",
            })
    void namesWhatIsWrong(String what, String bytes, RtpFault fault, int headerLengthBytes) {
        try (Slab slab = TestBytes.hex(bytes)) {
            int length = bytes.replace(" ", "").length() / 2;
            assertThat(view.wrap(slab.address(), length)).as(what).isEqualTo(fault);
            assertThat(RtpView.headerLengthBytes(slab.address(), length))
                    .as(what)
                    .isEqualTo(headerLengthBytes);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, false", "96, false", "191, false", "192, true", "200, true", "206, true", "223, true", "224, false"
    })
    void tellsRtcpFromRtpByTheSecondByte(int secondByte, boolean rtcp) {
        assertThat(RtpView.isRtcp(secondByte)).isEqualTo(rtcp);
    }

    @Test
    void neverThrowsOrReadsOutsideWhateverTheBytesAre() {
        HeaderExtensions extensions = new HeaderExtensions();
        int[] wellFormed = new int[1];
        TestBytes.neverThrows(
                0x5EED1,
                80,
                (random, bytes) -> {
                    if (bytes.length > 0) {
                        bytes[0] = (byte) (0x80 | (random.nextInt(64) & (random.nextBoolean() ? 0x33 : 0x10)));
                        int extension = 12 + 4 * (bytes[0] & 0x0F);
                        if (bytes.length > extension + 4) {
                            bytes[extension] = (byte) (random.nextBoolean() ? 0xBE : 0x10);
                            bytes[extension + 1] = (byte) (bytes[extension] == 0x10 ? random.nextInt(16) : 0xDE);
                            bytes[extension + 2] = 0;
                            bytes[extension + 3] = (byte) random.nextInt((bytes.length - extension) / 4);
                        }
                    }
                },
                (address, length) -> {
                    int header = RtpView.headerLengthBytes(address, length);
                    RtpFault fault = view.wrap(address, length);
                    if (fault != null) {
                        assertThat(fault.sentence()).isNotBlank();
                        assertThat(header >= 0).isEqualTo(fault == RtpFault.BAD_PADDING);
                        return;
                    }
                    wellFormed[0]++;
                    assertThat(header).isEqualTo(view.headerLengthBytes());
                    assertThat(view.headerLengthBytes() + view.payloadLengthBytes() + view.paddingLengthBytes())
                            .isEqualTo(length);
                    assertThat(view.payloadLengthBytes()).isNotNegative();
                    extensions.wrap(view);
                    while (extensions.next()) {
                        assertThat(extensions.id()).isBetween(1, 255);
                        TestBytes.hexAt(extensions.elementAddress(), extensions.elementLengthBytes());
                    }
                });
        assertThat(wellFormed[0]).isGreaterThan(10_000);
    }
}
