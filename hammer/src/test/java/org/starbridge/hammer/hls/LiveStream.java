package org.starbridge.hammer.hls;

import java.time.Instant;
import java.util.Locale;

/**
 * A low-latency HLS stream that never ends, as playlists at any time: part n is there when it has been captured. With
 * {@code isLowLatency} false the same without parts.
 */
record LiveStream(double partSeconds, int partsPerSegment, int window, boolean isLowLatency) {
    /** When the stream began, in milliseconds since 1970. */
    static final long BEGAN_MS = 1_800_000_000_000L;

    double segmentSeconds() {
        return partSeconds * partsPerSegment;
    }

    /** How many parts there are. */
    long parts(double seconds) {
        return (long) Math.floor(seconds / partSeconds + 1e-9);
    }

    /** When a segment's part is there, in seconds. */
    double availableAt(long segment, int part) {
        return (segment * partsPerSegment + part + 1) * partSeconds;
    }

    String playlist(double seconds, boolean isDelta) {
        long parts = parts(seconds);
        long complete = parts / partsPerSegment;
        long first = Math.max(0, complete - window);
        long target = Math.round(Math.ceil(segmentSeconds()));
        long skipped = isDelta ? Math.max(0, complete - first - Math.round(6 * target / segmentSeconds())) : 0;
        StringBuilder text = new StringBuilder("#EXTM3U\n#EXT-X-VERSION:9\n");
        text.append("#EXT-X-TARGETDURATION:").append(target).append('\n');
        if (isLowLatency) {
            text.append(String.format(
                    Locale.ROOT,
                    "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=%.3f,CAN-SKIP-UNTIL=%d\n",
                    3 * partSeconds,
                    6 * target));
            text.append(String.format(Locale.ROOT, "#EXT-X-PART-INF:PART-TARGET=%.3f\n", partSeconds));
        }
        text.append("#EXT-X-MEDIA-SEQUENCE:").append(first).append('\n');
        if (skipped > 0) {
            text.append("#EXT-X-SKIP:SKIPPED-SEGMENTS=").append(skipped).append('\n');
        } else {
            text.append("#EXT-X-MAP:URI=\"init.mp4\"\n");
        }
        for (long segment = first + skipped; segment <= complete; segment++) {
            boolean isComplete = segment < complete;
            if (isComplete || parts % partsPerSegment > 0) {
                text.append("#EXT-X-PROGRAM-DATE-TIME:")
                        .append(Instant.ofEpochMilli(BEGAN_MS + Math.round(segment * segmentSeconds() * 1000)))
                        .append('\n');
            }
            if (isLowLatency && segment >= complete - 3) {
                for (int part = 0; part < partsPerSegment && segment * partsPerSegment + part < parts; part++) {
                    text.append(String.format(
                            Locale.ROOT,
                            "#EXT-X-PART:DURATION=%.3f,URI=\"%s\"%s\n",
                            partSeconds,
                            partUri(segment, part),
                            part == 0 ? ",INDEPENDENT=YES" : ""));
                }
            }
            if (isComplete) {
                text.append(String.format(Locale.ROOT, "#EXTINF:%.3f,\nseg%d.m4s\n", segmentSeconds(), segment));
            }
        }
        if (isLowLatency) {
            text.append("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"")
                    .append(partUri(complete, (int) (parts % partsPerSegment)))
                    .append("\"\n");
        }
        return text.toString();
    }

    static String partUri(long segment, int part) {
        return "seg" + segment + ".part" + part + ".m4s";
    }
}
