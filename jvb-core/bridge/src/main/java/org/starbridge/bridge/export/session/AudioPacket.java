package org.starbridge.bridge.export.session;

import org.starbridge.control.export.AudioFormat;
import org.starbridge.control.export.ExportedAudio;

/**
 * A packet of a source on its way to services; all exports of a conference share it.
 *
 * @param source as it was declared when the packet came
 * @param stream which SSRC of which transport it came under
 * @param format of its payload
 * @param extSeq its sequence number, extended
 * @param rtpTimestamp as its sender wrote it
 * @param level 0 (loudest) to 127; negative if the sender does not tell
 * @param isVoice whether the sender takes it for voice
 * @param payload not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record AudioPacket(
        ExportedAudio.Source source,
        StreamKey stream,
        AudioFormat format,
        long extSeq,
        int rtpTimestamp,
        int level,
        boolean isVoice,
        byte[] payload) {
    /** An SSRC of one transport. */
    public record StreamKey(int endpointKey, int ssrc) {}
}
