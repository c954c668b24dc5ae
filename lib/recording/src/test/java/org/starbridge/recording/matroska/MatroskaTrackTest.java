package org.starbridge.recording.matroska;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.TrackFormat;

/** Reads the structure with a reader of its own. That players understand the files is tested with FFmpeg elsewhere. */
class MatroskaTrackTest {
    private static final long UNKNOWN = (1L << 56) - 1;

    private static MatroskaTrack video() {
        return new MatroskaTrack(new TrackFormat(Codec.VP8, 640, 480, new byte[0]), "one", 1_700_000_000_000L);
    }

    /** An element's size: a first bit of 1 says how many bytes it has. */
    private static long size(ByteBuffer in) {
        int first = in.get() & 0xFF;
        int more = Integer.numberOfLeadingZeros(first) - 24;
        long value = first & (0x7F >> more);
        for (int i = 0; i < more; i++) {
            value = (value << 8) | (in.get() & 0xFF);
        }
        return value;
    }

    private static void skip(ByteBuffer in) {
        int length = (int) size(in);
        in.position(in.position() + length);
    }

    private static int id(ByteBuffer in) {
        int first = in.get() & 0xFF;
        int more = Integer.numberOfLeadingZeros(first) - 24;
        int value = first;
        for (int i = 0; i < more; i++) {
            value = (value << 8) | (in.get() & 0xFF);
        }
        return value;
    }

    /** Cluster time and, for each block, its relative time and whether it is a key frame. */
    private static List<String> cluster(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        assertThat(id(in)).isEqualTo(Id.CLUSTER);
        assertThat(size(in)).isEqualTo(in.remaining());
        List<String> content = new ArrayList<>();
        while (in.hasRemaining()) {
            int id = id(in);
            int length = (int) size(in);
            int next = in.position() + length;
            if (id == Id.TIMESTAMP) {
                long time = 0;
                while (in.position() < next) {
                    time = (time << 8) | (in.get() & 0xFF);
                }
                content.add("at " + time);
            } else {
                assertThat(id).isEqualTo(Id.SIMPLE_BLOCK);
                assertThat(in.get()).isEqualTo((byte) 0x81);
                short relative = in.getShort();
                content.add((in.get() < 0 ? "key " : "") + relative + ": " + (next - in.position()));
            }
            in.position(next);
        }
        return content;
    }

    @Test
    void theHeaderIsFollowedByASegmentWithoutEnd() {
        MatroskaTrack track = video();
        ByteBuffer in = ByteBuffer.wrap(track.header());
        assertThat(id(in)).isEqualTo(Id.EBML);
        skip(in);
        assertThat(id(in)).isEqualTo(Id.SEGMENT);
        assertThat(size(in)).isEqualTo(UNKNOWN);
        assertThat(id(in)).as("place for what finds the index").isEqualTo(Id.VOID);
        skip(in);
        assertThat(id(in)).isEqualTo(Id.INFO);
        skip(in);
        assertThat(id(in)).isEqualTo(Id.TRACKS);
        assertThat(size(in)).isEqualTo(in.remaining());
    }

    @Test
    void clustersBeginWithKeyFramesAndAreShort() {
        MatroskaTrack track = video();
        assertThat(track.add(500, true, new byte[3])).isEmpty();
        assertThat(track.add(900, true, new byte[4])).isEmpty();
        assertThat(track.add(1000, false, new byte[200])).isEmpty();
        assertThat(cluster(track.add(1600, true, new byte[5])))
                .containsExactly("at 500", "key 0: 3", "key 400: 4", "500: 200");
        assertThat(track.add(1500, false, new byte[6])).isEmpty();
        assertThat(cluster(track.add(3600, false, new byte[7]))).containsExactly("at 1600", "key 0: 5", "0: 6");
        assertThat(cluster(track.end())).containsExactly("at 3600", "0: 7");
        assertThat(track.end()).isEmpty();
    }

    /** Positions are counted from the segment's content. */
    @Test
    void theIndexFindsTheClustersThatBeginWithKeyFrames() {
        MatroskaTrack track = video();
        track.add(0, true, new byte[3]);
        int first = track.end().length;
        track.add(500, false, new byte[3]);
        int second = track.end().length;
        track.add(600, true, new byte[3]);
        track.onLost(track.end());
        track.add(1000, true, new byte[3]);
        int third = track.end().length;
        byte[] header = track.finalHeader();
        assertThat(header).hasSameSizeAs(track.header());
        ByteBuffer in = ByteBuffer.wrap(header);
        id(in);
        skip(in);
        id(in);
        size(in);
        int content = header.length - in.position();
        assertThat(id(in)).isEqualTo(Id.SEEK_HEAD);
        int position = content + first + second + third;
        assertThat(hex(header))
                .contains(
                        "53ac88" + hex(ByteBuffer.allocate(8).putLong(position).array()));
        assertThat(hex(track.index()))
                .startsWith("1c53bb6b")
                .contains("b38100b7", "b38203e8b7")
                .contains("f181" + Integer.toHexString(content))
                .contains("f181" + Integer.toHexString(content + first + second))
                .doesNotContain("b3820258b7");
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** Times do not go back, and a file does not begin before time 0. */
    @Test
    void timesDoNotGoBack() {
        MatroskaTrack track = video();
        track.add(-300, true, new byte[3]);
        track.add(40, false, new byte[4]);
        track.add(20, false, new byte[5]);
        assertThat(cluster(track.end())).containsExactly("at 0", "key 0: 3", "40: 4", "40: 5");
        track.add(30, false, new byte[6]);
        assertThat(cluster(track.end())).containsExactly("at 40", "0: 6");
    }

    @Test
    void framesBehindALostClusterThatReferToItAreLeftOut() {
        MatroskaTrack track = video();
        track.add(0, true, new byte[3]);
        track.onLost(track.add(2000, false, new byte[4]));
        track.add(2040, true, new byte[5]);
        assertThat(cluster(track.end())).containsExactly("at 2040", "key 0: 5");
    }

    @Test
    void soundHasClustersOfTwoSeconds() {
        MatroskaTrack track = new MatroskaTrack(new TrackFormat(Codec.OPUS, 0, 0, new byte[19]), "one", 0);
        for (int at = 0; at < 2000; at += 20) {
            assertThat(track.add(at, true, new byte[3])).isEmpty();
        }
        assertThat(cluster(track.add(2000, true, new byte[3]))).hasSize(101);
    }

    @Test
    void filesWithoutKeyFramesHaveNoIndex() {
        MatroskaTrack track = video();
        track.add(0, false, new byte[3]);
        track.end();
        assertThat(track.index()).isEmpty();
        assertThat(track.finalHeader()).hasSameSizeAs(track.header());
        assertThat(hex(track.finalHeader())).doesNotContain("114d9b74");
    }

    /** A file lasts until the end of its last frame. */
    @Test
    void theDurationHasTheLastFrame() {
        MatroskaTrack track = video();
        track.add(5000, true, new byte[3]);
        assertThat(durationMs(track)).isEqualTo(5000);
        track.add(5040, false, new byte[3]);
        assertThat(durationMs(track)).isEqualTo(5080);
        track.add(9000, false, new byte[3]);
        assertThat(durationMs(track)).as("a pause is no frame").isEqualTo(9100);
    }

    private static double durationMs(MatroskaTrack track) {
        String header = hex(track.finalHeader());
        int at = header.indexOf("448988") + 6;
        return Double.longBitsToDouble(HexFormat.fromHexDigitsToLong(header, at, at + 16));
    }

    @Test
    void aClusterIsBoundedInBytes() {
        MatroskaTrack track = video();
        track.add(0, true, new byte[1 << 20]);
        assertThat(track.add(1, false, new byte[1])).hasSizeGreaterThan(1 << 20);
    }
}
