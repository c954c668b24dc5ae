package org.starbridge.hammer.media.file;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes small media files from the formats' definitions, independently of the readers. */
public final class SampleFiles {
    static final long VIDEO_SSRC = 0x11223344L;
    static final long AUDIO_SSRC = 0xFFEEDDCCL;
    static final int VIDEO_PORT = 5004;
    static final int AUDIO_PORT = 5006;

    @SuppressWarnings("ArrayRecordComponent")
    public record Packet(int timeMs, int port, byte[] rtp) {}

    private SampleFiles() {}

    public static byte[] rtp(long ssrc, int pt, int sequence, long timestamp, boolean marker, byte[] payload) {
        return ByteBuffer.allocate(12 + payload.length)
                .put((byte) 0x80)
                .put((byte) (pt | (marker ? 0x80 : 0)))
                .putShort((short) sequence)
                .putInt((int) timestamp)
                .putInt((int) ssrc)
                .put(payload)
                .array();
    }

    /** An RTP packet with two contributing sources, a header extension of 8 bytes and 5 bytes of padding. */
    static byte[] rtpWithEverything(long ssrc, int pt, int sequence, long timestamp, boolean marker, byte[] payload) {
        return ByteBuffer.allocate(12 + 8 + 12 + payload.length + 5)
                .put((byte) 0xB2)
                .put((byte) (pt | (marker ? 0x80 : 0)))
                .putShort((short) sequence)
                .putInt((int) timestamp)
                .putInt((int) ssrc)
                .putLong(7)
                .putShort((short) 0xBEDE)
                .putShort((short) 2)
                .putLong(9)
                .put(payload)
                .put(new byte[] {0, 0, 0, 0, 5})
                .array();
    }

    static byte[] vp8Frame(boolean isKeyFrame, int lengthBytes, int seed) {
        byte[] frame = new byte[lengthBytes];
        for (int i = 0; i < lengthBytes; i++) {
            frame[i] = (byte) (i * 31 + seed);
        }
        frame[0] = (byte) (isKeyFrame ? 0x10 : 0x11);
        if (isKeyFrame) {
            frame[3] = (byte) 0x9D;
            frame[4] = 0x01;
            frame[5] = 0x2A;
        }
        return frame;
    }

    /** A VP8 payload with a 7-bit picture id. */
    static byte[] vp8Payload(boolean isStart, int pictureId, byte[] fragment) {
        return ByteBuffer.allocate(3 + fragment.length)
                .put((byte) (isStart ? 0x90 : 0x80))
                .put((byte) 0x80)
                .put((byte) (pictureId & 0x7F))
                .put(fragment)
                .array();
    }

    /** A second of video, two packets a frame, key frames at 2 and 12, and of sound, with RTCP between. */
    public static List<Packet> callPackets() {
        List<Packet> packets = new ArrayList<>();
        int videoSequence = 65_520;
        for (int ms = 0; ms < 1000; ms++) {
            if (ms % 50 == 0) {
                int frame = ms / 50;
                long timestamp = 0xFFFF_F000L + frame * 4500L & 0xFFFF_FFFFL;
                for (int i = 0; i < 2; i++) {
                    byte[] fragment = i == 0 ? vp8Frame(frame % 10 == 2, 60, frame) : new byte[] {5, (byte) frame};
                    byte[] payload = vp8Payload(i == 0, frame, fragment);
                    int sequence = videoSequence++ & 0xFFFF;
                    byte[] rtp = i == 0
                            ? rtp(VIDEO_SSRC, 96, sequence, timestamp, false, payload)
                            : rtpWithEverything(VIDEO_SSRC, 96, sequence, timestamp, true, payload);
                    packets.add(new Packet(ms, VIDEO_PORT, rtp));
                }
            }
            if (ms % 20 == 0) {
                byte[] payload = new byte[40];
                payload[0] = 0x78;
                payload[1] = (byte) ms;
                packets.add(
                        new Packet(ms, AUDIO_PORT, rtp(AUDIO_SSRC, 111, 100 + ms / 20, 48L * ms, ms == 0, payload)));
            }
            if (ms == 500) {
                packets.add(new Packet(ms, VIDEO_PORT, rtp(VIDEO_SSRC, 200 & 0x7F, 6, 1, true, new byte[16])));
            }
        }
        return packets;
    }

    public static byte[] rtpdump(List<Packet> packets) {
        var out = new ByteArrayOutputStream();
        out.writeBytes("#!rtpplay1.0 127.0.0.1/5004\n".getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(new byte[16]);
        for (Packet packet : packets) {
            out.writeBytes(rtpdumpRecord(packet.rtp().length + 8, packet.rtp().length, packet.timeMs(), packet.rtp()));
        }
        return out.toByteArray();
    }

    static byte[] rtpdumpRecord(int recordBytes, int packetBytes, int timeMs, byte[] data) {
        return ByteBuffer.allocate(8 + data.length)
                .putShort((short) recordBytes)
                .putShort((short) packetBytes)
                .putInt(timeMs)
                .put(data)
                .array();
    }

    /** How a pcap is written. */
    record PcapStyle(ByteOrder order, boolean inNanos, int linkType, boolean isIpv6) {}

    static byte[] pcap(PcapStyle style, List<Packet> packets) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(ByteBuffer.allocate(24)
                .order(style.order())
                .putInt(style.inNanos() ? 0xA1B23C4D : 0xA1B2C3D4)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(262_144)
                .putInt(style.linkType())
                .array());
        for (Packet packet : packets) {
            int fraction = packet.timeMs() * (style.inNanos() ? 1_000_000 : 1000);
            out.writeBytes(pcapRecord(style.order(), 1_700_000_000, fraction, frame(style, packet)));
        }
        return out.toByteArray();
    }

    static byte[] pcapRecord(ByteOrder order, int seconds, int fraction, byte[] frame) {
        return ByteBuffer.allocate(16 + frame.length)
                .order(order)
                .putInt(seconds)
                .putInt(fraction)
                .putInt(frame.length)
                .putInt(frame.length)
                .put(frame)
                .array();
    }

    static byte[] frame(PcapStyle style, Packet packet) {
        byte[] ip = style.isIpv6() ? ipv6(packet) : ipv4(packet);
        short etherType = (short) (style.isIpv6() ? 0x86DD : 0x0800);
        ByteBuffer frame = ByteBuffer.allocate(ip.length + 32);
        switch (style.linkType()) {
            case 1 -> {
                frame.put(new byte[12]);
                // Two tags, then the type; and padding behind the IP packet, as short Ethernet frames have.
                frame.putShort((short) 0x88A8).putShort((short) 1);
                frame.putShort((short) 0x8100).putShort((short) 2);
                frame.putShort(etherType).put(ip).put(new byte[6]);
            }
            case 113 -> frame.put(new byte[14]).putShort(etherType).put(ip);
            case 276 -> frame.putShort(etherType).put(new byte[18]).put(ip);
            case 0 -> frame.order(style.order()).putInt(style.isIpv6() ? 30 : 2).put(ip);
            default -> frame.put(ip);
        }
        byte[] bytes = new byte[frame.position()];
        frame.flip().get(bytes);
        return bytes;
    }

    /** With a no-operation option of four bytes. */
    private static byte[] ipv4(Packet packet) {
        byte[] udp = udp(packet);
        return ByteBuffer.allocate(24 + udp.length)
                .put((byte) 0x46)
                .put((byte) 0)
                .putShort((short) (24 + udp.length))
                .putShort((short) 1)
                .putShort((short) 0x4000)
                .put((byte) 64)
                .put((byte) 17)
                .putShort((short) 0)
                .putLong(0)
                .putInt(0x01010100)
                .put(udp)
                .array();
    }

    /** With a hop-by-hop options header of eight bytes. */
    private static byte[] ipv6(Packet packet) {
        byte[] udp = udp(packet);
        return ByteBuffer.allocate(48 + udp.length)
                .putInt(0x60000000)
                .putShort((short) (8 + udp.length))
                .put((byte) 0)
                .put((byte) 64)
                .put(new byte[32])
                .put((byte) 17)
                .put((byte) 0)
                .put(new byte[6])
                .put(udp)
                .array();
    }

    private static byte[] udp(Packet packet) {
        return ByteBuffer.allocate(8 + packet.rtp().length)
                .putShort((short) 40_000)
                .putShort((short) packet.port())
                .putShort((short) (8 + packet.rtp().length))
                .putShort((short) 0)
                .put(packet.rtp())
                .array();
    }

    /** VP8 frames at 25 per second, in milliseconds. */
    static byte[] ivf(List<byte[]> frames) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(ByteBuffer.allocate(32)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("DKIF".getBytes(StandardCharsets.US_ASCII))
                .putShort((short) 0)
                .putShort((short) 32)
                .put("VP80".getBytes(StandardCharsets.US_ASCII))
                .putShort((short) 64)
                .putShort((short) 48)
                .putInt(1000)
                .putInt(1)
                .putInt(frames.size())
                .putInt(0)
                .array());
        for (int i = 0; i < frames.size(); i++) {
            out.writeBytes(ByteBuffer.allocate(12 + frames.get(i).length)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(frames.get(i).length)
                    .putLong(i * 40L)
                    .put(frames.get(i))
                    .array());
        }
        return out.toByteArray();
    }

    static byte[] opusHead() {
        return ByteBuffer.allocate(19)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("OpusHead".getBytes(StandardCharsets.US_ASCII))
                .put((byte) 1)
                .put((byte) 1)
                .putShort((short) 312)
                .putInt(48_000)
                .putShort((short) 0)
                .put((byte) 0)
                .array();
    }

    static byte[] opusTags() {
        return ByteBuffer.allocate(16)
                .put("OpusTags".getBytes(StandardCharsets.US_ASCII))
                .array();
    }

    /** An Ogg stream with the two headers and {@code packets}, laced into pages of at most {@code maxSegments}. */
    static byte[] ogg(int serial, int maxSegments, List<byte[]> packets) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(page(2, serial, 0, List.of(opusHead().length), opusHead()));
        out.writeBytes(page(0, serial, 1, List.of(opusTags().length), opusTags()));
        List<Integer> lacing = new ArrayList<>();
        var bytes = new ByteArrayOutputStream();
        packets.forEach(packet -> {
            for (int left = packet.length; left >= 0; left -= 255) {
                lacing.add(Math.min(left, 255));
            }
            bytes.writeBytes(packet);
        });
        int at = 0;
        boolean continues = false;
        for (int i = 0, page = 2; i < lacing.size(); i += maxSegments, page++) {
            List<Integer> segments = lacing.subList(i, Math.min(lacing.size(), i + maxSegments));
            int size = segments.stream().mapToInt(Integer::intValue).sum();
            byte[] body = new byte[size];
            System.arraycopy(bytes.toByteArray(), at, body, 0, size);
            at += size;
            out.writeBytes(page(continues ? 1 : 0, serial, page, segments, body));
            continues = segments.getLast() == 255;
        }
        return out.toByteArray();
    }

    static byte[] page(int flags, int serial, int number, List<Integer> lacing, byte[] body) {
        ByteBuffer page = ByteBuffer.allocate(27 + lacing.size() + body.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("OggS".getBytes(StandardCharsets.US_ASCII))
                .put((byte) 0)
                .put((byte) flags)
                .putLong(0)
                .putInt(serial)
                .putInt(number)
                .putInt(0)
                .put((byte) lacing.size());
        lacing.forEach(value -> page.put(value.byteValue()));
        page.put(body);
        page.putInt(22, crc(page.array()));
        return page.array();
    }

    /** Bit by bit, unlike the reader's table. */
    private static int crc(byte[] bytes) {
        int crc = 0;
        for (byte value : bytes) {
            crc ^= value << 24;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc << 1) ^ (crc < 0 ? 0x04C11DB7 : 0);
            }
        }
        return crc;
    }
}
