/**
 * WebRTC data channels over an SCTP association (RFC 8831, RFC 8832): packets come in, text and binary messages of
 * named channels come out.
 *
 * <p>A sans-I/O core like the association below it, which it owns; one thread at a time.
 */
@NullMarked
package org.starbridge.transport.datachannel;

import org.jspecify.annotations.NullMarked;
