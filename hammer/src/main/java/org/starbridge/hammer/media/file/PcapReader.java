package org.starbridge.hammer.media.file;

import org.starbridge.hammer.media.FileBytes;

/**
 * Reads classic pcap, either byte order, micro- or nanoseconds, and finds UDP in Ethernet (with VLAN tags), Linux
 * cooked, raw IP and loopback frames. What isn't RTP over UDP over unfragmented IP is passed over, as captures hold
 * other traffic too; a record that was cut short, by the file's end or the capture's snap length, is refused.
 */
final class PcapReader {
    private static final long MICROS = 0xA1B2_C3D4L;
    private static final long NANOS = 0xA1B2_3C4DL;
    private static final long PCAPNG = 0x0A0D_0D0AL;

    /** The largest snap length that libpcap writes. */
    private static final int MAX_RECORD_BYTES = 262_144;

    private final FileBytes file;
    private final boolean isLittleEndian;
    private final int nsPerFraction;
    private final RtpCapture capture;

    private PcapReader(FileBytes file) {
        this.file = file;
        this.isLittleEndian = file.be32(0) != MICROS && file.be32(0) != NANOS;
        this.nsPerFraction = u32(0) == NANOS ? 1 : 1000;
        this.capture = new RtpCapture(file);
    }

    static boolean hasMagic(FileBytes file) {
        if (file.length() < 4) {
            return false;
        }
        long big = file.be32(0);
        long little = file.le32(0);
        if (big == PCAPNG) {
            throw file.fault(0, "this is pcapng; expected classic pcap (editcap -F pcap converts it)");
        }
        return big == MICROS || big == NANOS || little == MICROS || little == NANOS;
    }

    static RtpCapture read(FileBytes file) {
        file.require(0, 24, "a pcap file header");
        return new PcapReader(file).read();
    }

    private RtpCapture read() {
        int linkType = (int) u32(20) & 0xFFFF;
        requireKnown(linkType);
        for (int at = 24; at < file.length(); ) {
            file.require(at, 16, "a record header");
            long captured = u32(at + 8);
            long original = u32(at + 12);
            if (captured > MAX_RECORD_BYTES) {
                throw file.fault(at, "a record of " + captured + " bytes; expected at most " + MAX_RECORD_BYTES);
            }
            if (captured < original) {
                throw file.fault(
                        at,
                        "only " + captured + " of " + original
                                + " bytes captured; expected whole packets (snap length)");
            }
            file.require(at + 16, captured, "a captured packet");
            long timeNs = u32(at) * 1_000_000_000 + u32(at + 4) * nsPerFraction;
            onFrame(at, timeNs, linkType, at + 16, at + 16 + (int) captured);
            at += 16 + (int) captured;
        }
        return capture;
    }

    private void requireKnown(int linkType) {
        switch (linkType) {
            case 0, 1, 12, 14, 101, 108, 113, 228, 229, 276 -> {}
            default ->
                throw file.fault(
                        20,
                        "link type " + linkType + "; expected Ethernet (1), Linux cooked (113, 276), raw IP (101) or"
                                + " loopback (0)");
        }
    }

    private void onFrame(int record, long timeNs, int linkType, int at, int end) {
        switch (linkType) {
            case 1 -> onEthernet(record, timeNs, at, end);
            case 113 -> onIp(record, timeNs, at + 16, end);
            case 276 -> onIp(record, timeNs, at + 20, end);
            case 0, 108 -> onIp(record, timeNs, at + 4, end);
            default -> onIp(record, timeNs, at, end);
        }
    }

    private void onEthernet(int record, long timeNs, int at, int end) {
        int typeAt = at + 12;
        while (typeAt + 2 <= end && (file.be16(typeAt) == 0x8100 || file.be16(typeAt) == 0x88A8)) {
            typeAt += 4;
        }
        if (typeAt + 2 <= end && (file.be16(typeAt) == 0x0800 || file.be16(typeAt) == 0x86DD)) {
            onIp(record, timeNs, typeAt + 2, end);
        }
    }

    private void onIp(int record, long timeNs, int at, int end) {
        if (at >= end) {
            return;
        }
        switch (file.u8(at) >> 4) {
            case 4 -> onIpv4(record, timeNs, at, end);
            case 6 -> onIpv6(record, timeNs, at, end);
            default -> {}
        }
    }

    /** RFC 791: header length in words, total length, fragment offset and flags, protocol. */
    private void onIpv4(int record, long timeNs, int at, int end) {
        if (at + 20 > end) {
            return;
        }
        int header = 4 * (file.u8(at) & 0x0F);
        int total = file.be16(at + 2);
        boolean isFragment = (file.be16(at + 6) & 0x3FFF) != 0;
        if (header >= 20 && total >= header && at + total <= end && !isFragment && file.u8(at + 9) == 17) {
            onUdp(record, timeNs, at + header, at + total);
        }
    }

    /** RFC 8200; hop-by-hop (0), routing (43) and destination (60) options are stepped over. */
    private void onIpv6(int record, long timeNs, int at, int end) {
        if (at + 40 > end || at + 40 + file.be16(at + 4) > end) {
            return;
        }
        int payloadEnd = at + 40 + file.be16(at + 4);
        int next = file.u8(at + 6);
        int nextAt = at + 40;
        while ((next == 0 || next == 43 || next == 60) && nextAt + 8 <= payloadEnd) {
            next = file.u8(nextAt);
            nextAt += 8 * (file.u8(nextAt + 1) + 1);
        }
        if (next == 17) {
            onUdp(record, timeNs, nextAt, payloadEnd);
        }
    }

    private void onUdp(int record, long timeNs, int at, int end) {
        if (at + 8 > end) {
            return;
        }
        int length = file.be16(at + 4);
        if (length >= 8 && at + length <= end) {
            // What it answers is why this isn't RTP; a capture may well hold STUN, DTLS or DNS.
            var _ = capture.add(record, timeNs, file.be16(at), file.be16(at + 2), at + 8, length - 8);
        }
    }

    private long u32(int offset) {
        return isLittleEndian ? file.le32(offset) : file.be32(offset);
    }
}
