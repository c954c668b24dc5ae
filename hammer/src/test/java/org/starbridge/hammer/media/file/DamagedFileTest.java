package org.starbridge.hammer.media.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.hammer.media.FileBytes;
import org.starbridge.hammer.media.MediaFileException;
import org.starbridge.hammer.media.MediaKind;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.file.SampleFiles.PcapStyle;

/** A damaged file is read, as far as it still makes sense, or refused with a sentence; nothing else happens. */
class DamagedFileTest {
    private static final int MUTATIONS = 3000;

    static Stream<Arguments> files() {
        var packets = SampleFiles.callPackets().subList(0, 40);
        return Stream.of(
                Arguments.of("rtpdump", MediaKind.VIDEO, SampleFiles.rtpdump(packets)),
                Arguments.of("rtpdump", MediaKind.AUDIO, SampleFiles.rtpdump(packets)),
                Arguments.of(
                        "ethernet.pcap",
                        MediaKind.VIDEO,
                        SampleFiles.pcap(new PcapStyle(ByteOrder.LITTLE_ENDIAN, false, 1, false), packets)),
                Arguments.of(
                        "sll.pcap",
                        MediaKind.VIDEO,
                        SampleFiles.pcap(new PcapStyle(ByteOrder.BIG_ENDIAN, true, 113, true), packets)),
                Arguments.of(
                        "ivf",
                        MediaKind.VIDEO,
                        SampleFiles.ivf(List.of(
                                SampleFiles.vp8Frame(true, 1500, 1),
                                SampleFiles.vp8Frame(false, 30, 2),
                                SampleFiles.vp8Frame(true, 20, 3)))),
                Arguments.of("ogg", MediaKind.AUDIO, SampleFiles.ogg(7, 3, SingleStreamReadersTest.opusPackets())));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("files")
    void isReadOrRefusedWhereverItIsCut(String name, MediaKind kind, byte[] file) {
        int refused = 0;
        for (int length = 0; length < file.length; length++) {
            refused += refuses(name, kind, Arrays.copyOf(file, length), "cut to " + length) ? 1 : 0;
        }
        assertThat(refused).isGreaterThan(file.length / 2);
        assertThat(refuses(name, kind, file, "whole")).isFalse();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("files")
    void isReadOrRefusedWhateverIsChanged(String name, MediaKind kind, byte[] file) {
        int refused = 0;
        for (int seed = 0; seed < MUTATIONS; seed++) {
            var random = new Random(seed);
            byte[] mutant = file.clone();
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                // Half of the changes hit the first records, where the lengths are.
                int at = random.nextInt(random.nextBoolean() ? Math.min(200, mutant.length) : mutant.length);
                mutant[at] = random.nextInt(4) == 0 ? (byte) 0xFF : (byte) random.nextInt(256);
            }
            refused += refuses(name, kind, mutant, "seed " + seed) ? 1 : 0;
        }
        assertThat(refused).isGreaterThan(MUTATIONS / 20);
    }

    private static boolean refuses(String name, MediaKind kind, byte[] bytes, String how) {
        try {
            RecordedStream stream = MediaFile.read(new FileBytes(name, bytes), kind, StreamSelection.busiest());
            assertThat(stream.packets()).as(how).isPositive();
            assertThat(stream.loopNs()).as(how).isPositive();
            assertThat(stream.loopTicks()).as(how).isPositive();
            assertThat(stream.isKeyFrameStart(0)).as(how).isTrue();
            return false;
        } catch (MediaFileException e) {
            assertThat(e.offset()).as(how).isBetween(0L, (long) bytes.length);
            assertThat(e).as(how).hasMessageContaining("; expected ");
            return true;
        } catch (RuntimeException e) {
            return fail(name + " " + kind + ", " + how, e);
        }
    }
}
