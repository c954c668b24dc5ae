package org.starbridge.recording.frame;

import java.util.Arrays;

/**
 * Format that a decoder has to know before the first frame.
 *
 * @param width in pixels; 0 of audio
 * @param height in pixels; 0 of audio
 * @param configuration the codec's own: AVCDecoderConfigurationRecord (ISO 14496-15) of H.264,
 *     AV1CodecConfigurationRecord of AV1, OpusHead (RFC 7845 section 5.1) of Opus, features of WebM's CodecPrivate (id,
 *     length 1, value: profile, level, bit depth, chroma subsampling) of VP9, AudioSpecificConfig (ISO 14496-3) of AAC;
 *     empty of VP8
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content
public record TrackFormat(Codec codec, int width, int height, byte[] configuration) {
    @Override
    public boolean equals(Object other) {
        return other instanceof TrackFormat that
                && codec == that.codec
                && width == that.width
                && height == that.height
                && Arrays.equals(configuration, that.configuration);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * width + height) + Arrays.hashCode(configuration);
    }
}
