/**
 * Emulated links between endpoints and their sockets: what arrives at a socket, and what an endpoint sends, is kept
 * back or dropped as the link would. Owned by the endpoints' driver. Those between bridges have threads of their own.
 */
@NullMarked
package org.starbridge.hammer.client.link;

import org.jspecify.annotations.NullMarked;
