package org.starbridge.bridge.transcode;

import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * Transcoding for HLS. The keys are those below {@code starbridge.hls.transcode}.
 *
 * @param enabled whether video that HLS cannot have (VP8) is transcoded to H.264, and its audio to AAC; false
 * @param ffmpeg the program, by name or path; {@code ffmpeg}
 * @param aac whether the audio of all programs is transcoded to AAC; false
 * @param mixAudio whether the sound of a room is that of all who speak, in AAC; false
 * @param height of the picture, which is 16:9; 720
 * @param videoKbps of the picture; 2000
 * @param audioKbps of the sound; 96
 * @param maxProcesses at the same time; 2: each takes about half a core to two cores
 */
public record TranscodeConfig(
        boolean enabled,
        String ffmpeg,
        boolean aac,
        boolean mixAudio,
        int height,
        int videoKbps,
        int audioKbps,
        int maxProcesses) {
    /** As documented. */
    public static final TranscodeConfig DEFAULT = new TranscodeConfig(false, "ffmpeg", false, false, 720, 2000, 96, 2);

    private static final String AT = "starbridge.hls.transcode.";

    public TranscodeConfig {
        ConfigException.requireRange(AT + "height", height, 90, 2160);
        ConfigException.requireRange(AT + "video-kbps", videoKbps, 50, 50_000);
        ConfigException.requireRange(AT + "audio-kbps", audioKbps, 16, 320);
        ConfigException.requireRange(AT + "max-processes", maxProcesses, 1, 100);
    }

    /** Reads it. */
    public static TranscodeConfig read(ConfigReader in) {
        return new TranscodeConfig(
                in.flag(AT + "enabled"),
                in.text(AT + "ffmpeg"),
                in.flag(AT + "aac"),
                in.flag(AT + "mix-audio"),
                in.integer(AT + "height"),
                in.integer(AT + "video-kbps"),
                in.integer(AT + "audio-kbps"),
                in.integer(AT + "max-processes"));
    }

    /** An even number, for a picture of 16:9. */
    int width() {
        return evenHeight() * 16 / 9 / 2 * 2;
    }

    int evenHeight() {
        return height / 2 * 2;
    }
}
