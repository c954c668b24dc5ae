package org.starbridge.transport.srtp;

import org.starbridge.rtp.memory.Memory;

/**
 * AES-GCM on libcrypto, RFC 7714. For RTP the associated data is the header; for RTCP header and the word of E bit and
 * index, which lies behind the tag.
 */
final class LibcryptoGcm implements PacketCipher {
    static final int TAG_BYTES = 16;

    private final EvpContext context;
    private final Nonce nonce;
    private final boolean rtcp;
    private final boolean sealing;

    LibcryptoGcm(SessionKeys keys, boolean sealing) {
        this.nonce = new Nonce(keys);
        this.rtcp = keys.kind() == PacketKind.RTCP;
        this.sealing = sealing;
        byte[] key = keys.encryptionKey();
        this.context = new EvpContext(Libcrypto.aesGcm(key.length), key, sealing);
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
        long tag = patched + patchedLengthBytes + restLengthBytes + appendedLengthBytes;
        boolean done = context.start(nonce, ssrc, index)
                && context.authenticate(slot, headerLengthBytes)
                && (!rtcp || context.authenticateWord(Ciphers.encryptedWord(index)))
                && context.transformParts(patched, patchedLengthBytes, rest, restLengthBytes, appendedLengthBytes)
                && context.finishWithTag(tag, TAG_BYTES);
        if (!done) {
            return SrtpStatus.CRYPTO_ERROR.result();
        }
        long end = tag + TAG_BYTES;
        if (rtcp) {
            Memory.put32(end, Ciphers.encryptedWord(index));
            end += Ciphers.WORD_BYTES;
        }
        return (int) (end - slot);
    }

    @Override
    public int open(int ssrc, long index, long packet, int lengthBytes, int headerLengthBytes, long destination) {
        Ciphers.checkUse(sealing, false);
        int openLengthBytes = lengthBytes - TAG_BYTES - (rtcp ? Ciphers.WORD_BYTES : 0);
        boolean done = context.start(nonce, ssrc, index)
                && context.expectTag(packet + openLengthBytes, TAG_BYTES)
                && context.authenticate(packet, headerLengthBytes)
                && (!rtcp || context.authenticateWord(Ciphers.encryptedWord(index)))
                && context.transform(
                        packet + headerLengthBytes,
                        destination + headerLengthBytes,
                        openLengthBytes - headerLengthBytes);
        if (!done) {
            return SrtpStatus.CRYPTO_ERROR.result();
        }
        if (!context.finishAndVerify()) {
            return SrtpStatus.AUTHENTICATION_FAILED.result();
        }
        if (destination != packet) {
            Memory.copy(packet, destination, headerLengthBytes);
        }
        return openLengthBytes;
    }

    @Override
    public void close() {
        context.close();
        nonce.wipe();
    }
}
