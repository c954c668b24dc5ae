/**
 * One source on its way to one receiver: which of its packets go, and under which numbers, so that the receiver sees one
 * stream without seams whatever encoding or temporal layer it gets and however often that changes.
 *
 * <p>Comes in: facts of each packet ({@link org.starbridge.rtp.codec.FrameFacts}, parsed once for all receivers), its extended
 * sequence number, timestamp and arrival; and the layer that the receiver is to get. Goes out: nothing, or index, timestamp
 * and picture numbers; and the wish for a key frame. Pure, no clock; owned by the receiver's worker; nothing is allocated for
 * a packet.
 */
@NullMarked
package org.starbridge.media.projection;

import org.jspecify.annotations.NullMarked;
