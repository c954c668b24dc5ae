package org.starbridge.transport.srtp;

import java.nio.ByteBuffer;
import java.util.Random;

/** Makes packets whose bytes follow from a seed. */
final class Packets {
    static final int SSRC = 0xCAFE_BABE;
    static final int PLAIN_HEADER_BYTES = 12;

    private Packets() {}

    /** A packet with nothing but the fixed header and a payload that follows from the index. */
    static byte[] rtp(long index) {
        return rtp(SSRC, index, 0, 0, 40 + (int) (index % 100), 0);
    }

    /** @param paddingBytes 0 for none; their number stands in the last */
    static byte[] rtp(int ssrc, long index, int csrcs, int extensionWords, int payloadBytes, int paddingBytes) {
        Random random = new Random(index * 31 + payloadBytes);
        byte[] packet = new byte[headerLengthBytes(csrcs, extensionWords) + payloadBytes + paddingBytes];
        random.nextBytes(packet);
        ByteBuffer header = ByteBuffer.wrap(packet);
        header.put((byte) (0x80 | (paddingBytes > 0 ? 0x20 : 0) | (extensionWords > 0 ? 0x10 : 0) | csrcs));
        header.put((byte) 96);
        header.putShort((short) index);
        header.putInt((int) index * 3000);
        header.putInt(ssrc);
        if (extensionWords > 0) {
            header.putShort(PLAIN_HEADER_BYTES + 4 * csrcs, (short) 0xBEDE);
            header.putShort(PLAIN_HEADER_BYTES + 4 * csrcs + 2, (short) extensionWords);
        }
        if (paddingBytes > 0) {
            packet[packet.length - 1] = (byte) paddingBytes;
        }
        return packet;
    }

    static int headerLengthBytes(int csrcs, int extensionWords) {
        return PLAIN_HEADER_BYTES + 4 * csrcs + (extensionWords > 0 ? 4 + 4 * extensionWords : 0);
    }

    /** A receiver report with so many bytes behind the sender's SSRC, a multiple of four. */
    static byte[] rtcp(int ssrc, int bodyBytes) {
        byte[] packet = new byte[8 + bodyBytes];
        new Random(bodyBytes).nextBytes(packet);
        ByteBuffer.wrap(packet)
                .put((byte) 0x81)
                .put((byte) 201)
                .putShort((short) (packet.length / 4 - 1))
                .putInt(ssrc);
        return packet;
    }
}
