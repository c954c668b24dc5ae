package org.starbridge.hammer.hostile;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Datagrams as bytes, right and wrong ones, written by hand: what judges a parser must not share its writer. */
final class AttackBytes {
    private static final int STUN_HEADER_BYTES = 20;
    private static final int MAGIC_COOKIE = 0x2112_A442;
    private static final int DTLS_RECORD_HEADER_BYTES = 13;
    private static final int DTLS_MESSAGE_HEADER_BYTES = 12;

    static final int STUN_REQUEST = 0x0001;
    static final int STUN_SUCCESS = 0x0101;
    static final int CLIENT_HELLO = 1;
    static final int SERVER_HELLO = 2;

    private AttackBytes() {}

    static byte[] random(RandomGenerator random, int lengthBytes) {
        byte[] bytes = new byte[lengthBytes];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A Binding message of RFC 8489 with USERNAME, ICE-CONTROLLED and PRIORITY; unsigned without a password. */
    static byte[] stun(RandomGenerator random, int type, String username, @Nullable String password) {
        byte[] name = username.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer out = ByteBuffer.allocate(1500);
        out.putShort((short) type).putShort((short) 0).putInt(MAGIC_COOKIE).put(random(random, 12));
        out.putShort((short) 0x0006).putShort((short) name.length).put(name);
        out.position((out.position() + 3) & ~3);
        out.putShort((short) 0x8029).putShort((short) 8).putLong(random.nextLong());
        out.putShort((short) 0x0024).putShort((short) 4).putInt(0x6E00_1EFF);
        if (password != null) {
            setStunLength(out, out.position() + 24 - STUN_HEADER_BYTES);
            byte[] signature = hmacSha1(password, Arrays.copyOf(out.array(), out.position()));
            out.putShort((short) 0x0008).putShort((short) 20).put(signature);
        }
        setStunLength(out, out.position() + 8 - STUN_HEADER_BYTES);
        CRC32 crc = new CRC32();
        crc.update(out.array(), 0, out.position());
        out.putShort((short) 0x8028).putShort((short) 4).putInt((int) crc.getValue() ^ 0x5354_554E);
        return Arrays.copyOf(out.array(), out.position());
    }

    /** A Binding request whose attributes contradict themselves in one of several ways. */
    static byte[] absurdStun(RandomGenerator random, String username) {
        byte[] good = stun(random, STUN_REQUEST, username, "a password that is none");
        return switch (random.nextInt(4)) {
            case 0 -> flipped(good, good.length - 1, 0x55); // fingerprint
            case 1 -> { // the last attribute but one, MESSAGE-INTEGRITY, is longer than the message
                byte[] bad = good.clone();
                ByteBuffer.wrap(bad).putShort(good.length - 30, (short) 0xFFF0);
                yield bad;
            }
            case 2 -> stunWith(good, 0x0024, 0); // a PRIORITY without a value, before the real end
            default -> stunWith(good, 0x7FFF, 1200); // an unknown one of a kilobyte that must be understood
        };
    }

    /** The message cut off before its signature, then one more attribute, then an end that fits. */
    private static byte[] stunWith(byte[] message, int attributeType, int attributeBytes) {
        ByteBuffer out = ByteBuffer.allocate(message.length - 32 + 4 + attributeBytes);
        out.put(message, 0, message.length - 32);
        out.putShort((short) attributeType).putShort((short) attributeBytes);
        setStunLength(out, out.capacity() - STUN_HEADER_BYTES);
        return out.array();
    }

    private static void setStunLength(ByteBuffer message, int lengthBytes) {
        message.putShort(2, (short) lengthBytes);
    }

    private static byte[] hmacSha1(String password, byte[] bytes) {
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(password.getBytes(StandardCharsets.ISO_8859_1), "HmacSHA1"));
            return mac.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA1", e);
        }
    }

    /** One plain DTLS 1.2 record with one handshake message of random content (RFC 6347 section 4.2.2). */
    static byte[] dtlsHandshake(RandomGenerator random, int messageType, int bodyBytes) {
        return dtlsFragment(random, messageType, bodyBytes, 0, bodyBytes);
    }

    /** The same, with a message of which only a part is there. */
    static byte[] dtlsFragment(RandomGenerator random, int messageType, int messageBytes, int offset, int bodyBytes) {
        ByteBuffer out = ByteBuffer.allocate(DTLS_RECORD_HEADER_BYTES + DTLS_MESSAGE_HEADER_BYTES + bodyBytes);
        out.put((byte) 22).putShort((short) 0xFEFD).putShort((short) 0);
        out.putShort((short) 0).putInt(random.nextInt() >>> 1);
        out.putShort((short) (DTLS_MESSAGE_HEADER_BYTES + bodyBytes));
        out.put((byte) messageType);
        putU24(out, messageBytes);
        out.putShort((short) 0);
        putU24(out, offset);
        putU24(out, bodyBytes);
        if (messageType == CLIENT_HELLO && offset == 0 && bodyBytes >= 2) {
            out.putShort((short) 0xFEFD);
        }
        out.put(random(random, out.remaining()));
        return out.array();
    }

    /** A plain fatal alert, as any attacker can forge it. */
    static byte[] dtlsAlert(RandomGenerator random) {
        ByteBuffer out = ByteBuffer.allocate(DTLS_RECORD_HEADER_BYTES + 2);
        out.put((byte) 21).putShort((short) 0xFEFD).putShort((short) 0);
        out.putShort((short) 0).putInt(random.nextInt() >>> 1).putShort((short) 2);
        out.put((byte) 2).put((byte) (random.nextBoolean() ? 0 : 40));
        return out.array();
    }

    /** Looks like DTLS at its first byte and is none. */
    static byte[] dtlsGarbage(RandomGenerator random) {
        byte[] bytes = random(random, random.nextInt(14, 1200));
        bytes[0] = (byte) random.nextInt(20, 64);
        return bytes;
    }

    private static void putU24(ByteBuffer out, int value) {
        out.put((byte) (value >>> 16)).putShort((short) value);
    }

    /** An RTP packet without extension; the sequence number is for others to fill in. */
    static byte[] rtp(RandomGenerator random, int firstByte, int payloadType, int ssrc, int payloadBytes) {
        ByteBuffer out = ByteBuffer.allocate(12 + payloadBytes);
        out.put((byte) firstByte).put((byte) payloadType).putShort((short) 0);
        out.putInt(random.nextInt()).putInt(ssrc).put(random(random, payloadBytes));
        return out.array();
    }

    /** An RTP packet whose header extension has the given length in words and random elements (RFC 8285). */
    static byte[] rtpWithExtension(RandomGenerator random, int payloadType, int ssrc, int words, int payloadBytes) {
        ByteBuffer out = ByteBuffer.allocate(16 + 4 * words + payloadBytes);
        out.put((byte) 0x90).put((byte) payloadType).putShort((short) 0);
        out.putInt(random.nextInt()).putInt(ssrc);
        out.putShort((short) (random.nextBoolean() ? 0xBEDE : 0x1000)).putShort((short) words);
        out.put(random(random, 4 * words + payloadBytes));
        return out.array();
    }

    /** One RTCP block of a feedback type: format, sender, media SSRC, and what follows. */
    static byte[] feedback(int type, int format, int senderSsrc, int mediaSsrc, int... words) {
        ByteBuffer out = ByteBuffer.allocate(12 + 4 * words.length);
        out.put((byte) (0x80 | format)).put((byte) type).putShort((short) (2 + words.length));
        out.putInt(senderSsrc).putInt(mediaSsrc);
        for (int word : words) {
            out.putInt(word);
        }
        return out.array();
    }

    /** Sender reports for one SSRC, as many as asked for, in one compound packet. */
    static byte[] senderReports(RandomGenerator random, int ssrc, int count) {
        ByteBuffer out = ByteBuffer.allocate(28 * count);
        for (int i = 0; i < count; i++) {
            out.put((byte) 0x80)
                    .put((byte) 200)
                    .putShort((short) 6)
                    .putInt(ssrc)
                    .put(random(random, 20));
        }
        return out.array();
    }

    /** A copy with one byte changed. */
    static byte[] flipped(byte[] bytes, int at, int mask) {
        byte[] copy = bytes.clone();
        copy[at] ^= (byte) mask;
        return copy;
    }

    /** A copy of an SRTP packet as if it came a second later: its index was never seen. */
    static byte[] later(byte[] packet) {
        byte[] copy = packet.clone();
        ByteBuffer.wrap(copy).putShort(2, (short) (ByteBuffer.wrap(copy).getShort(2) + 3000));
        return copy;
    }

    static byte[] withSsrc(byte[] packet, int ssrc) {
        byte[] copy = packet.clone();
        ByteBuffer.wrap(copy).putInt(8, ssrc);
        return copy;
    }
}
