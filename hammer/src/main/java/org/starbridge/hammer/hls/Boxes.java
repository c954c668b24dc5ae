package org.starbridge.hammer.hls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outermost boxes of ISO base media files (ISO/IEC 14496-12 section 4.2), as CMAF orders them. Stateless. */
final class Boxes {
    private static final int HEADER_BYTES = 8;
    private static final int LARGE_HEADER_BYTES = 16;

    private Boxes() {}

    /** Returns what is wrong with an initialization section; null if nothing is. */
    static @Nullable String faultOfInit(byte[] file) {
        List<String> types = types(file);
        return types == null
                ? "the boxes do not add up to the file size"
                : types.equals(List.of("ftyp", "moov")) ? null : "expected the boxes ftyp and moov, found " + types;
    }

    /**
     * Returns what is wrong with a segment or part: one or more chunks of {@code moof} and {@code mdat}; null if
     * nothing is.
     */
    static @Nullable String faultOfMedia(byte[] file) {
        List<String> types = types(file);
        if (types == null) {
            return "the boxes do not add up to the file size";
        }
        String order = String.join(" ", types);
        return order.matches("((styp |sidx |prft |emsg )*moof mdat ?)+")
                ? null
                : "expected chunks of moof and mdat, found " + types;
    }

    /** The types of the outermost boxes; null if they do not fill the file. */
    static @Nullable List<String> types(byte[] file) {
        List<String> types = new ArrayList<>();
        ByteBuffer at = ByteBuffer.wrap(file);
        while (at.remaining() >= HEADER_BYTES) {
            long size = Integer.toUnsignedLong(at.getInt(at.position()));
            types.add(new String(file, at.position() + 4, 4, StandardCharsets.ISO_8859_1));
            if (size == 1 && at.remaining() >= LARGE_HEADER_BYTES) {
                size = at.getLong(at.position() + HEADER_BYTES);
            }
            if (size < HEADER_BYTES || size > at.remaining()) {
                return null;
            }
            at.position(at.position() + (int) size);
        }
        return at.hasRemaining() ? null : types;
    }
}
