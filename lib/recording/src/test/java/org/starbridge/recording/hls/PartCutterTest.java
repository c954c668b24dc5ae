package org.starbridge.recording.hls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.recording.hls.Segment.Part;

/** Parts of any frames: without holes, as long as they have to be, and with each frame near its time. */
class PartCutterTest {
    private static final long MS = 1_000_000;
    private static final int TICKS_OF_MS = 90;
    private static final HlsTiming TIMING = new HlsTiming(4000 * MS, 500 * MS, 45_000 * MS, 64 << 20);
    private static final long TARGET = 500 * TICKS_OF_MS;
    private static final long LEAST = TARGET * 85 / 100;

    private final List<Part> made = new ArrayList<>();
    private final PartCutter cutter = new PartCutter(TIMING, 1000 * TICKS_OF_MS, true, made::add);

    private static byte[] frame(long captured) {
        return ByteBuffer.allocate(8).putLong(captured).array();
    }

    private List<WrittenMedia.Shown> shown() {
        return made.stream()
                .flatMap(part -> WrittenMedia.fragment(part.data()).stream())
                .toList();
    }

    /** Segments of two seconds and more, of frames at this distance, some of which are missing. */
    @ParameterizedTest
    @ValueSource(ints = {8, 16, 33, 40, 66, 83, 100, 125, 142, 200, 240, 260, 333, 400, 450})
    void partsHaveTheirLengthAndFramesTheirTime(int frameMs) {
        Random random = new Random(frameMs);
        long at = 0;
        long longest = 0;
        List<Long> last = new ArrayList<>(); // of segments: they may be moved further
        long before = 0;
        List<Integer> partsOfSegments = new ArrayList<>();
        long begin = 0;
        boolean isFirst = true;
        cutter.begin(0);
        for (int i = 0; i < 400; i++) {
            boolean ends = !isFirst && at - begin >= 2000 * TICKS_OF_MS;
            if (ends) {
                cutter.endSegment(at);
                partsOfSegments.add(made.size());
                last.add(before);
                begin = at;
            }
            cutter.add(at, ends || isFirst, frame(at));
            isFirst = false;
            before = at;
            int missing = random.nextInt(10) == 0 && frameMs < 60 ? 1 : 0;
            long lasts = (1L + missing) * frameMs * TICKS_OF_MS;
            longest = Math.max(longest, lasts);
            at += lasts;
        }
        cutter.endSegment(at);
        partsOfSegments.add(made.size());
        last.add(before);
        assertThat(cutter.waitingTicks()).isEqualTo(-1);
        assertThat(cutter.endTicks()).isEqualTo(at);
        assertThat(cutter.made()).isEqualTo(made.size());
        assertThat(made.stream().mapToLong(Part::ticks).sum()).isEqualTo(at);
        for (int i = 0; i < made.size(); i++) {
            long ticks = made.get(i).ticks();
            assertThat(ticks).as("part %d", i).isLessThanOrEqualTo(TARGET);
            if (!partsOfSegments.contains(i + 1)) {
                assertThat(ticks).as("part %d", i).isGreaterThanOrEqualTo(LEAST);
            }
        }
        long end = 0;
        for (WrittenMedia.Shown each : shown()) {
            assertThat(each.ticks()).isEqualTo(end);
            end += each.lengthTicks();
            long captured = ByteBuffer.wrap(each.data()).getLong();
            assertThat(Math.abs(each.ticks() - captured))
                    .as("%d was moved to %d", captured, each.ticks())
                    .isLessThanOrEqualTo(
                            last.contains(captured) ? longest : Math.max(40 * TICKS_OF_MS, longest / 2 + 1));
        }
    }

    /** Frames of sound are not moved, so parts end where they end. */
    @ParameterizedTest
    @ValueSource(ints = {10, 20, 21, 60, 120})
    void soundStaysWhereItIs(int packetMs) {
        PartCutter sound = new PartCutter(TIMING, 1000 * TICKS_OF_MS, false, made::add);
        sound.begin(0);
        long at = 0;
        while (at < 5000 * TICKS_OF_MS) {
            sound.add(at, true, frame(at));
            at += (long) packetMs * TICKS_OF_MS;
        }
        sound.endSegment(at);
        for (WrittenMedia.Shown each : shown()) {
            assertThat(each.ticks()).isEqualTo(ByteBuffer.wrap(each.data()).getLong());
        }
        assertThat(made.subList(0, made.size() - 1))
                .allMatch(part -> part.ticks() <= TARGET && part.ticks() > TARGET - (long) packetMs * TICKS_OF_MS)
                .allMatch(Part::isIndependent);
    }

    @ParameterizedTest
    @ValueSource(ints = {600, 1500, 3000})
    void aFrameThatIsShownForLongIsAPartOfItsOwnLength(int pauseMs) {
        cutter.begin(0);
        for (long at : new long[] {0, 100, 200, 200 + pauseMs, 300 + pauseMs}) {
            cutter.add(at * TICKS_OF_MS, at == 0, frame(at * TICKS_OF_MS));
        }
        cutter.endBeforeLast();
        assertThat(cutter.waitingTicks()).isGreaterThanOrEqualTo((200 + pauseMs) * (long) TICKS_OF_MS);
        assertThat(made.stream().mapToLong(Part::ticks).sum()).isEqualTo(cutter.endTicks());
        assertThat(cutter.endTicks()).isEqualTo(cutter.waitingTicks());
        assertThat(shown()).hasSize(4);
        for (WrittenMedia.Shown each : shown()) {
            long captured = ByteBuffer.wrap(each.data()).getLong();
            assertThat(each.ticks() - captured).isBetween(-225L * TICKS_OF_MS, 225L * TICKS_OF_MS);
        }
    }
}
