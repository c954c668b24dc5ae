/**
 * Cost to the bridge of bridge channels over SCTP: many endpoints with a message a second each, in one process. At the
 * bridge's end runs what runs there in earnest, from the datagram (DTLS record, SCTP packet) through the data channel
 * to the message and back; at the other end are clients made of the same parts, on threads of their own that are not
 * counted. Run by {@code scripts/bench sctp}.
 */
@NullMarked
package org.starbridge.benchmarks.channels;

import org.jspecify.annotations.NullMarked;
