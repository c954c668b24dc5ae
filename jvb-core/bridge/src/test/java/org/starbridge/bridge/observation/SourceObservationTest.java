package org.starbridge.bridge.observation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.control.participant.EndpointSnapshot.SentVideo;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.LayersSnapshot.Layer;

/** A camera in three encodings beside what is usual for it: smaller pictures have two reasons. */
class SourceObservationTest {
    private final SourceObservation source = new SourceObservation();

    /** Heights of the encodings that flow, from the lowest. */
    private void look(int framesPerSecond, int... heights) {
        List<Layer> layers = new ArrayList<>();
        for (int i = 0; i < heights.length; i++) {
            layers.add(new Layer(LayerId.of(i, 0, 0), true, heights[i], framesPerSecond, 1000L * heights[i], 0));
        }
        source.look(new SentVideo("a-v0", false, false, new LayersSnapshot(1, layers)), -1);
    }

    private void lookAtOne(float told, float received) {
        Layer layer = new Layer(LayerId.of(0, 0, 0), true, true, 180, told, received, 100_000, 0);
        source.look(new SentVideo("a-v0", false, false, new LayersSnapshot(1, List.of(layer))), -1);
    }

    @Test
    void framesAreCountedWhateverTheSenderTells() {
        lookAtOne(30, 30);
        lookAtOne(30, 2);
        assertThat(source.rateShare()).isLessThan(0.1);
    }

    @Test
    void framesOfALevelThatHasJustBegunAreNotCompared() {
        lookAtOne(30, 30);
        source.look(new SentVideo("a-v0", true, false, new LayersSnapshot(1, List.of())), -1);
        lookAtOne(30, 2);
        assertThat(source.rateShare()).isEqualTo(1);
        lookAtOne(30, 2);
        assertThat(source.rateShare()).isLessThan(0.1);
    }

    @Test
    void oneEncodingThatIsLeftAndSmallerThanUsualIsForWantOfBandwidth() {
        look(30, 120, 240, 480);
        look(30, 60);
        assertThat(source.missingShare()).isGreaterThan(0.8);
        assertThat(source.sizeShare()).isEqualTo(1);
    }

    @Test
    void allEncodingsSmallerThanUsualAreTheDevices() {
        look(30, 120, 240, 480);
        look(30, 60, 120, 240);
        assertThat(source.missingShare()).isZero();
        assertThat(source.sizeShare()).isEqualTo(0.5);
    }

    @Test
    void fewerFramesOfTheOneEncodingThatIsLeftAreTheDevices() {
        look(30, 120, 240, 480);
        look(5, 120);
        assertThat(source.missingShare()).isZero();
        assertThat(source.rateShare()).isLessThan(0.2);
    }
}
