/**
 * Packets of endpoints for recordings and HLS: {@link org.starbridge.bridge.tap.ObservedMediaPlane} knows who sends, an
 * {@link org.starbridge.bridge.tap.EndpointTap} reads the queue into which a media worker copies one endpoint's
 * packets, and gives them to a sink for each stream. A tap belongs to the thread that polls it.
 */
@NullMarked
package org.starbridge.bridge.tap;

import org.jspecify.annotations.NullMarked;
