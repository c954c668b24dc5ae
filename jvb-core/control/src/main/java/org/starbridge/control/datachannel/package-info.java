/**
 * The bridge channel over a data channel (SCTP over DTLS): an association for each endpoint that asked for one.
 *
 * <p>{@link org.starbridge.control.datachannel.SctpTransports} makes them. Work on one association is serial. The DTLS
 * thread that brings a packet processes it, and the messages in it that are only forwarded. A message that may have to
 * wait (for the conference's lock, or because its client sends too fast) gets a virtual thread, so a slow conference
 * slows only its own clients. {@link org.starbridge.control.channel.ChannelSlot} handles the messages.
 */
@NullMarked
package org.starbridge.control.datachannel;

import org.jspecify.annotations.NullMarked;
