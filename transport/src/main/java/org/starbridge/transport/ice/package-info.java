/** ICE (RFC 8445), without I/O: placeholder until the agent lands. */
@NullMarked
package org.starbridge.transport.ice;

import org.jspecify.annotations.NullMarked;
