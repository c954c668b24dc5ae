package org.starbridge.bridge.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The bytes of a capture file. */
class PcapFileTest {
    private static String hex(String spaced) {
        return spaced.replaceAll("\\s", "");
    }

    @Test
    void writesRawIpv4() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PcapFile file = new PcapFile(bytes)) {
            file.write(false, 1_700_000_000_000_000_005L, new byte[] {(byte) 0x80, 0x60, 0, 1}, 100);
            assertThat(file.sizeBytes()).isEqualTo(24 + 16 + 28 + 4);
        }
        assertThat(HexFormat.of().formatHex(bytes.toByteArray())).isEqualTo(hex("""
                a1b23c4d 0002 0004 00000000 00000000 0000ffff 00000065
                6553f100 00000005 00000020 00000080
                4500 0080 0000 4000 40 11 266b 0a000002 0a000001
                138c 2710 006c 0000
                80600001
                """));
    }
}
