/**
 * Conferences on the control side. Colibri2 requests and bridge channel messages come in, answers go out; transports
 * are opened through {@link org.starbridge.media.api.MediaPlane}, and after each change an immutable forwarding table
 * is published to it.
 *
 * <p>Any thread may call the public types. One fair lock per conference serialises what concerns it, so conferences do
 * not wait for each other; the lock is held for computing only, never for I/O. Time, randomness and delayed execution
 * are handed in.
 */
@NullMarked
package org.starbridge.control.conference;

import org.jspecify.annotations.NullMarked;
