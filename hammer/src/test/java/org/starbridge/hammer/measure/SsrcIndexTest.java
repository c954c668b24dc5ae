package org.starbridge.hammer.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.hammer.media.Codec;

class SsrcIndexTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 20, 66, 1000})
    void findsEachStreamAndNoOther(int count) {
        long seed = 7L * count;
        Random random = new Random(seed);
        Set<Integer> ssrcs = new HashSet<>();
        List<SentStream> streams = new ArrayList<>();
        while (streams.size() < count) {
            int ssrc = random.nextInt();
            if (ssrcs.add(ssrc)) {
                streams.add(new SentStream(streams.size(), 0, Codec.VP8, ssrc));
            }
        }
        SsrcIndex index = SsrcIndex.of(streams);
        SsrcIndex filled = SsrcIndex.empty(count);
        for (SentStream stream : streams) {
            assertThat(filled.find(stream.ssrc())).as("seed %d", seed).isEqualTo(-1);
            filled.put(stream.ssrc(), stream.index());
            assertThat(filled.find(stream.ssrc())).as("seed %d", seed).isEqualTo(stream.index());
            assertThat(index.find(stream.ssrc())).as("seed %d", seed).isEqualTo(stream.index());
        }
        for (int i = 0; i < 10_000; i++) {
            int ssrc = random.nextInt();
            if (!ssrcs.contains(ssrc)) {
                assertThat(index.find(ssrc)).as("seed %d", seed).isEqualTo(-1);
            }
        }
    }

    @Test
    void findsZeroLikeAnyOther() {
        assertThat(SsrcIndex.of(List.of(new SentStream(0, 0, Codec.VP8, 5))).find(0))
                .isEqualTo(-1);
        assertThat(SsrcIndex.of(List.of(new SentStream(0, 0, Codec.VP8, 0))).find(0))
                .isZero();
    }

    @Test
    void refusesTwoStreamsWithOneSsrc() {
        List<SentStream> twins = List.of(new SentStream(0, 0, Codec.VP8, -1), new SentStream(1, 0, Codec.OPUS, -1));
        assertThatThrownBy(() -> SsrcIndex.of(twins))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4294967295");
    }
}
