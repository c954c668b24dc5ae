/**
 * Recorded media for the Hammer: files in, one endpoint's looped RTP payloads out.
 *
 * <p>{@link org.starbridge.hammer.media.file.MediaFile} reads rtpdump, pcap, IVF and Ogg files into immutable
 * {@link org.starbridge.hammer.media.RecordedStream}s, which all endpoints share.
 * {@link org.starbridge.hammer.media.Replay} plays one of them for one endpoint, without allocating and without a clock
 * of its own; {@link org.starbridge.hammer.media.SentLog} tells the receivers of the same process what was sent.
 * Nothing here owns a thread or a socket; only {@code MediaFile} touches the file system.
 */
@NullMarked
package org.starbridge.hammer.media;

import org.jspecify.annotations.NullMarked;
