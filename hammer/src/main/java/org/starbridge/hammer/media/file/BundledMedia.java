package org.starbridge.hammer.media.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.starbridge.hammer.media.FileBytes;
import org.starbridge.hammer.media.MediaKind;
import org.starbridge.hammer.media.RecordedStream;

/**
 * The recorded set that comes with the Hammer: 10 s of VP8, 640x480 at 30 fps with a key frame every 3 s, and 10 s of
 * Opus; together 515 kbit/s at RTP level (see {@link RecordedStream#averageBitrateBps}); 5 s of VP8, 1280x720 at 30 fps
 * and 1.5 Mbit/s; and 8 s of VP8 in three sizes, to be sent as simulcast. How they were made stands beside the files.
 */
public final class BundledMedia {
    private BundledMedia() {}

    /** Reads the video; 656 payloads of at most 1150 bytes a loop. */
    public static RecordedStream video() {
        return read("video.ivf", MediaKind.VIDEO);
    }

    /** Reads the large video; a frame has six payloads on average, of at most 1150 bytes. */
    public static RecordedStream largeVideo() {
        return read("video-720.ivf", MediaKind.VIDEO);
    }

    /** Reads the video that comes nearest to a bitrate, so that it is played little faster or slower for it. */
    public static RecordedStream videoNear(double bitrateBps) {
        return Stream.of(video(), largeVideo())
                .min(Comparator.comparingDouble(
                        each -> Math.abs(Math.log(each.averageBitrateBps() / Math.max(1, bitrateBps)))))
                .orElseThrow();
    }

    /** Reads the sound; 500 payloads of 80 bytes a loop. */
    public static RecordedStream audio() {
        return read("audio.ogg", MediaKind.AUDIO);
    }

    /**
     * Reads the same picture in three sizes, 180, 360 and 720 pixels high, from low to high: at 30 fps, with three
     * temporal layers and a key frame every 4 s in all of them at once.
     */
    public static List<RecordedStream> layers() {
        return Stream.of("layer-180.ivf", "layer-360.ivf", "layer-720.ivf")
                .map(BundledMedia::readLayer)
                .toList();
    }

    private static RecordedStream readLayer(String name) {
        return IvfReader.read(file(name), TemporalPattern.THREE_LAYERS);
    }

    private static RecordedStream read(String name, MediaKind kind) {
        return MediaFile.read(file(name), kind, StreamSelection.busiest());
    }

    private static FileBytes file(String name) {
        try (InputStream in = BundledMedia.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource " + name + " is missing: expected it in the Hammer's jar");
            }
            return FileBytes.read(name, in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
