/**
 * Kind and owner of a datagram: STUN, DTLS, SRTP and SRTCP share one port (RFC 7983), and endpoints are known by the
 * address they were authenticated from, or, before that, by the user fragment in a STUN request.
 */
@NullMarked
package org.starbridge.media.demux;

import org.jspecify.annotations.NullMarked;
