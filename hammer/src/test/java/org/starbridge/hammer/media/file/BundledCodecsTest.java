package org.starbridge.hammer.media.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.layer.RecordedFrames;
import org.starbridge.hammer.media.layer.ScalabilityMode;
import org.starbridge.rtp.codec.Vp9Descriptor;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** What the recordings of Chromium's encoders promise to a bridge that chooses among their layers. */
class BundledCodecsTest {
    @ParameterizedTest
    @CsvSource({"VP9, SIMULCAST", "AV1, SIMULCAST", "H264, SIMULCAST"})
    void encodingsAreOnePictureInThreeSizes(Codec codec, ScalabilityMode mode) {
        List<RecordedStream> encodings = BundledCodecs.read(codec, mode);
        assertThat(encodings).extracting(RecordedStream::heightPx).containsExactly(180, 360, 720);
        assertThat(encodings).allSatisfy(encoding -> {
            assertThat(encoding.codec()).isEqualTo(codec);
            assertThat(encoding.loopNs()).isBetween(2_800_000_000L, 3_200_000_000L);
            requireThreeTemporalLayers(encoding);
        });
    }

    @ParameterizedTest
    @CsvSource({"VP9, L3T3", "VP9, L3T3_KEY", "AV1, L3T3", "AV1, L3T3_KEY"})
    void oneStreamHasThreeSpatialLayers(Codec codec, ScalabilityMode mode) {
        RecordedStream stream = BundledCodecs.read(codec, mode).getFirst();
        assertThat(stream.heightsPx()).containsExactly(180, 360, 720);
        RecordedFrames frames = requireThreeTemporalLayers(stream);
        boolean isFull = false;
        for (int frame = 0; frame < frames.size(); frame++) {
            for (int i = 0; i < frames.references(frame); i++) {
                boolean isBelow = frames.picture(frames.reference(frame, i)) == frames.picture(frame);
                isFull |= isBelow && frames.picture(frame) > 0;
            }
        }
        assertThat(isFull)
                .as("whether pictures but the first refer to the layer below")
                .isEqualTo(mode == ScalabilityMode.L3T3);
    }

    private static RecordedFrames requireThreeTemporalLayers(RecordedStream stream) {
        RecordedFrames frames = Objects.requireNonNull(stream.frames());
        Map<Integer, Set<Integer>> spatialByPicture = new HashMap<>();
        Set<Integer> temporal = new HashSet<>();
        for (int frame = 0; frame < frames.size(); frame++) {
            temporal.add(frames.temporalLayer(frame));
            spatialByPicture
                    .computeIfAbsent(frames.picture(frame), _ -> new HashSet<>())
                    .add(frames.spatialLayer(frame));
            for (int i = 0; i < frames.references(frame); i++) {
                int reference = frames.reference(frame, i);
                assertThat(reference).isLessThan(frame);
                assertThat(frames.temporalLayer(reference)).isLessThanOrEqualTo(frames.temporalLayer(frame));
            }
        }
        assertThat(temporal).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(spatialByPicture.size()).as("pictures in about 3 s").isGreaterThan(60);
        assertThat(spatialByPicture.values())
                .allSatisfy(layers -> assertThat(layers).hasSize(frames.spatialLayers()));
        assertThat(frames.isKey(0)).isTrue();
        return frames;
    }

    @ParameterizedTest
    @CsvSource({"L3T3", "L3T3_KEY", "L1T3"})
    void pictureIdsOfVp9CountPictures(ScalabilityMode mode) {
        RecordedStream stream = BundledCodecs.read(Codec.VP9, mode).getFirst();
        RecordedFrames frames = Objects.requireNonNull(stream.frames());
        Vp9Descriptor descriptor = new Vp9Descriptor();
        int first = -1;
        try (Slab slab = Slab.allocate(1500)) {
            for (int packet = 0; packet < stream.packets(); packet++) {
                byte[] payload = stream.copyOfPayload(packet);
                Memory.copyIn(payload, 0, slab.address(), payload.length);
                assertThat(descriptor.wrap(slab.address(), payload.length)).isNull();
                first = packet == 0 ? descriptor.pictureId() : first;
                assertThat(descriptor.pictureId() - first & 0x7FFF).isEqualTo(frames.picture(frames.frameOf(packet)));
            }
        }
    }

    @Test
    void notEveryCodecIsRecordedInEveryMode() {
        assertThat(BundledCodecs.has(Codec.H264, ScalabilityMode.L3T3)).isFalse();
        assertThat(BundledCodecs.has(Codec.VP8, ScalabilityMode.SIMULCAST)).isFalse();
    }
}
