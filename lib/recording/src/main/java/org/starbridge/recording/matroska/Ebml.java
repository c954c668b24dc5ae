package org.starbridge.recording.matroska;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes EBML elements (RFC 8794): id, size, content. Owned by one thread. */
final class Ebml {
    /** A size that is not known: the element goes on to the end of the file. */
    private static final byte[] UNKNOWN_SIZE = {1, -1, -1, -1, -1, -1, -1, -1};

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    int size() {
        return out.size();
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    /** An element with elements. */
    Ebml master(int id, Ebml content) {
        return binary(id, content.bytes());
    }

    /** An element whose elements follow, to the end of the file. */
    Ebml openMaster(int id) {
        id(id);
        out.writeBytes(UNKNOWN_SIZE);
        return this;
    }

    Ebml number(int id, long value) {
        int bytes = Math.max(1, (71 - Long.numberOfLeadingZeros(value)) / 8);
        id(id);
        length(bytes);
        for (int i = bytes - 1; i >= 0; i--) {
            out.write((int) (value >>> (8 * i)));
        }
        return this;
    }

    Ebml real(int id, double value) {
        return binary(id, ByteBuffer.allocate(8).putDouble(value).array());
    }

    Ebml text(int id, String value) {
        return binary(id, value.getBytes(StandardCharsets.UTF_8));
    }

    Ebml binary(int id, byte[] content) {
        id(id);
        length(content.length);
        out.writeBytes(content);
        return this;
    }

    /** A SimpleBlock (RFC 9559 section 10.2) of track 1. */
    Ebml block(int relativeMs, boolean isKeyFrame, byte[] frame) {
        id(Id.SIMPLE_BLOCK);
        length(4 + frame.length);
        out.write(0x81);
        out.write(relativeMs >>> 8);
        out.write(relativeMs);
        out.write(isKeyFrame ? 0x80 : 0);
        out.writeBytes(frame);
        return this;
    }

    private void id(int id) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            if (id >>> shift != 0) {
                out.write(id >>> shift);
            }
        }
    }

    private void length(int length) {
        if (length < 0x7F) {
            out.write(0x80 | length);
        } else {
            out.write(0x10 | length >>> 24);
            out.write(length >>> 16);
            out.write(length >>> 8);
            out.write(length);
        }
    }
}
