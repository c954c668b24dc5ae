/**
 * SRTP and SRTCP (RFC 3711, RFC 7714, profiles as negotiated by RFC 5764): plaintext packets in native memory go out as
 * ciphertext, ciphertext comes in and leaves as plaintext or as a {@link org.starbridge.transport.srtp.SrtpStatus}.
 *
 * <p>{@link org.starbridge.transport.srtp.SrtpSender} and {@link org.starbridge.transport.srtp.SrtpReceiver} hold one
 * DTLS session's two directions; both belong to the worker that owns the session. The AES itself comes from an
 * {@link org.starbridge.transport.srtp.SrtpCrypto}: libcrypto, or the JDK's own ciphers where that is missing. Nothing
 * here allocates per packet with libcrypto.
 */
@NullMarked
package org.starbridge.transport.srtp;

import org.jspecify.annotations.NullMarked;
