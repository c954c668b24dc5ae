package org.starbridge.testkit;

import io.lindstrom.m3u8.parser.MediaPlaylistParser;
import io.lindstrom.m3u8.parser.ParsingMode;
import io.lindstrom.m3u8.parser.PlaylistParserException;
import java.util.ArrayList;
import java.util.List;
import org.starbridge.playlist.MediaPlaylist;
import org.starbridge.playlist.MediaSegment;
import org.starbridge.playlist.PlaylistException;
import org.starbridge.playlist.PlaylistParser;
import org.starbridge.playlist.PlaylistRules;
import org.starbridge.playlist.PlaylistRules.Pace;

/**
 * The rules of {@link PlaylistRules} for the playlists that the bridge writes, and what it does beyond them. Each
 * playlist must also be one that a parser of others takes.
 */
public final class PlaylistValidator {
    private static final double ROUNDING = 0.0005;
    private static final int HOLD_BACK_PARTS = 3;

    private PlaylistValidator() {}

    /**
     * Returns what is wrong with a live playlist.
     *
     * @param text of it; a delta update needs one before it
     * @param before an earlier one of the same rendition, or an empty string
     * @param isSteady whether frames come often and evenly enough for parts to have their length
     */
    public static List<String> violations(String text, String before, boolean isSteady) {
        Pace pace = isSteady ? Pace.STEADY : Pace.ANY;
        List<String> wrong = new ArrayList<>();
        try {
            MediaPlaylist playlist = (MediaPlaylist) PlaylistParser.parse(text);
            compareWithParser(text, playlist, wrong);
            require(
                    playlist.control().partHoldBackSeconds()
                            >= HOLD_BACK_PARTS * playlist.control().partTargetSeconds() - ROUNDING,
                    "PART-HOLD-BACK: at least 3 part targets",
                    wrong);
            require(playlist.control().holdBackSeconds() > 0, "no HOLD-BACK", wrong);
            require(playlist.control().skipUntilSeconds() > 0, "no CAN-SKIP-UNTIL", wrong);
            require(
                    playlist.skipped() > 0 || playlist.segments().stream().allMatch(PlaylistValidator::hasMap),
                    "no EXT-X-MAP",
                    wrong);
            if (before.isEmpty()) {
                wrong.addAll(PlaylistRules.of(playlist, pace));
            } else {
                MediaPlaylist earlier = (MediaPlaylist) PlaylistParser.parse(before);
                MediaPlaylist whole = playlist.completedBy(earlier);
                if (whole == null) {
                    wrong.add("a delta update skips segments that the previous playlist did not have");
                } else {
                    wrong.addAll(PlaylistRules.of(whole, pace));
                    wrong.addAll(PlaylistRules.between(earlier, whole, pace));
                }
            }
        } catch (PlaylistException | ClassCastException e) {
            wrong.add("not a media playlist: " + e);
        }
        return wrong;
    }

    private static boolean hasMap(MediaSegment segment) {
        return segment.map() != null || segment.isGap();
    }

    /** A parser that others made, which knows all tags and attributes, understands the same. */
    private static void compareWithParser(String text, MediaPlaylist playlist, List<String> wrong) {
        try {
            var parsed = new MediaPlaylistParser(ParsingMode.STRICT).readPlaylist(text);
            long complete = playlist.segments().stream()
                    .filter(MediaSegment::isComplete)
                    .count();
            int found = parsed.mediaSegments().size();
            require(found == complete, complete + " segments, a parser finds " + found, wrong);
            require(
                    parsed.mediaSequence() == playlist.mediaSequence(),
                    "media sequence, for a parser: " + parsed.mediaSequence(),
                    wrong);
            require(
                    parsed.targetDuration() == playlist.targetSeconds(),
                    "target duration, for a parser: " + parsed.targetDuration(),
                    wrong);
            require(
                    parsed.preloadHint().isPresent() != playlist.hasEnded(),
                    "EXT-X-PRELOAD-HINT, for a parser: " + parsed.preloadHint(),
                    wrong);
            require(
                    parsed.skip().isPresent() == playlist.skipped() > 0,
                    "EXT-X-SKIP, for a parser: " + parsed.skip(),
                    wrong);
        } catch (PlaylistParserException | RuntimeException e) {
            wrong.add("a parser refuses it: " + e);
        }
    }

    private static void require(boolean isSo, String sentence, List<String> wrong) {
        if (!isSo) {
            wrong.add(sentence);
        }
    }
}
