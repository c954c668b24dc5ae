package org.starbridge.recording.hls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.recording.frame.Codec;

class AudioLineTest {
    private static final long MS = 1_000_000;
    private static final byte[] VOICE = {(byte) 0xFC, 1, 2, 3};

    private final List<Long> times = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private final AudioLine line = new AudioLine(
            (timeNs, packet) -> {
                times.add(timeNs / MS);
                lengths.add(packet.length);
            },
            300 * MS);

    private void tick(long fromMs, long toMs) {
        for (long at = fromMs; at < toMs; at += 10) {
            line.onTick(at * MS);
        }
    }

    /** Time up to which there is sound. */
    private long endMs() {
        return times.getLast() + 20;
    }

    @Test
    void aSenderThatStoppedIsNotWaitedFor() {
        line.onPacket(0, VOICE);
        tick(0, 340);
        assertThat(endMs()).as("a missing packet is waited for").isEqualTo(20);
        for (long now = 340; now < 2000; now += 10) {
            line.onTick(now * MS);
            assertThat(now - endMs()).isBetween(40L, 60L);
        }
        line.onPacket(1980 * MS, VOICE);
        assertThat(lengths.getLast()).as("the first packet is heard").isEqualTo(VOICE.length);
    }

    @Test
    void singlePacketsOfASenderThatStoppedChangeNothing() {
        line.onPacket(0, VOICE);
        tick(0, 400);
        line.onPacket(400 * MS, VOICE);
        tick(410, 800);
        assertThat(790 - endMs()).isLessThan(60);
    }

    @Test
    void aSenderWhosePacketsAreLateIsHeardAfterAPause() {
        tick(0, 1000);
        for (long now = 1000; now < 2000; now += 20) {
            line.onPacket((now - 250) * MS, VOICE);
            tick(now, now + 20);
        }
        assertThat(lengths.subList(lengths.size() - 30, lengths.size())).containsOnly(VOICE.length);
    }

    /** The sender spoke before its pause, so that its last packet is known. */
    @Test
    void aSenderThatStoppedAndWhosePacketsAreLateIsHeardAgain() {
        line.onPacket(0, VOICE);
        tick(0, 1000);
        for (long now = 1000; now < 2000; now += 20) {
            line.onPacket((now - 250) * MS, VOICE);
            tick(now, now + 20);
        }
        assertThat(lengths.subList(lengths.size() - 30, lengths.size())).containsOnly(VOICE.length);
    }

    /** Whatever comes, and whenever: the line has no hole, nothing twice, and voice near its time. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void theLineIsUnbrokenWhateverComes(int seed) {
        Random random = new Random(seed);
        long[] next = {-1};
        AudioLine any = new AudioLine(
                (timeNs, packet) -> {
                    assertThat(timeNs).isEqualTo(next[0] < 0 ? timeNs : next[0]);
                    next[0] = timeNs + Silence.durationNs(Codec.OPUS, packet);
                    if (packet.length > 4) {
                        assertThat(timeNs - ByteBuffer.wrap(packet).getLong(1))
                                .as("voice at its time")
                                .isBetween(-20 * MS, 20 * MS);
                    }
                },
                300 * MS);
        boolean isSpeaking = true;
        for (long now = 0; now < 4000; now += 10) {
            isSpeaking ^= random.nextInt(30) == 0;
            if (isSpeaking && now % 20 == 0 && random.nextInt(10) != 0) {
                long atNs = (now + random.nextInt(41) - 20) * MS;
                any.onPacket(
                        atNs,
                        ByteBuffer.allocate(9).put((byte) 0xFC).putLong(atNs).array());
            }
            any.onTick(now * MS);
            assertThat(next[0]).as("patience").isGreaterThan((now - 320) * MS);
        }
        any.end(5000 * MS);
        assertThat(next[0]).isBetween(4981 * MS, 5020 * MS);
    }

    @Test
    void aLongHoleIsNotFilled() {
        line.onPacket(0, VOICE);
        line.onPacket(5020 * MS, VOICE);
        assertThat(times).as("5 s are").hasSize(252);
        line.onPacket(10_060 * MS, VOICE);
        assertThat(times).hasSize(254).endsWith(10_040L, 10_060L);
    }

    @Test
    void gapsOfSoundAreFilledWithSilence() {
        line.onPacket(0, VOICE);
        line.onPacket(20 * MS, VOICE);
        line.onPacket(105 * MS, VOICE);
        line.onPacket(60 * MS, VOICE); // late
        line.onTick(430 * MS);
        assertThat(times).containsExactly(0L, 20L, 40L, 60L, 80L, 100L);
        assertThat(lengths).containsExactly(4, 4, 3, 3, 3, 4);
    }

    @Test
    void packetsSayHowLongTheyAre() {
        assertThat(Silence.durationNs(Codec.OPUS, new byte[] {(byte) 0xFC})).isEqualTo(20 * MS);
        assertThat(Silence.durationNs(Codec.OPUS, new byte[] {0x18})).isEqualTo(60 * MS);
        assertThat(Silence.durationNs(Codec.OPUS, new byte[] {(byte) 0xE1})).isEqualTo(5 * MS);
        assertThat(Silence.durationNs(Codec.OPUS, new byte[] {0x63, 3})).isEqualTo(30 * MS);
        assertThat(Silence.durationNs(Codec.OPUS, new byte[] {0x1B, 48})).isEqualTo(120 * MS);
    }
}
