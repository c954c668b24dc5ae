package org.starbridge.media.projection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.layers.SourceLayers;
import org.starbridge.media.projection.LayeredSource.InterLayer;
import org.starbridge.media.projection.LayeredSource.Wire;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.Vp9Dependencies;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** A VP9 source of three encodings with three spatial layers each, of which one encoding goes to a receiver. */
class ProjectionTest {
    private static final int HANDLE = 7;
    private static final long FRAME_NS = 33_000_000;

    private final Vp9Dependencies dependencies = new Vp9Dependencies();
    private final SourceLayers layers = new SourceLayers(3);
    private final FrameFacts parsed = new FrameFacts();
    private final SourcePacket packet = new SourcePacket();
    private long highestSent = -1;

    /** Spatial layers of what goes of some pictures. */
    private Set<Integer> run(Projection projection, LayeredSource source, int pictures) {
        Set<Integer> went = new TreeSet<>();
        try (Slab slab = Slab.allocate(64)) {
            for (int i = 0; i < pictures; i++) {
                for (LayeredSource.Packet each : source.capture()) {
                    Memory.copyIn(each.payload(), 0, slab.address(), each.payload().length);
                    parsed.parse(each.codec(), each.encoding(), slab.address(), each.payload().length, each.marker());
                    dependencies.onPacket(parsed);
                    layers.onPacket(parsed, each.extSeq(), 100, i * FRAME_NS);
                    packet.facts().unpack(parsed.packed(), parsed.firstCodecWord(), parsed.secondCodecWord());
                    packet.set(each.extSeq(), each.timestamp(), each.marker(), i * FRAME_NS, each.extSeq());
                    long index = projection.project(packet, highestSent);
                    if (index >= 0) {
                        highestSent = Math.max(highestSent, index);
                        went.add(each.frame().spatial());
                    }
                }
            }
        }
        return went;
    }

    /** Of any encoding another bridge gets the spatial layers up to the highest that is wanted there. */
    @ParameterizedTest
    @CsvSource({"0, KEY_PICTURES", "1, KEY_PICTURES", "2, KEY_PICTURES", "1, ALL", "2, NEVER"})
    void aReceiverThatChoosesItselfGetsLayersOfItsEncoding(int encoding, InterLayer interLayer) {
        LayeredSource source = new LayeredSource(new Random(3), Wire.VP9, interLayer, 3, 3, encoding);
        Projection projection = Projection.ofSource(MediaKind.VIDEO, HANDLE, encoding);
        projection.targetAllUpTo(HANDLE, 1, false);
        assertThat(run(projection, source, 20)).containsExactly(0, 1);
        projection.targetAllUpTo(HANDLE, 3, true);
        source.requestKeyFrame();
        assertThat(run(projection, source, 20)).containsExactly(0, 1, 2);
        projection.targetAllUpTo(HANDLE, 0, true);
        assertThat(run(projection, source, 20)).contains(0);
        assertThat(run(projection, source, 20)).containsExactly(0);
    }

    @Test
    void aReceiverThatChoosesItselfGetsAnEncodingAsItComes() {
        LayeredSource source = new LayeredSource(new Random(3), Wire.VP9, InterLayer.KEY_PICTURES, 3, 3, 2);
        Projection projection = Projection.ofSource(MediaKind.VIDEO, HANDLE, 2);
        projection.targetAllUpTo(HANDLE, 3, false);
        assertThat(run(projection, source, 20)).containsExactly(0, 1, 2);
        assertThat(projection.numbers().isRewritten()).isFalse();
        Projection other = Projection.ofSource(MediaKind.VIDEO, HANDLE, 0);
        other.target(new int[] {HANDLE}, LayerId.HIGHEST, false);
        LayeredSource single = new LayeredSource(new Random(4), Wire.VP9, InterLayer.KEY_PICTURES, 3, 3, 0);
        run(other, single, 3);
        assertThat(run(other, single, 20)).as("others do not").containsExactly(2);
    }
}
