package org.starbridge.hammer.media.file;

import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.FileBytes;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.RecordedStreamBuilder;

/**
 * Reads IVF, little endian, with VP8 frames, and packetises them.
 *
 * <pre>
 * DKIF | version u16 = 0 | header length u16 = 32 | FourCC | width u16 | height u16
 *      | time base denominator u32 | numerator u32 | frame count u32 | unused u32
 * frame: length u32 | time u64 | bytes
 * </pre>
 */
final class IvfReader {
    static final String MAGIC = "DKIF";

    private IvfReader() {}

    static RecordedStream read(FileBytes file, TemporalPattern pattern) {
        file.require(0, 32, "an IVF header");
        if (!file.startsWith(8, "VP80")) {
            throw file.fault(8, "a codec other than VP80; expected VP8 (use rtpdump or pcap for other codecs)");
        }
        int headerBytes = file.le16(6);
        if (headerBytes < 32) {
            throw file.fault(6, "a header of " + headerBytes + " bytes; expected 32");
        }
        file.require(0, headerBytes, "an IVF header");
        long ticksPerSecond = file.le32(16);
        long numerator = file.le32(20);
        if (ticksPerSecond == 0 || numerator == 0) {
            throw file.fault(
                    16, "a time base of " + numerator + "/" + ticksPerSecond + " s; expected two numbers above 0");
        }
        var packetizer = new Vp8Packetizer(new RecordedStreamBuilder(file, Codec.VP8), pattern);
        long firstTime = -1;
        for (int at = headerBytes; at < file.length(); ) {
            file.require(at, 12, "a frame header");
            long frameBytes = file.le32(at);
            file.require(at + 12, frameBytes, "a frame");
            long time = file.le64(at + 4);
            firstTime = firstTime < 0 ? time : firstTime;
            double seconds = (double) (time - firstTime) * numerator / ticksPerSecond;
            if (time < 0 || seconds < 0 || seconds > RecordedStreamBuilder.MAX_DURATION_S) {
                throw file.fault(
                        at,
                        "a frame at time " + Long.toUnsignedString(time) + "; expected later than the first, within "
                                + RecordedStreamBuilder.MAX_DURATION_S + " s");
            }
            if (frameBytes > 0) {
                packetizer.add(at, file.array(), at + 12, (int) frameBytes, seconds);
            }
            at += 12 + (int) frameBytes;
        }
        return packetizer.build();
    }
}
