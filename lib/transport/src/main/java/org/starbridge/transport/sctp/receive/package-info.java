/**
 * The receiving half of an association: received TSNs, acknowledgements, reassembly of messages and its bounded memory
 * (RFC 9260 section 6).
 */
@NullMarked
package org.starbridge.transport.sctp.receive;

import org.jspecify.annotations.NullMarked;
