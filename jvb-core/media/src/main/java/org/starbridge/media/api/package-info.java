/**
 * The door between control and media: what the control side (Colibri2, bridge channel, statistics) may ask of the media
 * workers, as immutable records, and what it hears back.
 *
 * <p>Control calls {@link org.starbridge.media.api.MediaPlane} from any thread; every call returns at once. Media calls
 * listeners from a worker's thread; they must return at once too. Nothing in here holds a packet.
 */
@NullMarked
package org.starbridge.media.api;

import org.jspecify.annotations.NullMarked;
