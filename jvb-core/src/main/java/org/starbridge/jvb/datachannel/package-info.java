/**
 * The bridge channel over a data channel (SCTP over DTLS): an association for each endpoint that asked for one.
 *
 * <p>{@link org.starbridge.jvb.datachannel.SctpLinks} makes them. DTLS threads put packets in and leave; all work on one
 * association, messages included, is done one piece after another on a borrowed thread, a virtual one, so a slow conference
 * slows its own clients and nobody's media. What the messages mean is {@link
 * org.starbridge.jvb.conference.ChannelSlot}'s affair.
 */
@NullMarked
package org.starbridge.jvb.datachannel;

import org.jspecify.annotations.NullMarked;
