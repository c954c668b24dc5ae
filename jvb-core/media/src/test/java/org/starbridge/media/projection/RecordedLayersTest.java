package org.starbridge.media.projection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.dependency.DependencyDescriptor;
import org.starbridge.rtp.dependency.DependencyStructure;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** VP9 in K-SVC as Chromium sends it: what receivers of each layer get of it. */
class RecordedLayersTest {
    private static final long NS_PER_TICK = 1_000_000_000L / 90_000;

    /** A packet of a recording. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Recorded(int timestamp, boolean marker, byte[] descriptor, byte[] payload) {}

    private static List<Recorded> read(String name) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(RecordedLayersTest.class.getResourceAsStream(name)),
                StandardCharsets.US_ASCII))) {
            HexFormat hex = HexFormat.of();
            return lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" ", -1))
                    .map(fields -> new Recorded(
                            Integer.parseInt(fields[0]),
                            fields[1].equals("1"),
                            hex.parseHex(fields[2]),
                            hex.parseHex(fields[3])))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The packets, with what their descriptors say of their frames.
     *
     * @param mostLayers layers above are not sent, though they are named; those below end the picture
     */
    private static List<LayeredSource.Packet> packets(List<Recorded> recorded, boolean isDescribed, int mostLayers) {
        List<LayeredSource.Packet> packets = new ArrayList<>();
        DependencyDescriptor view = new DependencyDescriptor();
        DependencyStructure structure = null;
        int picture = -1;
        int timestamp = -1;
        try (Slab slab = Slab.allocate(256)) {
            for (Recorded each : recorded) {
                Memory.copyIn(each.descriptor, 0, slab.address(), each.descriptor.length);
                assertThat(view.wrap(slab.address(), each.descriptor.length, structure))
                        .isNull();
                structure = view.structure();
                if (each.timestamp != timestamp) {
                    picture++;
                    timestamp = each.timestamp;
                }
                if (view.spatialLayer() < mostLayers) {
                    packets.add(packet(view, each, isDescribed, picture, packets.size()));
                    boolean isLast = each.marker || (view.spatialLayer() == mostLayers - 1 && view.isEndOfFrame());
                    packets.set(packets.size() - 1, withMarker(packets.getLast(), isLast));
                }
            }
        }
        return packets;
    }

    private static LayeredSource.Packet packet(
            DependencyDescriptor view, Recorded from, boolean isDescribed, int picture, int number) {
        int id = view.frameNumber();
        List<Integer> references = new ArrayList<>();
        for (int i = 0; i < view.frameDiffs(); i++) {
            references.add(id - view.frameDiff(i));
        }
        List<Integer> chained = new ArrayList<>();
        for (int chain = 0; chain < view.structure().chains(); chain++) {
            chained.add(view.chainDiff(chain) == 0 ? -1 : id - view.chainDiff(chain));
        }
        LayeredSource.Frame frame = new LayeredSource.Frame(
                id, picture, view.spatialLayer(), view.temporalLayer(), picture == 0, references, chained);
        byte[] descriptor = isDescribed ? from.descriptor : new byte[0];
        return new LayeredSource.Packet(
                VideoCodec.VP9, 0, 100 + number, from.timestamp, from.marker, from.payload, descriptor, frame);
    }

    private static LayeredSource.Packet withMarker(LayeredSource.Packet packet, boolean marker) {
        return new LayeredSource.Packet(
                packet.codec(),
                packet.encoding(),
                packet.extSeq(),
                packet.timestamp(),
                marker,
                packet.payload(),
                packet.descriptor(),
                packet.frame());
    }

    /**
     * Every picture goes in the layer that is to go, if it comes, else in the highest that comes; behind the key
     * picture in that layer alone.
     */
    @ParameterizedTest
    @CsvSource({
        "1280x720, true, 3, 3, 2",
        "1280x720, true, 3, 1, 1",
        "1280x720, true, 3, 0, 0",
        "1280x720, false, 3, 3, 2",
        "1280x720, false, 3, 1, 1",
        "640x360, true, 3, 3, 1",
        "640x360, true, 3, 1, 1",
        "640x360, true, 3, 0, 0",
        "640x360, false, 3, 3, 1",
        "640x360, false, 3, 0, 0",
        "1280x720, true, 2, 3, 1",
        "1280x720, true, 2, 1, 1",
        "1280x720, true, 2, 0, 0",
        "1280x720, true, 1, 3, 0",
        "1280x720, false, 2, 3, 1",
        "1280x720, false, 1, 2, 0",
    })
    void everyPictureGoesInTheHighestLayerThatComes(
            String size, boolean isDescribed, int mostLayers, int wanted, int expected) {
        List<LayeredSource.Packet> packets = packets(read("vp9-l3t3-key-" + size + ".txt"), isDescribed, mostLayers);
        try (LayeredReceiver receiver = new LayeredReceiver()) {
            receiver.target(wanted, 3);
            for (LayeredSource.Packet packet : packets) {
                receiver.onPacket(packet, packet.timestamp() * NS_PER_TICK);
            }
            int last = packets.getLast().frame().picture();
            assertThat(last).isGreaterThan(55);
            for (int picture = 0; picture <= last; picture++) {
                String layers = picture > 0 ? Integer.toString(expected) : "012".substring(0, expected + 1);
                assertThat(receiver.layersOf(picture)).as("picture %s", picture).isEqualTo(layers);
            }
            assertThat(receiver.requests).as("nothing is waited for").isZero();
            receiver.assertClosed(size);
            receiver.assertChained(size);
            receiver.assertMonotone(size);
            receiver.assertWholePictures(size);
            assertThat(targets(receiver, structure(packets.getFirst())))
                    .as("decode targets that the receiver was given last")
                    .isEqualTo(isDescribed ? expected : -1);
        }
    }

    /** The spatial layer of all the decode targets that the receiver was told last; -1 if it was told none. */
    private static int targets(LayeredReceiver receiver, @Nullable DependencyStructure structure) {
        if (structure == null) {
            return -1;
        }
        int told = receiver.activeDecodeTargets.getLast();
        List<Integer> layers = new ArrayList<>();
        for (int target = 0; target < structure.decodeTargets(); target++) {
            if ((told >>> target & 1) != 0) {
                layers.add(structure.spatialLayerOf(target));
            }
        }
        assertThat(layers).isNotEmpty().containsOnly(layers.getFirst());
        return layers.getFirst();
    }

    private static @Nullable DependencyStructure structure(LayeredSource.Packet key) {
        if (key.descriptor().length == 0) {
            return null;
        }
        try (Slab slab = Slab.allocate(256)) {
            DependencyDescriptor view = new DependencyDescriptor();
            Memory.copyIn(key.descriptor(), 0, slab.address(), key.descriptor().length);
            assertThat(view.wrap(slab.address(), key.descriptor().length, null)).isNull();
            return view.structure();
        }
    }
}
