package org.starbridge.playlist;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.playlist.MediaPlaylist.Report;
import org.starbridge.playlist.MediaPlaylist.ServerControl;
import org.starbridge.playlist.MultivariantPlaylist.Rendition;
import org.starbridge.playlist.MultivariantPlaylist.Variant;

/**
 * Reads a playlist's text. Unknown tags are ignored, as RFC 8216bis section 6.3.1 wants. Byte ranges are refused: no
 * live origin that is known to us writes them. One instance reads one text.
 */
public final class PlaylistParser {
    /** More than any live window has. */
    private static final int MAX_SEGMENTS = 20_000;

    private static final DateTimeFormatter DATE = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
            .appendPattern("[XXX][XX][X]")
            .toFormatter();

    private final List<Variant> variants = new ArrayList<>();
    private final List<Rendition> renditions = new ArrayList<>();
    private final List<MediaSegment> segments = new ArrayList<>();
    private final List<Report> reports = new ArrayList<>();
    private List<MediaPart> parts = new ArrayList<>();
    private @Nullable AttributeList nextVariant;
    private int version = 1;
    private long targetSeconds;
    private long mediaSequence;
    private long discontinuitySequence;
    private int skipped;
    private @Nullable String map;
    private long dateMs = -1;
    private double nextSeconds = -1;
    private boolean isDiscontinuity;
    private boolean isGap;
    private @Nullable String hint;
    private boolean hasEnded;
    private double partTarget;
    private AttributeList control = AttributeList.parse("");

    private PlaylistParser() {}

    /**
     * Reads either kind of playlist.
     *
     * @throws PlaylistException if it is none
     */
    public static Playlist parse(String text) {
        return new PlaylistParser().read(text);
    }

    private Playlist read(String text) {
        if (!text.startsWith("#EXTM3U")) {
            throw new PlaylistException("the first line is not #EXTM3U");
        }
        text.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(this::line);
        if (!variants.isEmpty()) {
            return new MultivariantPlaylist(version, variants, renditions);
        }
        if (targetSeconds == 0) {
            throw new PlaylistException("no EXT-X-TARGETDURATION, and no EXT-X-STREAM-INF");
        }
        if (!parts.isEmpty()) {
            addSegment(null, parts.stream().mapToDouble(MediaPart::seconds).sum());
        }
        return new MediaPlaylist(
                version,
                targetSeconds,
                mediaSequence,
                discontinuitySequence,
                skipped,
                segments,
                hint,
                hasEnded,
                new ServerControl(
                        partTarget,
                        control.isYes("CAN-BLOCK-RELOAD"),
                        control.number("PART-HOLD-BACK"),
                        control.number("HOLD-BACK"),
                        control.number("CAN-SKIP-UNTIL")),
                reports);
    }

    private void line(String line) {
        if (line.charAt(0) != '#') {
            uri(line);
            return;
        }
        int colon = line.indexOf(':');
        String tag = colon < 0 ? line : line.substring(0, colon);
        String value = colon < 0 ? "" : line.substring(colon + 1);
        switch (tag) {
            case "#EXT-X-VERSION" -> version = (int) Numbers.integer("EXT-X-VERSION", value);
            case "#EXT-X-TARGETDURATION" -> targetSeconds = Numbers.integer("EXT-X-TARGETDURATION", value);
            case "#EXT-X-MEDIA-SEQUENCE" -> mediaSequence = Numbers.integer("EXT-X-MEDIA-SEQUENCE", value);
            case "#EXT-X-DISCONTINUITY-SEQUENCE" ->
                discontinuitySequence = Numbers.integer("EXT-X-DISCONTINUITY-SEQUENCE", value);
            case "#EXT-X-SERVER-CONTROL" -> control = AttributeList.parse(value);
            case "#EXT-X-PART-INF" -> partTarget = AttributeList.parse(value).number("PART-TARGET");
            case "#EXT-X-SKIP" ->
                skipped = (int) Math.min(
                        MAX_SEGMENTS,
                        Numbers.integer(
                                "SKIPPED-SEGMENTS",
                                AttributeList.parse(value).require("EXT-X-SKIP", "SKIPPED-SEGMENTS")));
            case "#EXT-X-ENDLIST" -> hasEnded = true;
            case "#EXT-X-STREAM-INF" -> nextVariant = AttributeList.parse(value);
            case "#EXT-X-MEDIA" -> rendition(AttributeList.parse(value));
            default -> mediaTag(tag, value);
        }
    }

    private void mediaTag(String tag, String value) {
        switch (tag) {
            case "#EXTINF" -> {
                int comma = value.indexOf(',');
                nextSeconds = Numbers.decimal("EXTINF", comma < 0 ? value : value.substring(0, comma));
            }
            case "#EXT-X-MAP" -> {
                AttributeList attributes = AttributeList.parse(value);
                requireWhole(attributes);
                map = attributes.require("EXT-X-MAP", "URI");
            }
            case "#EXT-X-PROGRAM-DATE-TIME" -> dateMs = date(value);
            case "#EXT-X-DISCONTINUITY" -> isDiscontinuity = true;
            case "#EXT-X-GAP" -> isGap = true;
            case "#EXT-X-BYTERANGE" -> throw new PlaylistException("byte ranges are not supported");
            case "#EXT-X-PART" -> part(AttributeList.parse(value));
            case "#EXT-X-PRELOAD-HINT" -> {
                AttributeList attributes = AttributeList.parse(value);
                if ("PART".equals(attributes.get("TYPE"))) {
                    hint = attributes.require("EXT-X-PRELOAD-HINT", "URI");
                }
            }
            case "#EXT-X-RENDITION-REPORT" -> {
                AttributeList attributes = AttributeList.parse(value);
                reports.add(new Report(
                        attributes.require("EXT-X-RENDITION-REPORT", "URI"),
                        number(attributes, "LAST-MSN"),
                        number(attributes, "LAST-PART")));
            }
            default -> {}
        }
    }

    private static long number(AttributeList attributes, String name) {
        String value = attributes.get(name);
        return value == null ? -1 : Numbers.integer(name, value);
    }

    private void part(AttributeList attributes) {
        requireWhole(attributes);
        parts.add(new MediaPart(
                attributes.require("EXT-X-PART", "URI"),
                Numbers.decimal("DURATION", attributes.require("EXT-X-PART", "DURATION")),
                attributes.isYes("INDEPENDENT"),
                attributes.isYes("GAP")));
    }

    private static void requireWhole(AttributeList attributes) {
        if (attributes.get("BYTERANGE") != null) {
            throw new PlaylistException("byte ranges are not supported");
        }
    }

    private void rendition(AttributeList attributes) {
        renditions.add(new Rendition(
                attributes.require("EXT-X-MEDIA", "TYPE"),
                attributes.require("EXT-X-MEDIA", "GROUP-ID"),
                attributes.get("URI"),
                attributes.isYes("DEFAULT")));
    }

    private void uri(String uri) {
        AttributeList variant = nextVariant;
        if (variant != null) {
            nextVariant = null;
            variants.add(new Variant(
                    uri,
                    Numbers.integer("BANDWIDTH", variant.require("EXT-X-STREAM-INF", "BANDWIDTH")),
                    variant.get("CODECS"),
                    variant.get("AUDIO")));
            return;
        }
        if (nextSeconds < 0) {
            throw new PlaylistException("a URI without EXTINF: " + uri);
        }
        addSegment(uri, nextSeconds);
        nextSeconds = -1;
    }

    private void addSegment(@Nullable String uri, double seconds) {
        if (segments.size() == MAX_SEGMENTS) {
            throw new PlaylistException("more than " + MAX_SEGMENTS + " segments");
        }
        segments.add(new MediaSegment(
                mediaSequence + skipped + segments.size(), uri, seconds, parts, map, dateMs, isDiscontinuity, isGap));
        parts = new ArrayList<>();
        dateMs = dateMs < 0 ? -1 : dateMs + Math.round(seconds * 1000);
        isDiscontinuity = false;
        isGap = false;
    }

    private static long date(String value) {
        try {
            return OffsetDateTime.parse(value, DATE).toInstant().toEpochMilli();
        } catch (DateTimeException e) {
            throw new PlaylistException("EXT-X-PROGRAM-DATE-TIME is not a date with a time zone: " + value);
        }
    }
}
