package org.starbridge.hammer.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.starbridge.bridge.interop.Chromium;

/** A receive-only page: says what it wants, and waits until it is what the browser shows. */
final class Player {
    /** For a machine that is busy with something else; nothing here is measured by it. */
    private static final Duration LIMIT = Duration.ofSeconds(40);

    private final Chromium.Page page;

    Player(Chromium.Page page, String meetingId, String id, List<Map<String, Object>> sources) {
        this.page = page;
        page.call("playSources", meetingId, id, sources);
    }

    /** What the browser says of one source; {@code qpSum} is -1 if its decoder does not tell. */
    record Shown(int height, long frames, double frozenSeconds, String codec, double qpSum) {
        boolean isOf(String name) {
            return codec.equals("video/" + name);
        }
    }

    /** What the bridge has said last that it forwards, and what is shown of each source, by name. */
    record Picture(Set<String> forwarded, Map<String, Shown> sources) {
        /** Of one that has never come: nothing. */
        Shown of(String source) {
            return sources.getOrDefault(source, new Shown(0, 0, 0, "", -1));
        }
    }

    /** The encoded frames that came, of a page whose {@code keepFrames} was called first; see {@link FrameDecoder}. */
    String keptFrames() {
        return String.valueOf(page.call("keptFrames").get("lines"));
    }

    void want(Map<String, Object> constraints) {
        page.call("want", constraints);
    }

    /** All sources at this height, at most. */
    void wantHeight(int maxHeight) {
        want(Map.of("lastN", -1, "defaultConstraints", Map.of("maxHeight", maxHeight)));
    }

    /** One source alone, as far as it fits a bandwidth; -1 for what the bridge estimates. */
    void wantWithin(String source, long bandwidthBps) {
        want(Map.of(
                "lastN",
                -1,
                "assumedBandwidthBps",
                bandwidthBps,
                "defaultConstraints",
                Map.of("maxHeight", 0),
                "constraints",
                Map.of(source, Map.of("maxHeight", 2160))));
    }

    /** Of all video that comes, while this many frames of a source do. */
    long bitrateBps(String source, int frames) {
        long beginNs = System.nanoTime();
        long before = videoBytes();
        awaitFrames(source, frames);
        return (long) ((videoBytes() - before) * 8e9 / (System.nanoTime() - beginNs));
    }

    private long videoBytes() {
        return (long) number(page.call("received"), "videoBytes");
    }

    Picture look() {
        Map<String, Object> seen = page.call("shown");
        Map<?, ?> sources = (Map<?, ?>) Objects.requireNonNull(seen.get("sources"));
        Map<String, Shown> shown = new HashMap<>();
        sources.forEach((name, figures) -> shown.put(String.valueOf(name), shown((Map<?, ?>) figures)));
        List<?> forwarded = (List<?>) Objects.requireNonNull(seen.get("forwarded"));
        return new Picture(forwarded.stream().map(String::valueOf).collect(Collectors.toUnmodifiableSet()), shown);
    }

    private static Shown shown(Map<?, ?> figures) {
        return new Shown(
                (int) number(figures, "height"),
                (long) number(figures, "frames"),
                number(figures, "frozenSeconds"),
                String.valueOf(figures.get("codec")),
                number(figures, "qpSum"));
    }

    private static double number(Map<?, ?> figures, String name) {
        return ((Number) Objects.requireNonNull(figures.get(name), name)).doubleValue();
    }

    /** Waits until it looks like that; returns how it looks then. */
    Picture await(String what, Predicate<Picture> condition) {
        long deadlineNs = System.nanoTime() + LIMIT.toNanos();
        Picture picture = look();
        while (!condition.test(picture) && System.nanoTime() < deadlineNs) {
            LockSupport.parkNanos(100_000_000);
            picture = look();
        }
        assertThat(picture).as(what).matches(condition);
        return picture;
    }

    /** Waits until a source goes on with this many more frames at this height. */
    Picture awaitHeight(String source, int height) {
        await(source + " at " + height, picture -> picture.of(source).height() == height);
        return awaitFrames(source, 8);
    }

    /** Waits until a source has this height; returns how many frames were decoded until then. */
    long framesUntilHeight(String source, int height) {
        long before = look().of(source).frames();
        Picture changed =
                await(source + " at " + height, picture -> picture.of(source).height() == height);
        return changed.of(source).frames() - before;
    }

    /** Waits until this many more frames of a source are decoded. */
    Picture awaitFrames(String source, int frames) {
        long before = look().of(source).frames();
        return await(source + " moves", picture -> picture.of(source).frames() >= before + frames);
    }
}
