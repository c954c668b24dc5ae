package org.starbridge.benchmarks.ladder;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One scenario of the ladder.
 *
 * @param name for the command line and programs: {@code star-25}
 * @param label for people
 * @param hammer the Hammer's arguments for it
 */
record Row(String name, String label, List<String> hammer) {
    /** Forms of what can be measured in addition to the plans. */
    static final String FORMS = "star-K (K from 2 to 60), video-1-N or audio-10-N (N from 1 to 5000)";

    private static final int VIDEO_KBPS = 1500;

    private static final Pattern NAME = Pattern.compile("(star|video-1|audio-10)-([1-9][0-9]{0,3})");
    static final int MIN_STAR = 2;
    static final int MAX_STAR = 60;

    /** The most that the Hammer takes. */
    static final int MAX_RECEIVERS = 5000;

    Row {
        hammer = List.copyOf(hammer);
    }

    /** The row with this name; empty if it has none of the {@link #FORMS}. */
    static Optional<Row> named(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int size = Integer.parseInt(matcher.group(2));
        return switch (matcher.group(1)) {
            case "star" -> size < MIN_STAR || size > MAX_STAR ? Optional.empty() : Optional.of(star(size));
            case "video-1" -> size > MAX_RECEIVERS ? Optional.empty() : Optional.of(video(size));
            default -> size > MAX_RECEIVERS ? Optional.empty() : Optional.of(audio(size));
        };
    }

    static Row star(int k) {
        return new Row("star-" + k, "star, K = " + k, List.of("-k", Integer.toString(k)));
    }

    static Row video(int receivers) {
        return new Row(
                "video-1-" + receivers,
                "video 1 → " + receivers,
                List.of(
                        "--senders",
                        "1",
                        "--receivers",
                        Integer.toString(receivers),
                        "--kinds",
                        "video",
                        "--bitrate",
                        Integer.toString(VIDEO_KBPS)));
    }

    static Row audio(int receivers) {
        return new Row(
                "audio-10-" + receivers,
                "audio 10 → " + receivers,
                List.of("--senders", "10", "--receivers", Integer.toString(receivers), "--kinds", "audio"));
    }

    /** K who all send three encodings of video, and of whose pictures each asks for {@code lastN}. */
    static Row lastN(int k, int lastN) {
        return new Row(
                "last-" + lastN + "-" + k,
                "simulcast, Last-N " + lastN + ", K = " + k,
                List.of("-k", Integer.toString(k), "--simulcast", "--last-n", Integer.toString(lastN)));
    }

    /** The same with three spatial layers in one SSRC, K-SVC, of this codec. */
    static Row layered(int k, int lastN, String codec) {
        return new Row(
                "last-" + lastN + "-" + k + "-" + codec.toLowerCase(Locale.ROOT),
                codec + " L3T3_KEY, Last-N " + lastN + ", K = " + k,
                List.of("-k", Integer.toString(k), "--codec", codec, "--last-n", Integer.toString(lastN)));
    }

    /** The same with another option of the Hammer's. */
    Row with(String addedName, String addedLabel, String option) {
        return new Row(
                name + "-" + addedName,
                label + ", " + addedLabel,
                Stream.concat(hammer.stream(), Stream.of(option)).toList());
    }

    /** All of the ladder. */
    static List<Row> all() {
        return Stream.of(
                        IntStream.of(10, 15, 20, 25, 29, 33).mapToObj(Row::star),
                        IntStream.of(100, 300, 1000).mapToObj(Row::video),
                        IntStream.of(100, 300).mapToObj(Row::audio))
                .flatMap(rows -> rows)
                .toList();
    }

    /** Those of {@code --quick}. */
    static List<Row> quick() {
        return List.of(star(25), video(100));
    }
}
