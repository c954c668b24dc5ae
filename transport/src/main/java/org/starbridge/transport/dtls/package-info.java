/** DTLS (RFC 6347), without I/O: placeholder until the agent lands. */
@NullMarked
package org.starbridge.transport.dtls;

import org.jspecify.annotations.NullMarked;
