package org.starbridge.hammer.media.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.FileBytes;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.layer.ScalabilityMode;

/**
 * The recordings of Chromium's encoders that come with the Hammer: VP9, AV1 and H.264 in the modes that browsers send,
 * with the dependency descriptor of each frame. How they were made stands beside the files.
 */
public final class BundledCodecs {
    /** The dependency descriptor among the header extensions of the files. */
    private static final int DESCRIPTOR_ID = 11;

    private BundledCodecs() {}

    /** Returns whether a codec is recorded in a mode. */
    public static boolean has(Codec codec, ScalabilityMode mode) {
        return switch (codec) {
            case VP9, AV1 -> true;
            case H264 -> mode == ScalabilityMode.SIMULCAST || mode == ScalabilityMode.L1T3;
            case VP8, OPUS -> false;
        };
    }

    /**
     * Reads the encodings of a codec, low to high.
     *
     * @throws IllegalArgumentException if it is not recorded in the mode
     */
    public static List<RecordedStream> read(Codec codec, ScalabilityMode mode) {
        if (!has(codec, mode)) {
            throw new IllegalArgumentException(codec + " is not recorded in " + mode.text());
        }
        if (mode == ScalabilityMode.L1T3) {
            List<RecordedStream> encodings = read(codec, ScalabilityMode.SIMULCAST);
            return List.of(encodings.getLast());
        }
        String name = codec.name() + "-" + mode.text().replace('_', '-') + ".rtpdump";
        return RtpdumpReader.read(file(name.toLowerCase(Locale.ROOT)), DESCRIPTOR_ID)
                .encodings(codec);
    }

    private static FileBytes file(String name) {
        try (InputStream in = BundledCodecs.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource " + name + " is missing: expected it in the Hammer's jar");
            }
            return FileBytes.read(name, in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
