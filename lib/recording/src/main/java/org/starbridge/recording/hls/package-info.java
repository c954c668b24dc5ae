/**
 * Low-latency HLS (RFC 8216, draft-pantos-hls-rfc8216bis) out of frames with their times: an
 * {@link org.starbridge.recording.hls.AudioLine} fills gaps of sound, a {@link org.starbridge.recording.hls.Program}
 * cuts frames into segments and parts, and its renditions give playlists and media. Any frames give valid playlists.
 * Memory is bounded. Owned by one thread at a time; time is an argument.
 */
@NullMarked
package org.starbridge.recording.hls;

import org.jspecify.annotations.NullMarked;
