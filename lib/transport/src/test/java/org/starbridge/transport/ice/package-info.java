/**
 * Tests of the ICE agent: most run two agents over {@link org.starbridge.transport.ice.VirtualNetwork} in virtual time;
 * ice4j is the oracle for the bytes and, over real sockets, for the protocol.
 */
@NullMarked
package org.starbridge.transport.ice;

import org.jspecify.annotations.NullMarked;
