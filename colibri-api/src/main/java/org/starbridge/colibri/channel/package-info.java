/**
 * The messages between a client and its bridge on the bridge channel (a WebSocket or an SCTP data channel): JSON
 * objects with a {@code colibriClass}, as immutable records.
 *
 * <p>{@link org.starbridge.colibri.channel.BridgeChannelJson} turns text into a record and back; what the network sends
 * can only cause its checked {@link org.starbridge.colibri.channel.MalformedMessageException}. Stateless; any thread.
 */
@NullMarked
package org.starbridge.colibri.channel;

import org.jspecify.annotations.NullMarked;
