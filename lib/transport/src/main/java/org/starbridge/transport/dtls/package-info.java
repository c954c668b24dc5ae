/**
 * DTLS 1.2 for WebRTC (RFC 6347, RFC 5764, RFC 8827): datagrams come in, SRTP keys and SCTP packets come out.
 *
 * <p>The handshake is Bouncy Castle's, which blocks while it waits for a datagram; records behind it are ours.
 * {@link org.starbridge.transport.dtls.DtlsHandshakes} therefore lends a handshake one platform thread, of a bounded
 * number, and one of a few permits to compute. After the handshake no thread is kept; a later datagram is a short task.
 * One {@link org.starbridge.transport.dtls.DtlsSession} per endpoint; any thread may feed it, pool threads call its
 * listener, one at a time.
 */
@NullMarked
package org.starbridge.transport.dtls;

import org.jspecify.annotations.NullMarked;
