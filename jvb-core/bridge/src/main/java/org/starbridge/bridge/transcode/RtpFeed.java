package org.starbridge.bridge.transcode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/**
 * Sends one stream of RTP (RFC 3550) to a port of this machine. Its timestamps and its sender reports are on the
 * program's time line, so that the receiver keeps streams together. One thread.
 */
final class RtpFeed implements AutoCloseable {
    /** The most that FFmpeg receives is 8192 bytes; the loopback interface takes more. */
    private static final int MAX_PAYLOAD = 8000;

    private static final int RTP_HEADER = 12;
    private static final int SENDER_REPORT = 200;
    private static final long NTP_1970 = 2_208_988_800L;
    private static final byte VP8_START = 0x10;

    private final DatagramChannel channel;
    private final int payloadType;
    private final int rateHz;
    private final ByteBuffer packet = ByteBuffer.allocateDirect(RTP_HEADER + 1 + MAX_PAYLOAD);
    private int sequence;
    private int packets;
    private int bytes;

    private RtpFeed(DatagramChannel channel, int payloadType, int rateHz) {
        this.channel = channel;
        this.payloadType = payloadType;
        this.rateHz = rateHz;
    }

    /** One to this port. */
    static RtpFeed open(int port, int payloadType, int rateHz) throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        channel.configureBlocking(false);
        channel.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
        return new RtpFeed(channel, payloadType, rateHz);
    }

    private int timestamp(long atNs) {
        return (int) (atNs / 1_000_000_000L * rateHz + atNs % 1_000_000_000L * rateHz / 1_000_000_000L);
    }

    /**
     * Returns whether a process listens at the port: the second datagram to a closed port reports the first one's
     * error.
     */
    boolean isHeard(long atNs) throws IOException {
        boolean isSent = report(atNs);
        return report(atNs) && isSent;
    }

    /** Says which timestamp belongs to a time of the program; false if it was not sent. */
    boolean report(long atNs) throws IOException {
        long fraction = ((atNs % 1_000_000_000L) << 32) / 1_000_000_000L;
        packet.clear()
                .put((byte) 0x80)
                .put((byte) SENDER_REPORT)
                .putShort((short) 6)
                .putInt(payloadType)
                .putInt((int) (NTP_1970 + atNs / 1_000_000_000L))
                .putInt((int) fraction)
                .putInt(timestamp(atNs))
                .putInt(packets)
                .putInt(bytes);
        return send();
    }

    /** One packet of Opus (RFC 7587); false if it was not sent. */
    boolean opus(long atNs, byte[] data) throws IOException {
        if (data.length > MAX_PAYLOAD) {
            return false;
        }
        begin(atNs, false);
        packet.put(data);
        return send();
    }

    /** One frame of VP8 (RFC 7741) in as many packets as it takes; false if not all of it was sent. */
    boolean vp8(long atNs, byte[] frame) throws IOException {
        for (int at = 0; at < frame.length; at += MAX_PAYLOAD) {
            int length = Math.min(MAX_PAYLOAD, frame.length - at);
            begin(atNs, at + length == frame.length);
            packet.put(at == 0 ? VP8_START : 0).put(frame, at, length);
            if (!send()) {
                return false;
            }
        }
        return true;
    }

    private void begin(long atNs, boolean marker) {
        packet.clear()
                .put((byte) 0x80)
                .put((byte) (payloadType | (marker ? 0x80 : 0)))
                .putShort((short) sequence++)
                .putInt(timestamp(atNs))
                .putInt(payloadType);
        packets++;
    }

    private boolean send() throws IOException {
        packet.flip();
        bytes += packet.remaining();
        try {
            return channel.write(packet) > 0;
        } catch (PortUnreachableException _) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException _) {
            // Nothing more is sent.
        }
    }
}
