package org.starbridge.benchmarks.ladder;

import java.util.List;
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
    /** What one endpoint of a star sends, and a lecturer's video. */
    private static final int VIDEO_KBPS = 1500;

    Row {
        hammer = List.copyOf(hammer);
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
        return List.of(star(10), star(25), video(100));
    }
}
