/**
 * Layers of what a source sends: its encodings with their spatial and temporal layers, how large and fast each is, what
 * it costs, whether it flows. Owned by the worker of the endpoint that sends it.
 *
 * <p>Comes in: each packet's facts and length, key frame sizes, video layers allocations, names of streams. Goes out:
 * the encoding of an SSRC; figures of each layer, for selection to read when it chooses; and the word that the set of
 * layers changed. What carries nothing (padding, silence) is taken out of a stream's numbering here, once for all
 * receivers.
 */
@NullMarked
package org.starbridge.media.layers;

import org.jspecify.annotations.NullMarked;
