/** SCTP packets and chunks: read from bytes, written to bytes (RFC 9260 section 3). No state of an association. */
@NullMarked
package org.starbridge.transport.sctp.packet;

import org.jspecify.annotations.NullMarked;
