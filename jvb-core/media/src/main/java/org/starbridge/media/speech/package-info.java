/**
 * Speakers, on the media side: audio levels of authenticated packets come in, and what changed of the speakers of a
 * conference goes out to a listener. The weighing itself is module last-n's.
 *
 * <p>Each conference is listened to by one worker, to which all workers' rings bring the levels, so nothing is locked.
 * RFC 6464.
 */
@NullMarked
package org.starbridge.media.speech;

import org.jspecify.annotations.NullMarked;
