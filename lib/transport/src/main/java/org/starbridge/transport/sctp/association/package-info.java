/** SCTP associations: set-up, life and end (RFC 9260 sections 5, 8 and 9), and stream resets (RFC 6525). */
@NullMarked
package org.starbridge.transport.sctp.association;

import org.jspecify.annotations.NullMarked;
