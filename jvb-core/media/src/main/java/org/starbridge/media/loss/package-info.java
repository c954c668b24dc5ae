/**
 * Packets that are lost on purpose ({@code jmt.debug.packet-loss}), to see what a bad network does to a call. Of each
 * packet one question is asked; where nothing is to be lost, there is no object to ask.
 */
@NullMarked
package org.starbridge.media.loss;

import org.jspecify.annotations.NullMarked;
