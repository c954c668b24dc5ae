package org.starbridge.transport.srtp;

import org.starbridge.rtp.memory.Memory;

/**
 * AES in counter mode with HMAC-SHA1, cut to 80 bits, on libcrypto: RFC 3711 sections 4.1.1 and 4.2.1. The code covers
 * an RTP packet and its ROC, which is not sent, or an RTCP packet with its word of E bit and index, behind which it
 * lies.
 */
final class LibcryptoCm implements PacketCipher {
    static final int TAG_BYTES = 10;

    private final EvpContext context;
    private final HmacSha1 hmac;
    private final Nonce nonce;
    private final boolean rtcp;
    private final boolean sealing;
    private boolean closed;

    LibcryptoCm(SessionKeys keys, boolean sealing) {
        this.nonce = new Nonce(keys);
        this.rtcp = keys.kind() == PacketKind.RTCP;
        this.sealing = sealing;
        this.hmac = new HmacSha1(keys.authenticationKey());
        try {
            this.context = new EvpContext(Libcrypto.aesCtr(), keys.encryptionKey(), sealing);
        } catch (RuntimeException e) {
            hmac.close();
            throw e;
        }
    }

    @Override
    public int seal(
            int ssrc,
            long index,
            long slot,
            int headerLengthBytes,
            int patchedLengthBytes,
            long rest,
            int restLengthBytes,
            int appendedLengthBytes) {
        Ciphers.checkUse(sealing, true);
        long patched = slot + headerLengthBytes;
        long end = patched + patchedLengthBytes + restLengthBytes + appendedLengthBytes;
        boolean encrypted = context.start(nonce, ssrc, index)
                && context.transformParts(patched, patchedLengthBytes, rest, restLengthBytes, appendedLengthBytes);
        if (rtcp) {
            Memory.put32(end, Ciphers.encryptedWord(index));
            end += Ciphers.WORD_BYTES;
        }
        if (!encrypted || !authenticate(slot, (int) (end - slot), index)) {
            return SrtpStatus.CRYPTO_ERROR.result();
        }
        Memory.copy(hmac.digest(), end, TAG_BYTES);
        return (int) (end - slot) + TAG_BYTES;
    }

    @Override
    public int open(int ssrc, long index, long packet, int lengthBytes, int headerLengthBytes, long destination) {
        Ciphers.checkUse(sealing, false);
        int authenticatedLengthBytes = lengthBytes - TAG_BYTES;
        int openLengthBytes = authenticatedLengthBytes - (rtcp ? Ciphers.WORD_BYTES : 0);
        if (!context.start(nonce, ssrc, index) || !authenticate(packet, authenticatedLengthBytes, index)) {
            return SrtpStatus.CRYPTO_ERROR.result();
        }
        if (!isTag(packet + authenticatedLengthBytes)) {
            return SrtpStatus.AUTHENTICATION_FAILED.result();
        }
        if (destination != packet) {
            Memory.copy(packet, destination, headerLengthBytes);
        }
        int ciphertextLengthBytes = openLengthBytes - headerLengthBytes;
        return context.transform(packet + headerLengthBytes, destination + headerLengthBytes, ciphertextLengthBytes)
                ? openLengthBytes
                : SrtpStatus.CRYPTO_ERROR.result();
    }

    private boolean authenticate(long data, int lengthBytes, long index) {
        hmac.start();
        boolean updated = hmac.update(data, lengthBytes);
        if (!rtcp) {
            Memory.put32(context.word(), index >>> 16);
            updated &= hmac.update(context.word(), Integer.BYTES);
        }
        return updated && hmac.finish();
    }

    /** Looks at all ten bytes whatever the first ones say, so that time tells an attacker nothing. */
    private boolean isTag(long tag) {
        long difference = Memory.i64(tag) ^ Memory.i64(hmac.digest());
        difference |= Memory.u16(tag + Long.BYTES) ^ Memory.u16(hmac.digest() + Long.BYTES);
        return difference == 0;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            context.close();
            hmac.close();
            nonce.wipe();
        }
    }
}
