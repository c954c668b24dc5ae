package org.starbridge.recording.hls;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes media playlists (draft-pantos-hls-rfc8216bis sections 4.4.3 to 4.4.5 and 6.2). Has no state. */
public final class MediaPlaylist {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    /** CAN-SKIP-UNTIL, in target durations. */
    private static final int SKIP_TARGETS = 6;
    /** Parts are listed of what is newer, in target durations. */
    private static final int PART_TARGETS = 3;
    /** PART-HOLD-BACK and HOLD-BACK, in parts and target durations. */
    private static final int HOLD_BACK = 3;

    private MediaPlaylist() {}

    /**
     * The playlist of a rendition.
     *
     * @param isDelta leaves out what is older than CAN-SKIP-UNTIL ({@code _HLS_skip})
     */
    public static String of(ProgramSnapshot program, RenditionSnapshot rendition, boolean isDelta) {
        HlsTiming timing = program.timing();
        int target = timing.targetSeconds();
        List<Segment> segments = new ArrayList<>(rendition.complete());
        Segment open = rendition.open();
        int skipped = isDelta ? skipped(rendition, segments, open, target) : 0;
        StringBuilder out = new StringBuilder(4096);
        out.append("#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:").append(target);
        out.append("\n#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=")
                .append(seconds(HOLD_BACK * timing.partSeconds()))
                .append(",HOLD-BACK=")
                .append(HOLD_BACK * target)
                .append(",CAN-SKIP-UNTIL=")
                .append(SKIP_TARGETS * target);
        out.append("\n#EXT-X-PART-INF:PART-TARGET=").append(seconds(timing.partSeconds()));
        Segment first = segments.isEmpty() ? open : segments.getFirst();
        out.append("\n#EXT-X-MEDIA-SEQUENCE:").append(first == null ? 0 : first.number());
        out.append("\n#EXT-X-DISCONTINUITY-SEQUENCE:")
                .append(first == null ? 0 : first.discontinuity())
                .append('\n');
        if (segments.stream().allMatch(Segment::isIndependent) && (open == null || open.isIndependent())) {
            out.append("#EXT-X-INDEPENDENT-SEGMENTS\n");
        }
        if (skipped > 0) {
            out.append("#EXT-X-SKIP:SKIPPED-SEGMENTS=").append(skipped).append('\n');
        }
        if (open != null) {
            segments.add(open);
        }
        new Body(program, rendition, open, out).write(segments, skipped);
        if (program.isEnded()) {
            out.append("#EXT-X-ENDLIST\n");
        } else {
            hint(rendition, open, out);
            reports(program, rendition, out);
        }
        return out.toString();
    }

    private static int skipped(
            RenditionSnapshot rendition, List<Segment> complete, @Nullable Segment open, int target) {
        long ticks = open == null ? 0 : open.ticks();
        int kept = complete.size();
        while (kept > 0 && ticks <= (long) SKIP_TARGETS * target * rendition.timescale()) {
            kept--;
            ticks += complete.get(kept).ticks();
        }
        return kept;
    }

    /** The segments and parts. */
    private static final class Body {
        private final RenditionSnapshot rendition;
        private final StringBuilder out;
        private final long originMs;
        private final double partsFrom;
        private final @Nullable Segment open;
        private int init = -1;
        private long discontinuity = -1;

        Body(ProgramSnapshot program, RenditionSnapshot rendition, @Nullable Segment open, StringBuilder out) {
            this.rendition = rendition;
            this.out = out;
            this.open = open;
            originMs = program.originMs();
            long all =
                    rendition.complete().stream().mapToLong(Segment::ticks).sum() + (open == null ? 0 : open.ticks());
            partsFrom = (double) all / rendition.timescale()
                    - PART_TARGETS * program.timing().targetSeconds();
        }

        void write(List<Segment> segments, int skipped) {
            long ticks = 0;
            for (int i = 0; i < segments.size(); i++) {
                Segment segment = segments.get(i);
                double from = (double) ticks / rendition.timescale();
                ticks += segment.ticks();
                if (i < skipped) {
                    init = segment.isGap() ? init : segment.init();
                    discontinuity = segment.discontinuity();
                } else {
                    write(segment, from >= partsFrom);
                }
            }
        }

        private void write(Segment segment, boolean hasParts) {
            for (long each = discontinuity; discontinuity >= 0 && each < segment.discontinuity(); each++) {
                out.append("#EXT-X-DISCONTINUITY\n");
            }
            discontinuity = segment.discontinuity();
            if (!segment.isGap() && segment.init() != init) {
                init = segment.init();
                out.append("#EXT-X-MAP:URI=\"")
                        .append(headerName(rendition, init))
                        .append("\"\n");
            }
            out.append("#EXT-X-PROGRAM-DATE-TIME:")
                    .append(DATE.format(Instant.ofEpochMilli(originMs + segment.startNs() / 1_000_000)))
                    .append('\n');
            if (hasParts) {
                parts(segment);
            }
            if (segment != open) {
                if (segment.isGap()) {
                    out.append("#EXT-X-GAP\n");
                }
                out.append("#EXTINF:")
                        .append(seconds((double) segment.ticks() / rendition.timescale()))
                        .append(",\n")
                        .append(segmentName(rendition, segment.number()))
                        .append('\n');
            }
        }

        private void parts(Segment segment) {
            for (int i = 0; i < segment.parts().size(); i++) {
                Segment.Part part = segment.parts().get(i);
                out.append("#EXT-X-PART:DURATION=")
                        .append(seconds((double) part.ticks() / rendition.timescale()))
                        .append(",URI=\"")
                        .append(partName(rendition, segment.number(), i))
                        .append('"')
                        .append(part.isIndependent() ? ",INDEPENDENT=YES\n" : "\n");
            }
        }
    }

    private static void hint(RenditionSnapshot rendition, @Nullable Segment open, StringBuilder out) {
        long number = open == null ? rendition.lastNumber() + 1 : open.number();
        int part = open == null ? 0 : open.parts().size();
        out.append("#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"")
                .append(partName(rendition, number, part))
                .append("\"\n");
    }

    private static void reports(ProgramSnapshot program, RenditionSnapshot rendition, StringBuilder out) {
        for (RenditionSnapshot other : program.renditions()) {
            if (other != rendition && other.lastNumber() >= 0) {
                out.append("#EXT-X-RENDITION-REPORT:URI=\"")
                        .append(other.name())
                        .append(".m3u8\",LAST-MSN=")
                        .append(other.lastNumber());
                if (other.lastPart() >= 0) {
                    out.append(",LAST-PART=").append(other.lastPart());
                }
                out.append('\n');
            }
        }
    }

    private static String partName(RenditionSnapshot rendition, long segment, int part) {
        return rendition.name() + "." + segment + "." + part + ".m4s";
    }

    private static String segmentName(RenditionSnapshot rendition, long segment) {
        return rendition.name() + "." + segment + ".m4s";
    }

    private static String headerName(RenditionSnapshot rendition, int header) {
        return rendition.name() + "." + header + ".init.mp4";
    }

    private static String seconds(double value) {
        return BigDecimal.valueOf(value).setScale(5, RoundingMode.HALF_UP).toPlainString();
    }
}
