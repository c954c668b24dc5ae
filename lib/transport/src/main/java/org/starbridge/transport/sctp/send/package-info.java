/**
 * The sending half of an association: queue, transmission and retransmission, congestion control (RFC 9260 sections 6
 * and 7), partial reliability (RFC 3758).
 */
@NullMarked
package org.starbridge.transport.sctp.send;

import org.jspecify.annotations.NullMarked;
