package org.starbridge.recording.mp4;

import java.util.Locale;
import org.starbridge.recording.frame.TrackFormat;

/** Names of codecs with their parameters (RFC 6381 section 3.3, and the bindings of the codecs). */
public final class CodecName {
    private CodecName() {}

    /** The name: {@code avc1.42e01f}, {@code vp09.00.31.08}, {@code av01.0.05M.08}, {@code opus}, {@code mp4a.40.2}. */
    public static String of(TrackFormat format) {
        byte[] configuration = format.configuration();
        return switch (format.codec()) {
            case H264 ->
                String.format(
                        Locale.ROOT,
                        "avc1.%02x%02x%02x",
                        configuration[1] & 0xFF,
                        configuration[2] & 0xFF,
                        configuration[3] & 0xFF);
            case AV1 ->
                String.format(
                        Locale.ROOT,
                        "av01.%d.%02d%s.%02d",
                        configuration[1] >>> 5 & 7,
                        configuration[1] & 31,
                        configuration[2] < 0 ? "H" : "M",
                        (configuration[2] & 0x40) == 0 ? 8 : (configuration[2] & 0x20) == 0 ? 10 : 12);
            case VP9 -> vp("vp09", VpParameters.of(format));
            case VP8 -> vp("vp08", VpParameters.of(format));
            case OPUS -> "opus";
            case AAC -> "mp4a.40.2";
        };
    }

    private static String vp(String type, VpParameters vp) {
        return String.format(Locale.ROOT, "%s.%02d.%02d.%02d", type, vp.profile(), vp.level(), vp.bitDepth());
    }

    /**
     * Returns whether what follows a header of {@code first} may have the format {@code next}. Sizes of VP9 change
     * within a stream; H.264 and AV1 have theirs in the header.
     */
    public static boolean isCompatible(TrackFormat first, TrackFormat next) {
        if (first.codec() != next.codec()) {
            return false;
        }
        return switch (first.codec()) {
            case VP9 -> {
                VpParameters before = VpParameters.of(first);
                VpParameters now = VpParameters.of(next);
                yield now.level() <= before.level()
                        && now.withLevel(before.level()).equals(before);
            }
            case OPUS, AAC -> true;
            case H264, AV1, VP8 -> first.equals(next);
        };
    }
}
