package org.starbridge.hammer.media;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.media.file.MediaFile;
import org.starbridge.hammer.media.file.StreamSelection;

/** Files that a user gives to the Hammer. */
final class MediaFileFuzzTest {
    private static final int OGG_HEADER_BYTES = 27;
    private static final int OGG_CHECKSUM_AT = 22;

    /** Any bytes are a stream of the kind that was asked for, or a sentence says where they are not. */
    @FuzzTest
    void file(byte[] data) {
        for (MediaKind kind : MediaKind.values()) {
            RecordedStream stream = read(kind, data);
            if (stream != null) {
                assertThat(stream.kind()).isEqualTo(kind);
                assertThat(stream.packets()).isPositive();
            }
        }
    }

    /** The same for Ogg pages whose checksums are right, which a fuzzer would not find. */
    @FuzzTest
    void ogg(byte[] data) {
        byte[] file = data.clone();
        int at = 0;
        while (at + OGG_HEADER_BYTES <= file.length) {
            int segments = file[at + 26] & 0xFF;
            int end = at + OGG_HEADER_BYTES + segments;
            for (int i = 0; i < segments && at + OGG_HEADER_BYTES + i < file.length; i++) {
                end += file[at + OGG_HEADER_BYTES + i] & 0xFF;
            }
            if (end > file.length) {
                break;
            }
            writeChecksum(file, at, end);
            at = end;
        }
        read(MediaKind.AUDIO, file);
    }

    private static @Nullable RecordedStream read(MediaKind kind, byte[] data) {
        try {
            return MediaFile.read(new FileBytes("fuzz", data), kind, StreamSelection.busiest());
        } catch (MediaFileException e) {
            assertThat(e.getMessage()).startsWith("fuzz, at byte " + e.offset() + ": ");
            assertThat(e.offset()).isBetween(0L, (long) data.length);
            return null;
        }
    }

    /** Bit by bit, as RFC 3533 defines it. */
    private static void writeChecksum(byte[] file, int at, int end) {
        int crc = 0;
        for (int i = at; i < end; i++) {
            boolean isChecksum = i >= at + OGG_CHECKSUM_AT && i < at + OGG_CHECKSUM_AT + 4;
            crc ^= isChecksum ? 0 : file[i] << 24;
            for (int bit = 0; bit < 8; bit++) {
                crc = crc < 0 ? (crc << 1) ^ 0x04C1_1DB7 : crc << 1;
            }
        }
        for (int i = 0; i < 4; i++) {
            file[at + OGG_CHECKSUM_AT + i] = (byte) (crc >> (8 * i));
        }
    }
}
