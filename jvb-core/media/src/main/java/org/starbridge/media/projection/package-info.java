/**
 * One source on its way to one receiver: which of its packets pass, and under which numbers, so that the receiver sees
 * one stream without seams whatever encoding or temporal layer it gets and however often that changes.
 *
 * <p>Comes in: {@link org.starbridge.media.projection.SourcePacket}, read once for all receivers, and the layer that
 * the receiver is to get. Goes out of {@link org.starbridge.media.projection.Projection}: nothing, or
 * {@link org.starbridge.media.projection.OutgoingNumbers}; and the need for a key frame. What is particular to a codec
 * is in one {@code FrameSelector} for each. Pure, no clock; owned by the receiver's worker; nothing is allocated for a
 * packet.
 */
@NullMarked
package org.starbridge.media.projection;

import org.jspecify.annotations.NullMarked;
