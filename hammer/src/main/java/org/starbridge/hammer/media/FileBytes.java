package org.starbridge.hammer.media;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A whole media file in memory; each read outside it is a {@link MediaFileException} that says what was looked for. */
public final class FileBytes {
    /** Ten minutes at 3 Mbit/s; a loop needs seconds. Keeps a wrong path from filling the heap. */
    static final int MAX_FILE_BYTES = 256 << 20;

    private final String name;
    private final byte[] bytes;

    public FileBytes(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    public static FileBytes of(Path file) {
        String name = file.toString();
        try (InputStream in = Files.newInputStream(file)) {
            return read(name, in);
        } catch (IOException e) {
            throw new MediaFileException(name, 0, "cannot be read (" + e + "); expected a readable media file", e);
        }
    }

    public static FileBytes read(String name, InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
        if (bytes.length > MAX_FILE_BYTES) {
            throw new MediaFileException(
                    name, MAX_FILE_BYTES, "data after the end; expected at most " + MAX_FILE_BYTES + " bytes");
        }
        return new FileBytes(name, bytes);
    }

    String name() {
        return name;
    }

    public byte[] array() {
        return bytes;
    }

    public int length() {
        return bytes.length;
    }

    public MediaFileException fault(long offset, String problem) {
        return new MediaFileException(name, offset, problem);
    }

    /** Refuses a range of {@code lengthBytes} that doesn't lie wholly in the file. */
    public void require(int offset, long lengthBytes, String what) {
        if (lengthBytes < 0 || lengthBytes > bytes.length - offset) {
            throw fault(
                    offset,
                    "the file ends after " + (bytes.length - offset) + " bytes; expected " + what + " of " + lengthBytes
                            + " bytes");
        }
    }

    public boolean startsWith(int offset, String ascii) {
        if (ascii.length() > bytes.length - offset) {
            return false;
        }
        for (int i = 0; i < ascii.length(); i++) {
            if (u8(offset + i) != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    public int u8(int offset) {
        return bytes[offset] & 0xFF;
    }

    public int be16(int offset) {
        return u8(offset) << 8 | u8(offset + 1);
    }

    public long be32(int offset) {
        return (long) be16(offset) << 16 | be16(offset + 2);
    }

    public int le16(int offset) {
        return u8(offset) | u8(offset + 1) << 8;
    }

    public long le32(int offset) {
        return le16(offset) | (long) le16(offset + 2) << 16;
    }

    public long le64(int offset) {
        return le32(offset) | le32(offset + 4) << 32;
    }
}
