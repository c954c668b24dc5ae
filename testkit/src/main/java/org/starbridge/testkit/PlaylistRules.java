package org.starbridge.testkit;

import io.lindstrom.m3u8.model.MediaPlaylist;
import io.lindstrom.m3u8.parser.MediaPlaylistParser;
import io.lindstrom.m3u8.parser.ParsingMode;
import io.lindstrom.m3u8.parser.PlaylistParserException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rules for the media playlists of low-latency HLS (draft-pantos-hls-rfc8216bis, and the requirements of Apple's
 * authoring specification that playlists alone show): for one playlist, and between a playlist and its successor. Each
 * playlist must also be one that a parser of others takes.
 */
public final class PlaylistRules {
    private static final Pattern ATTRIBUTE = Pattern.compile("([A-Z0-9-]+)=(\"[^\"]*\"|[^,]*)");
    private static final double ROUNDING = 0.0005;
    private static final double LEAST_PART = 0.85;

    private final List<String> violations = new ArrayList<>();
    private final Map<Long, Entry> entries = new LinkedHashMap<>();
    private double target;
    private double partTarget;
    private double holdBack;
    private long first;
    private boolean isDelta;

    /** A segment as the playlist shows it; the last one may have parts only. */
    private static final class Entry {
        final List<Double> parts = new ArrayList<>();
        final Set<String> partNames = new HashSet<>();
        double seconds = -1;
        String uri = "";
        String date = "";
        long discontinuity;
        boolean isGap;
    }

    private PlaylistRules() {}

    /**
     * What is wrong with a playlist.
     *
     * @param before an earlier one of the same rendition, or an empty string
     * @param isSteady whether frames come often and evenly enough for parts to have their length
     */
    public static List<String> violations(String playlist, String before, boolean isSteady) {
        PlaylistRules now = new PlaylistRules();
        now.read(playlist, isSteady);
        now.compareWithParser(playlist);
        if (!before.isEmpty()) {
            PlaylistRules earlier = new PlaylistRules();
            earlier.read(before, isSteady);
            now.compare(earlier);
        }
        return now.violations;
    }

    /** A parser that others made, which knows all tags and attributes, understands the same. */
    private void compareWithParser(String playlist) {
        try {
            MediaPlaylist parsed = new MediaPlaylistParser(ParsingMode.STRICT).readPlaylist(playlist);
            long complete =
                    entries.values().stream().filter(each -> each.seconds >= 0).count();
            require(
                    parsed.mediaSegments().size() == complete,
                    complete + " segments, a parser finds "
                            + parsed.mediaSegments().size());
            require(parsed.mediaSequence() == first, "media sequence, for a parser: " + parsed.mediaSequence());
            require(parsed.targetDuration() == target, "target duration, for a parser: " + parsed.targetDuration());
            require(parsed.preloadHint().isPresent(), "no EXT-X-PRELOAD-HINT, for a parser");
            require(parsed.skip().isPresent() == isDelta, "EXT-X-SKIP, for a parser: " + parsed.skip());
        } catch (PlaylistParserException | RuntimeException e) {
            violations.add("a parser refuses it: " + e);
        }
    }

    private void require(boolean isSo, String sentence) {
        if (!isSo) {
            violations.add(sentence);
        }
    }

    private static Map<String, String> attributes(String line) {
        Map<String, String> attributes = new HashMap<>();
        Matcher matcher = ATTRIBUTE.matcher(line.substring(line.indexOf(':') + 1));
        while (matcher.find()) {
            attributes.put(matcher.group(1), matcher.group(2).replace("\"", ""));
        }
        return attributes;
    }

    private static String value(String line) {
        return line.substring(line.indexOf(':') + 1);
    }

    private static double number(Map<String, String> attributes, String name) {
        return Double.parseDouble(attributes.getOrDefault(name, "-1"));
    }

    private void read(String playlist, boolean isSteady) {
        require(playlist.startsWith("#EXTM3U\n"), "no #EXTM3U");
        long number = 0;
        long discontinuity = 0;
        boolean hasMap = false;
        String hint = "";
        Entry entry = new Entry();
        for (String line : playlist.split("\n", -1)) {
            String tag = line.replaceFirst(":.*", "");
            switch (tag) {
                case "#EXT-X-VERSION" -> require(Integer.parseInt(value(line)) >= 9, "EXT-X-SKIP needs version 9");
                case "#EXT-X-TARGETDURATION" -> target = Integer.parseInt(value(line));
                case "#EXT-X-PART-INF" -> partTarget = number(attributes(line), "PART-TARGET");
                case "#EXT-X-SERVER-CONTROL" -> control(attributes(line));
                case "#EXT-X-MEDIA-SEQUENCE" -> {
                    first = Long.parseLong(value(line));
                    number = first;
                }
                case "#EXT-X-DISCONTINUITY-SEQUENCE" -> discontinuity = Long.parseLong(value(line));
                case "#EXT-X-SKIP" -> {
                    isDelta = true;
                    hasMap = true;
                    number += (long) number(attributes(line), "SKIPPED-SEGMENTS");
                }
                case "#EXT-X-DISCONTINUITY" -> discontinuity++;
                case "#EXT-X-MAP" -> hasMap = true;
                case "#EXT-X-PROGRAM-DATE-TIME" -> entry.date = value(line);
                case "#EXT-X-GAP" -> entry.isGap = true;
                case "#EXT-X-PART" -> part(entry, attributes(line));
                case "#EXT-X-PRELOAD-HINT" -> hint = attributes(line).getOrDefault("URI", "");
                case "#EXTINF" -> entry.seconds = Double.parseDouble(value(line).replace(",", ""));
                default -> {
                    if (!line.startsWith("#") && !line.isEmpty()) {
                        entry.uri = line;
                        require(hasMap || entry.isGap, "segment " + number + " without EXT-X-MAP");
                        entry.discontinuity = discontinuity;
                        end(number, entry, isSteady);
                        entries.put(number++, entry);
                        entry = new Entry();
                    }
                }
            }
        }
        if (!entry.parts.isEmpty()) {
            entry.discontinuity = discontinuity;
            entries.put(number, entry);
            lengths(number, entry, isSteady, true);
        }
        String hinted = hint;
        require(
                entries.values().stream().noneMatch(each -> each.partNames.contains(hinted)),
                "the hint exists: " + hint);
        require(!hint.isEmpty(), "no EXT-X-PRELOAD-HINT");
        String last = "";
        for (Entry each : entries.values()) {
            require(each.date.compareTo(last) > 0, "dates do not grow: " + last + ", " + each.date);
            last = each.date;
        }
    }

    private void control(Map<String, String> control) {
        require(control.getOrDefault("CAN-BLOCK-RELOAD", "").equals("YES"), "no CAN-BLOCK-RELOAD");
        require(number(control, "CAN-SKIP-UNTIL") >= 6 * target, "CAN-SKIP-UNTIL: at least 6 target durations");
        require(number(control, "HOLD-BACK") >= 3 * target, "HOLD-BACK: at least 3 target durations");
        holdBack = number(control, "PART-HOLD-BACK");
    }

    private void part(Entry entry, Map<String, String> part) {
        require(holdBack >= 3 * partTarget - ROUNDING, "PART-HOLD-BACK: at least 3 part targets");
        entry.parts.add(number(part, "DURATION"));
        require(entry.partNames.add(part.getOrDefault("URI", "")), "two parts of one name: " + part);
    }

    private void end(long number, Entry entry, boolean isSteady) {
        require(entry.seconds > 0, "segment " + number + " of " + entry.seconds + " s");
        require(
                Math.round(entry.seconds) <= target,
                "segment " + number + " of " + entry.seconds + " s: target " + target);
        double sum = entry.parts.stream().mapToDouble(each -> each).sum();
        require(
                entry.parts.isEmpty() || Math.abs(sum - entry.seconds) < ROUNDING * (1 + entry.parts.size()),
                "segment " + number + " of " + entry.seconds + " s has parts of " + sum + " s");
        lengths(number, entry, isSteady, false);
    }

    private void lengths(long number, Entry entry, boolean isSteady, boolean isGrowing) {
        for (int i = 0; i < entry.parts.size() && isSteady; i++) {
            double seconds = entry.parts.get(i);
            require(seconds <= partTarget + ROUNDING, "part " + number + "." + i + " of " + seconds + " s: too long");
            boolean isLast = i == entry.parts.size() - 1 && !isGrowing;
            require(
                    isLast || seconds >= LEAST_PART * partTarget,
                    "part " + number + "." + i + " of " + seconds + " s: too short");
        }
    }

    private void compare(PlaylistRules earlier) {
        require(first >= earlier.first, "media sequence " + earlier.first + " became " + first);
        require(target == earlier.target, "target duration " + earlier.target + " became " + target);
        require(partTarget == earlier.partTarget, "part target " + earlier.partTarget + " became " + partTarget);
        long newest = entries.keySet().stream().mapToLong(each -> each).max().orElse(-1);
        long known =
                earlier.entries.keySet().stream().mapToLong(each -> each).max().orElse(-1);
        require(newest >= known, "the newest segment " + known + " became " + newest);
        entries.forEach((number, entry) -> {
            Entry same = earlier.entries.get(number);
            if (same != null) {
                compare(number, entry, same);
            } else {
                require(number > known || isDelta || earlier.isDelta, "segment " + number + " came late");
            }
        });
    }

    private void compare(long number, Entry now, Entry before) {
        require(
                isDelta || now.discontinuity == before.discontinuity,
                "segment " + number + " has another discontinuity sequence");
        require(now.date.equals(before.date), "segment " + number + " has another date");
        if (before.seconds >= 0) {
            require(now.seconds == before.seconds, "segment " + number + " has another length");
            require(now.uri.equals(before.uri), "segment " + number + " has another name");
        }
        int both = Math.min(now.parts.size(), before.parts.size());
        require(
                now.parts.subList(0, both).equals(before.parts.subList(0, both)),
                "segment " + number + " has other parts");
    }
}
