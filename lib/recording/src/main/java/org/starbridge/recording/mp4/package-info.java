/**
 * Fragmented MP4 of one track as CMAF has it (ISO 14496-12, ISO 23000-19):
 * {@link org.starbridge.recording.mp4.InitSegment} from a track's format, {@link org.starbridge.recording.mp4.Fragment}
 * from samples. Codecs: H.264 (ISO 14496-15), VP9 ("VP Codec ISO Media File Format Binding"), AV1 ("AV1 Codec ISO Media
 * File Format Binding"), Opus ("Encapsulation of Opus in ISO Base Media File Format"). Has no state.
 */
@NullMarked
package org.starbridge.recording.mp4;

import org.jspecify.annotations.NullMarked;
