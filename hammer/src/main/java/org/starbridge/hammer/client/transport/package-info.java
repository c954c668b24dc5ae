/**
 * An endpoint's way to the bridge: its UDP socket, ICE as the controlled agent (RFC 8445), DTLS as the client, and the
 * batch of datagrams that leaves next. Owned by the endpoint's driver.
 */
@NullMarked
package org.starbridge.hammer.client.transport;

import org.jspecify.annotations.NullMarked;
