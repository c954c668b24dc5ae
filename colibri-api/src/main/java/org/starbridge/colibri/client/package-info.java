/**
 * Clients of a bridge over java.net.http: Colibri2 and status over REST, and the bridge channel over a WebSocket. They
 * work with any bridge that serves these interfaces.
 *
 * <p>REST calls block (use a virtual thread). What goes wrong on the way is an {@link java.io.IOException} that says
 * what to look at next; a request that the bridge refused is a {@link org.starbridge.colibri.Colibri2Exception}.
 */
@NullMarked
package org.starbridge.colibri.client;

import org.jspecify.annotations.NullMarked;
