package org.starbridge.transport.srtp;

/**
 * Seals or opens packets under one set of {@link SessionKeys}: the cryptographic transform and nothing else, no replay
 * window, no counters. A cipher is made for one of the two and refuses the other. Owned by one worker; not thread safe.
 */
public interface PacketCipher extends AutoCloseable {
    /**
     * Encrypts a packet where it lies and appends what its kind appends.
     *
     * <p>The plaintext is in three parts: {@code patchedLengthBytes} directly behind the header in the slot, the rest
     * elsewhere, from where it is read and not written, and {@code appendedLengthBytes} in the slot again, where the
     * ciphertext of the rest, which follows that of the patched part, ends.
     *
     * @param index for RTP the 48 bits ROC and sequence number, for RTCP the 31-bit SRTCP index. The caller sees to it
     *     that no (SSRC, index) is used with two different inputs
     * @param slot header, patched and appended part; has room for the rest and 16 bytes (RTP) or 20 bytes (RTCP) more
     * @param rest may be 0 when {@code restLengthBytes} is 0; does not overlap the slot
     * @return the length of the protected packet, or a negative {@link SrtpStatus#result}
     */
    int seal(
            int ssrc,
            long index,
            long slot,
            int headerLengthBytes,
            int patchedLengthBytes,
            long rest,
            int restLengthBytes,
            int appendedLengthBytes);

    /**
     * Checks and decrypts a packet; header and plaintext are written to {@code destination}, which is {@code packet}
     * itself or does not overlap it. After a failure what lies at the destination is undefined.
     *
     * @param lengthBytes of the protected packet; at least header, tag and, for RTCP, the word of E bit and index
     * @return the length of header and plaintext, or a negative {@link SrtpStatus#result}
     */
    int open(int ssrc, long index, long packet, int lengthBytes, int headerLengthBytes, long destination);

    /** Wipes and frees the keys. A second call does nothing; a cipher that is used afterwards throws. */
    @Override
    void close();
}
