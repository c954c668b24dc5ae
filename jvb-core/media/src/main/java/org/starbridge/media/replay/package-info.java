/**
 * Surroundings of a worker that does again what a log says: its socket, keys and random numbers come from the log. One
 * thread, virtual time.
 */
@NullMarked
package org.starbridge.media.replay;

import org.jspecify.annotations.NullMarked;
