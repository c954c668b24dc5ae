/**
 * Speakers: audio levels and times come in, the dominant speaker, the order of speech and the loudest few go out.
 *
 * <p>{@link org.starbridge.lastn.speech.SpeechActivity} is the door; one object for a conference, owned by one thread,
 * which feeds it with every authenticated audio packet and asks for a decision when it says that one is due. No clock,
 * no allocation per level.
 */
@NullMarked
package org.starbridge.lastn.speech;

import org.jspecify.annotations.NullMarked;
