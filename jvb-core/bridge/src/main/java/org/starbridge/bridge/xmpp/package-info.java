/**
 * Control over XMPP: the bridge as a client of one or several servers, in the rooms where conference focuses look for
 * bridges.
 *
 * <p>{@link org.starbridge.bridge.xmpp.MucClients} is the door. In come IQs, of which
 * {@link org.starbridge.bridge.xmpp.BridgeIqs} makes answers; out goes presence with the statistics by which a focus
 * places conferences. Each connection has a virtual thread that keeps it up; requests about one conference are carried
 * out one after another, those about different ones side by side. Whatever a stanza contains, it costs an error answer
 * at most, not the connection. XEP-0045, 0198, 0199.
 */
@NullMarked
package org.starbridge.bridge.xmpp;

import org.jspecify.annotations.NullMarked;
