package org.starbridge.recording.hls;

import java.util.Locale;
import org.starbridge.recording.frame.TrackFormat;
import org.starbridge.recording.mp4.CodecName;

/** Writes the multivariant playlist (draft-pantos-hls-rfc8216bis section 4.4.6). Has no state. */
public final class MultivariantPlaylist {
    private static final long AUDIO_BITS_PER_SECOND = 64_000;
    /** Headroom above what was seen so far. */
    private static final double HEADROOM = 1.2;

    private static final double MAX_FRAME_RATE = 120;

    private MultivariantPlaylist() {}

    /**
     * The playlist of a program. Video renditions that have not begun are left out.
     *
     * @param base where the media playlists are, relative to this one: {@code "a/"}
     */
    public static String of(ProgramSnapshot program, String base) {
        StringBuilder out = new StringBuilder(1024);
        out.append("#EXTM3U\n#EXT-X-VERSION:9\n");
        RenditionSnapshot audio = program.audio();
        String sound = CodecName.of(program.audioFormat());
        long audioBits = Math.max(AUDIO_BITS_PER_SECOND, audio.peakBitsPerSecond());
        if (program.videos().isEmpty()) {
            out.append("#EXT-X-STREAM-INF:BANDWIDTH=")
                    .append(bits(audioBits))
                    .append(",CODECS=\"")
                    .append(sound)
                    .append("\"\n")
                    .append(base)
                    .append(audio.name())
                    .append(".m3u8\n");
            return out.toString();
        }
        out.append(
                        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"audio\",NAME=\"audio\",DEFAULT=YES,AUTOSELECT=YES,CHANNELS=\"2\",URI=\"")
                .append(base)
                .append(audio.name())
                .append(".m3u8\"\n");
        for (RenditionSnapshot video : program.videos()) {
            TrackFormat format = video.format();
            if (format != null) {
                out.append("#EXT-X-STREAM-INF:BANDWIDTH=")
                        .append(bits(video.peakBitsPerSecond() + audioBits))
                        .append(",AVERAGE-BANDWIDTH=")
                        .append(bits(video.averageBitsPerSecond() + audioBits))
                        .append(",CODECS=\"")
                        .append(CodecName.of(format))
                        .append(',')
                        .append(sound)
                        .append("\",RESOLUTION=")
                        .append(format.width())
                        .append('x')
                        .append(format.height());
                if (video.frameRate() >= 1 && video.frameRate() <= MAX_FRAME_RATE) {
                    out.append(",FRAME-RATE=").append(String.format(Locale.ROOT, "%.3f", video.frameRate()));
                }
                out.append(",AUDIO=\"audio\"\n")
                        .append(base)
                        .append(video.name())
                        .append(".m3u8\n");
            }
        }
        return out.toString();
    }

    private static long bits(long measured) {
        return Math.max(1000, (long) (measured * HEADROOM));
    }
}
