package org.starbridge.transport.sctp.association;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.PacketBytes;

/**
 * State cookies (RFC 9260 section 5.1.3): all that an association needs to come up, signed, so that nothing is kept
 * before the peer brings it back. HMAC-SHA-256 over the content and the association's salt: a cookie counts where it
 * was given out, and nowhere after the process restarted. Thread safe.
 */
final class Cookies {
    private static final String ALGORITHM = "HmacSHA256";
    static final int MIN_SECRET_BYTES = 16;
    private static final int CONTENT_BYTES = 48;
    private static final int MAC_BYTES = 32;
    private static final int FLAG_FORWARD_TSN = 1;
    private static final int FLAG_RECONFIG = 2;

    private final SecretKeySpec key;
    private final long lifetimeNs;

    /**
     * Content of a cookie.
     *
     * @param localTie and {@code peerTie}: the tags of the association that was there already (RFC 9260 section 5.2.2),
     *     or 0
     * @param generation how many associations had ended before
     */
    record Cookie(
            long bakedAtNs,
            int localTag,
            int peerTag,
            int localInitialTsn,
            int peerInitialTsn,
            int peerWindowBytes,
            int outgoingStreams,
            int incomingStreams,
            boolean knowsForwardTsn,
            boolean knowsReconfig,
            int localTie,
            int peerTie,
            int generation) {
        /** Returns what we say of ourselves, with what the peer said of itself in its INIT or INIT ACK. */
        static Cookie about(
                long nowNs,
                int localTag,
                int localInitialTsn,
                Chunk.Init peer,
                int localTie,
                int peerTie,
                int generation) {
            return new Cookie(
                    nowNs,
                    localTag,
                    peer.tag(),
                    localInitialTsn,
                    peer.initialTsn(),
                    peer.windowBytes(),
                    peer.incomingStreams(),
                    peer.outgoingStreams(),
                    peer.knowsForwardTsn(),
                    peer.knowsReconfig(),
                    localTie,
                    peerTie,
                    generation);
        }
    }

    Cookies(byte[] secret, long lifetimeNs) {
        if (secret.length < MIN_SECRET_BYTES) {
            throw new IllegalArgumentException("a secret of " + secret.length + " bytes: expected 16 or more");
        }
        key = new SecretKeySpec(secret, ALGORITHM);
        this.lifetimeNs = lifetimeNs;
    }

    byte[] copyOfSecret() {
        return key.getEncoded();
    }

    byte[] bake(Cookie cookie, long salt) {
        byte[] bytes = new byte[CONTENT_BYTES + MAC_BYTES];
        PacketBytes.put64(bytes, 0, cookie.bakedAtNs);
        PacketBytes.put32(bytes, 8, cookie.localTag);
        PacketBytes.put32(bytes, 12, cookie.peerTag);
        PacketBytes.put32(bytes, 16, cookie.localInitialTsn);
        PacketBytes.put32(bytes, 20, cookie.peerInitialTsn);
        PacketBytes.put32(bytes, 24, cookie.peerWindowBytes);
        PacketBytes.put16(bytes, 28, cookie.outgoingStreams);
        PacketBytes.put16(bytes, 30, cookie.incomingStreams);
        PacketBytes.put32(bytes, 32, cookie.localTie);
        PacketBytes.put32(bytes, 36, cookie.peerTie);
        PacketBytes.put32(
                bytes,
                40,
                (cookie.knowsForwardTsn ? FLAG_FORWARD_TSN : 0) | (cookie.knowsReconfig ? FLAG_RECONFIG : 0));
        PacketBytes.put32(bytes, 44, cookie.generation);
        System.arraycopy(mac(bytes, salt), 0, bytes, CONTENT_BYTES, MAC_BYTES);
        return bytes;
    }

    /** Returns whether these bytes are a cookie of this association, however old. */
    boolean isOurs(byte[] bytes, long salt) {
        return bytes.length == CONTENT_BYTES + MAC_BYTES
                && MessageDigest.isEqual(
                        mac(bytes, salt), Arrays.copyOfRange(bytes, CONTENT_BYTES, CONTENT_BYTES + MAC_BYTES));
    }

    boolean isExpired(Cookie cookie, long nowNs) {
        return nowNs - cookie.bakedAtNs > lifetimeNs;
    }

    /** The content of a cookie that is ours. */
    static Cookie read(byte[] bytes) {
        int flags = PacketBytes.i32(bytes, 40);
        return new Cookie(
                PacketBytes.i64(bytes, 0),
                PacketBytes.i32(bytes, 8),
                PacketBytes.i32(bytes, 12),
                PacketBytes.i32(bytes, 16),
                PacketBytes.i32(bytes, 20),
                PacketBytes.i32(bytes, 24),
                PacketBytes.u16(bytes, 28),
                PacketBytes.u16(bytes, 30),
                (flags & FLAG_FORWARD_TSN) != 0,
                (flags & FLAG_RECONFIG) != 0,
                PacketBytes.i32(bytes, 32),
                PacketBytes.i32(bytes, 36),
                PacketBytes.i32(bytes, 44));
    }

    private byte[] mac(byte[] bytes, long salt) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(bytes, 0, CONTENT_BYTES);
            byte[] salted = new byte[8];
            PacketBytes.put64(salted, 0, salt);
            return mac.doFinal(salted);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
