/**
 * Transcoding for HLS in a process of FFmpeg: VP8 to H.264, Opus of one or several participants to AAC. RTP goes to the
 * process over the loopback interface, with session description (SDP) and RTCP sender reports; FLV comes back from its
 * standard output. A {@link org.starbridge.bridge.transcode.Transcoder} belongs to the thread that polls it; the
 * process is read by a thread of its own. Nothing here is used unless the configuration enables it.
 */
@NullMarked
package org.starbridge.bridge.transcode;

import org.jspecify.annotations.NullMarked;
