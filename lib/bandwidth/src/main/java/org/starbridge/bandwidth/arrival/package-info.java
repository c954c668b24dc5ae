/**
 * The bandwidth of one sender, estimated where its packets arrive (draft-ietf-rmcat-gcc-02 section 3, receiver side),
 * for senders that take a REMB and no transport-wide feedback. Send times, arrivals and sizes come in, a bitrate goes
 * out. Owned by the sender's worker.
 */
@NullMarked
package org.starbridge.bandwidth.arrival;

import org.jspecify.annotations.NullMarked;
