/**
 * Reads rtpdump, pcap, IVF and Ogg files, and the recordings that are bundled, into
 * {@link org.starbridge.hammer.media.RecordedStream}s. Any content is accepted or refused with a sentence.
 */
@NullMarked
package org.starbridge.hammer.media.file;

import org.jspecify.annotations.NullMarked;
