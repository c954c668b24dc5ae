/**
 * SCTP as WebRTC runs it over DTLS (RFC 9260, RFC 8261, RFC 8831): packets come in, messages and packets go out.
 *
 * <p>A sans-I/O core: time, randomness and bytes are arguments, and what an association says goes to the
 * {@link org.starbridge.transport.sctp.SctpSink} of the call. An association belongs to one thread at a time; what all
 * of a process share ({@link org.starbridge.transport.sctp.association.SctpHost}) is thread safe. Partial reliability
 * (RFC 3758) and stream reset (RFC 6525) are in, multihoming, interleaving (RFC 8260) and zero checksums are not
 * offered.
 */
@NullMarked
package org.starbridge.transport.sctp;

import org.jspecify.annotations.NullMarked;
