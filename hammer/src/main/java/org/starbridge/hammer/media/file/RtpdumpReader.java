package org.starbridge.hammer.media.file;

import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.media.FileBytes;

/**
 * Reads rtpdump, the format of rtptools: a text line, a 16-byte header, then records, all big endian.
 *
 * <pre>
 * #!rtpplay1.0 address/port\n
 * start seconds u32 | microseconds u32 | source address u32 | port u16 | padding u16
 * record length with these 8 bytes u16 | RTP length u16, 0 for RTCP | milliseconds since start u32 | packet
 * </pre>
 */
final class RtpdumpReader {
    static final String MAGIC = "#!rtpplay1.0 ";

    private static final int MAX_LINE_BYTES = 256;

    private RtpdumpReader() {}

    static RtpCapture read(FileBytes file) {
        return read(file, 0);
    }

    /** {@code descriptorId}: the dependency descriptor's among the header extensions; 0 = none. */
    static RtpCapture read(FileBytes file, int descriptorId) {
        var capture = new RtpCapture(file, descriptorId);
        int at = lineBytes(file);
        file.require(at, 16, "a file header");
        at += 16;
        while (at < file.length()) {
            file.require(at, 8, "a record header");
            int recordBytes = file.be16(at);
            int packetBytes = file.be16(at + 2);
            if (recordBytes < 8) {
                throw file.fault(at, "a record of " + recordBytes + " bytes; expected 8 or more");
            }
            file.require(at, recordBytes, "a record");
            if (packetBytes > recordBytes - 8) {
                throw file.fault(
                        at,
                        "a record with " + (recordBytes - 8) + " bytes of a packet; expected all " + packetBytes
                                + " of it");
            }
            if (packetBytes > 0) {
                String problem = capture.add(at, file.be32(at + 4) * 1_000_000, 0, 0, at + 8, packetBytes);
                throwIf(problem, file, at);
            }
            at += recordBytes;
        }
        return capture;
    }

    private static void throwIf(@Nullable String problem, FileBytes file, int at) {
        if (problem != null) {
            throw file.fault(at, problem);
        }
    }

    private static int lineBytes(FileBytes file) {
        for (int at = 0; at < Math.min(MAX_LINE_BYTES, file.length()); at++) {
            if (file.u8(at) == '\n') {
                return at + 1;
            }
        }
        throw file.fault(
                0, "a first line without an end; expected at most " + MAX_LINE_BYTES + " bytes up to a newline");
    }
}
