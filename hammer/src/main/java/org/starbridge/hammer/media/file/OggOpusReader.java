package org.starbridge.hammer.media.file;

import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.FileBytes;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.RecordedStreamBuilder;

/**
 * Reads the first Opus stream of an Ogg file: pages and lacing after RFC 3533, the two header packets after RFC 7845,
 * durations from each packet's first byte after RFC 6716 section 3.1. Other logical streams are passed over.
 */
final class OggOpusReader {
    static final String MAGIC = "OggS";

    private static final int PAGE_HEADER_BYTES = 27;
    private static final int CONTINUED = 1;
    private static final int FIRST_PAGE = 2;
    private static final int CLOCK_HZ = Codec.OPUS.clockRateHz();
    private static final int[] CRC_TABLE = crcTable();

    private final FileBytes file;
    private final RecordedStreamBuilder recording;

    /** The packet being put together from segments; one more byte than is allowed tells that it is too long. */
    private final byte[] packet = new byte[RecordedStreamBuilder.MAX_PAYLOAD_BYTES + 1];

    private long packetBytes;
    private boolean packetIsOpen;
    private int packets;
    private long samples;
    private long serial = -1;
    private long nextPage;

    private OggOpusReader(FileBytes file) {
        this.file = file;
        this.recording = new RecordedStreamBuilder(file, Codec.OPUS);
    }

    static RecordedStream read(FileBytes file) {
        return new OggOpusReader(file).read();
    }

    private RecordedStream read() {
        for (int at = 0; at < file.length(); ) {
            file.require(at, PAGE_HEADER_BYTES, "an Ogg page header");
            if (!file.startsWith(at, MAGIC) || file.u8(at + 4) != 0) {
                throw file.fault(at, "an unknown signature; expected an Ogg page, OggS and version 0");
            }
            int segments = file.u8(at + 26);
            int bodyAt = at + PAGE_HEADER_BYTES + segments;
            file.require(at, PAGE_HEADER_BYTES + segments, "an Ogg page header with its lacing values");
            int bodyBytes = 0;
            for (int i = 0; i < segments; i++) {
                bodyBytes += file.u8(at + PAGE_HEADER_BYTES + i);
            }
            file.require(bodyAt, bodyBytes, "an Ogg page body");
            requireChecksum(at, bodyAt + bodyBytes);
            if (isOurs(at, bodyAt, bodyBytes)) {
                onPage(at, segments, bodyAt);
            }
            at = bodyAt + bodyBytes;
        }
        if (serial < 0) {
            throw file.fault(0, "no Opus stream; expected a first page with OpusHead");
        }
        if (packetIsOpen) {
            throw file.fault(file.length(), "the last packet is incomplete; expected one more page");
        }
        return recording.build();
    }

    private boolean isOurs(int at, int bodyAt, int bodyBytes) {
        long pageSerial = file.le32(at + 14);
        if (serial < 0
                && (file.u8(at + 5) & FIRST_PAGE) != 0
                && bodyBytes >= 8
                && file.startsWith(bodyAt, "OpusHead")) {
            serial = pageSerial;
            nextPage = file.le32(at + 18);
        }
        return pageSerial == serial;
    }

    private void onPage(int at, int segments, int bodyAt) {
        long page = file.le32(at + 18);
        if (page != nextPage) {
            throw file.fault(at, "page " + page + "; expected page " + nextPage);
        }
        nextPage = page + 1 & 0xFFFF_FFFFL;
        boolean continues = (file.u8(at + 5) & CONTINUED) != 0;
        if (continues != packetIsOpen) {
            throw file.fault(
                    at,
                    "a page that " + (continues ? "continues" : "does not continue")
                            + " a packet; expected the opposite");
        }
        int from = bodyAt;
        for (int i = 0; i < segments; i++) {
            int lacing = file.u8(at + PAGE_HEADER_BYTES + i);
            int kept = (int) Math.min(lacing, Math.max(0, packet.length - packetBytes));
            System.arraycopy(file.array(), from, packet, (int) Math.min(packetBytes, packet.length), kept);
            packetBytes += lacing;
            from += lacing;
            packetIsOpen = lacing == 255;
            if (!packetIsOpen) {
                onPacket(at);
                packetBytes = 0;
            }
        }
    }

    private void onPacket(int at) {
        int number = packets++;
        if (number == 0) {
            requireHead(at);
        } else if (number == 1) {
            requireTags(at);
        } else {
            if (packetBytes > RecordedStreamBuilder.MAX_PAYLOAD_BYTES) {
                throw file.fault(
                        at,
                        "an Opus packet of " + packetBytes + " bytes; expected at most "
                                + RecordedStreamBuilder.MAX_PAYLOAD_BYTES);
            }
            int duration = durationSamples(packet, (int) packetBytes);
            if (duration == 0) {
                throw file.fault(at, "no Opus packet; expected one of up to 120 ms (RFC 6716 section 3)");
            }
            recording.add(at, packet, 0, (int) packetBytes, false, samples, samples * 1_000_000_000 / CLOCK_HZ);
            samples += duration;
        }
    }

    private void requireHead(int at) {
        if (packetBytes < 19 || packet[8] < 0 || packet[8] >> 4 != 0) {
            throw file.fault(at, "an OpusHead of " + packetBytes + " bytes; expected 19 or more, of version 1");
        }
    }

    private void requireTags(int at) {
        byte[] mark = {'O', 'p', 'u', 's', 'T', 'a', 'g', 's'};
        for (int i = 0; i < mark.length; i++) {
            if (packetBytes < mark.length || packet[i] != mark[i]) {
                throw file.fault(at, "a second packet other than OpusTags; expected OpusTags");
            }
        }
    }

    /** Samples at 48 kHz in an Opus packet, or 0 if it is none. */
    static int durationSamples(byte[] packet, int length) {
        if (length < 1) {
            return 0;
        }
        int toc = packet[0] & 0xFF;
        int config = toc >> 3;
        int frameSamples;
        if (config < 12) {
            frameSamples = (config & 3) == 3 ? 2880 : 480 << (config & 3);
        } else if (config < 16) {
            frameSamples = 480 << (config & 1);
        } else {
            frameSamples = 120 << (config & 3);
        }
        int frames = switch (toc & 3) {
            case 0 -> 1;
            case 1, 2 -> 2;
            default -> length < 2 ? 0 : packet[1] & 0x3F;
        };
        int samples = frames * frameSamples;
        return samples <= CLOCK_HZ * 120 / 1000 ? samples : 0;
    }

    /**
     * RFC 3533: polynomial 0x04C11DB7, no reflection, start and end 0, over the page with zeroes in the CRC's place.
     */
    private void requireChecksum(int at, int end) {
        int crc = 0;
        for (int i = at; i < end; i++) {
            int value = i >= at + 22 && i < at + 26 ? 0 : file.u8(i);
            crc = crc << 8 ^ CRC_TABLE[crc >>> 24 ^ value];
        }
        if ((crc & 0xFFFF_FFFFL) != file.le32(at + 22)) {
            throw file.fault(at, "a damaged Ogg page; expected its bytes to match its checksum");
        }
    }

    private static int[] crcTable() {
        int[] table = new int[256];
        for (int i = 0; i < 256; i++) {
            int crc = i << 24;
            for (int bit = 0; bit < 8; bit++) {
                crc = crc << 1 ^ (crc < 0 ? 0x04C1_1DB7 : 0);
            }
            table[i] = crc;
        }
        return table;
    }
}
