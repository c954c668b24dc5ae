/**
 * Colibri2 over XMPP: the requests and answers as IQs, read within bounds, and a client that asks a bridge in the room
 * where bridges are. Messages go in and out as records of {@link org.starbridge.colibri}; the connection is Smack's,
 * and so are its threads.
 */
@NullMarked
package org.starbridge.colibri.xmpp;

import org.jspecify.annotations.NullMarked;
