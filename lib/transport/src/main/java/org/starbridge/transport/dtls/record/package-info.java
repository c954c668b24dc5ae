/**
 * DTLS 1.2 records of a session whose handshake is complete (RFC 6347 section 4.1, epoch 1): content goes in and
 * records come out, and the other way round. A sans-I/O core, owned by one thread at a time. Its state can be written
 * down, so that a session goes on in another process.
 */
@NullMarked
package org.starbridge.transport.dtls.record;

import org.jspecify.annotations.NullMarked;
