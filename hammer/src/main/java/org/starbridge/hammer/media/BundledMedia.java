package org.starbridge.hammer.media;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The recorded set that comes with the Hammer: 10 s of VP8, 640x480 at 30 fps with a key frame every 3 s, and 10 s of
 * Opus; together 515 kbit/s at RTP level (see {@link RecordedStream#averageBitrateBps}). How it was made stands beside
 * the files.
 */
public final class BundledMedia {
    private BundledMedia() {}

    /** Reads the video; 656 payloads of at most 1150 bytes a loop. */
    public static RecordedStream video() {
        return read("video.ivf", MediaKind.VIDEO);
    }

    /** Reads the sound; 500 payloads of 80 bytes a loop. */
    public static RecordedStream audio() {
        return read("audio.ogg", MediaKind.AUDIO);
    }

    private static RecordedStream read(String name, MediaKind kind) {
        try (InputStream in = BundledMedia.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource " + name + " is missing: expected it in the Hammer's jar");
            }
            return MediaFile.read(FileBytes.read(name, in), kind, StreamSelection.busiest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
