/**
 * The bridge channel over a data channel (SCTP over DTLS): an association for each endpoint that asked for one.
 *
 * <p>{@link org.starbridge.control.datachannel.SctpTransports} makes them. All work on one association is done one piece
 * after another: packets by the DTLS thread that brings them, and also the messages in them that are only passed on. A
 * message that may have to wait (for the conference's lock, or because its client talks too fast) gets a virtual
 * thread, so a slow conference slows its own clients and nobody else. What messages mean is
 * {@link org.starbridge.control.channel.ChannelSlot}'s affair.
 */
@NullMarked
package org.starbridge.control.datachannel;

import org.jspecify.annotations.NullMarked;
