package org.starbridge.media.projection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.layers.SourceLayers;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.codec.Vp9Dependencies;
import org.starbridge.rtp.codec.Vp9Descriptor;
import org.starbridge.rtp.codec.Vp9FrameNumbers;
import org.starbridge.rtp.dependency.DependencyDescriptor;
import org.starbridge.rtp.dependency.DependencyStructure;
import org.starbridge.rtp.dependency.DescribedFrames;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** A projection of a {@link LayeredSource} with what lies around it in the bridge, and what its receiver sees. */
final class LayeredReceiver implements AutoCloseable {
    /** A packet that went, as its receiver sees it; {@code number} is the picture id or the frame number. */
    record Wire(long index, int timestamp, boolean marker, int number, int tl0PicIdx, LayeredSource.Packet truth) {}

    final OutgoingNumbers numbers = new OutgoingNumbers();
    final LayerProjection projection = new LayerProjection(90_000, 3000, numbers);
    final TreeMap<Long, Wire> came = new TreeMap<>();
    final List<Integer> activeDecodeTargets = new ArrayList<>();
    /** Indices of packets without payload. */
    final Set<Long> filled = new HashSet<>();

    private final Slab slab = Slab.allocate(2048);
    private final Map<Integer, Vp9Dependencies> vp9 = new HashMap<>();
    private final Map<Integer, DescribedFrames> described = new HashMap<>();
    private final Map<Integer, Long> highest = new HashMap<>();
    private final FrameFacts parsed = new FrameFacts();
    private SourceLayers layers = new SourceLayers(3);
    private final SourcePacket source = new SourcePacket();
    private final DescriptorRewriter descriptor = new DescriptorRewriter();
    private final DependencyRewriter dependencies = new DependencyRewriter();
    private final DependencyDescriptor view = new DependencyDescriptor();
    private final Map<Integer, Boolean> passed = new HashMap<>();
    private final Set<Integer> refused = new HashSet<>();
    private final Deque<DependencyStructure> structures = new ArrayDeque<>();
    private long highestSent = -1;
    private int newestKeyFrame = -1;
    int requests;
    /** Whether the source goes as it comes; {@link #takeOver} ends that with the next packet. */
    boolean isWhole;

    boolean takeOver;

    /** Another source's packets come from now on. */
    void changeSource() {
        vp9.clear();
        described.clear();
        highest.clear();
        passed.clear();
        refused.clear();
        newestKeyFrame = -1;
        layers = new SourceLayers(3);
        projection.onSourceChange();
    }

    /** Whether the packet goes. */
    boolean onPacket(LayeredSource.Packet packet, long nowNs) {
        byte[] payload = packet.payload();
        Memory.copyIn(payload, 0, slab.address(), payload.length);
        long element = slab.address() + 512;
        Memory.copyIn(packet.descriptor(), 0, element, packet.descriptor().length);
        assertThat(parsed.parse(packet.codec(), packet.encoding(), slab.address(), payload.length, packet.marker()))
                .isNull();
        boolean isNewest = packet.extSeq() > highest.getOrDefault(packet.encoding(), -1L);
        highest.merge(packet.encoding(), packet.extSeq(), Math::max);
        if (packet.descriptor().length == 0) {
            vp9.computeIfAbsent(packet.encoding(), _ -> new Vp9Dependencies()).onPacket(parsed);
        } else {
            described
                    .computeIfAbsent(packet.encoding(), _ -> new DescribedFrames())
                    .onPacket(parsed, element, packet.descriptor().length, isNewest);
        }
        layers.onPacket(parsed, packet.extSeq(), 100, nowNs);
        source.facts().unpack(parsed.packed(), parsed.firstCodecWord(), parsed.secondCodecWord());
        source.set(packet.extSeq(), packet.timestamp(), packet.marker(), nowNs, packet.extSeq());
        if (takeOver) {
            takeOver = false;
            isWhole = false;
            projection.takeOver(source, highestSent + 1, highestSent);
        }
        boolean goes = isWhole
                || projection.project(source, highestSent, source.facts().isNewest());
        if (isWhole) {
            assertThat(packet.descriptor().length == 0 || isReadBy(element, packet.descriptor().length))
                    .isTrue();
            int number = packet.descriptor().length == 0
                    ? Vp9FrameNumbers.pictureId(parsed.codecNumbers())
                    : view.frameNumber();
            highestSent++;
            came.put(highestSent, new Wire(highestSent, packet.timestamp(), packet.marker(), number, 0, packet));
            return true;
        }
        requests += projection.takeKeyFrameRequest(nowNs) ? 1 : 0;
        int frame = packet.frame().id() * 8 + packet.encoding();
        if (!goes) {
            boolean isUnderWay = projection.currentEncoding() != LayerId.NONE;
            if (isUnderWay && packet.frame().id() > newestKeyFrame) { // else a decoder goes on from a key frame
                refused.add(frame);
            }
            return false;
        }
        if (numbers.isEmpty()) {
            assertThat(filled.add(numbers.index()) && !came.containsKey(numbers.index()))
                    .as("two under one index")
                    .isTrue();
            highestSent = Math.max(highestSent, numbers.index());
            return false;
        }
        passed.put(frame, true);
        if (packet.frame().isKey()) {
            newestKeyFrame = Math.max(newestKeyFrame, packet.frame().id());
        }
        write(packet, element, payload.length);
        highestSent = Math.max(highestSent, numbers.index());
        return true;
    }

    private void write(LayeredSource.Packet packet, long element, int payloadBytes) {
        int number;
        int tl0PicIdx = -1;
        descriptor.clear();
        dependencies.clear();
        if (packet.descriptor().length == 0) {
            assertThat(numbers.isDescribed()).isFalse();
            long slot = slab.address() + 1024;
            int length = descriptor.write(VideoCodec.VP9, slab.address(), payloadBytes, slot, numbers.codecWord());
            Memory.copy(slab.address() + length, slot + length, payloadBytes - length);
            Vp9Descriptor rewritten = new Vp9Descriptor();
            assertThat(rewritten.wrap(slot, payloadBytes)).isNull();
            number = rewritten.pictureId();
            tl0PicIdx = rewritten.tl0PicIdx();
        } else {
            assertThat(numbers.isDescribed()).isTrue();
            long slot = slab.address() + 1024;
            int length = dependencies.prepare(element, packet.descriptor().length, numbers);
            dependencies.write(slot, numbers);
            assertThat(isReadBy(slot, length)).as(packet.toString()).isTrue();
            number = view.frameNumber();
            assertThat(view.spatialLayer()).isEqualTo(packet.frame().spatial());
            assertThat(view.temporalLayer()).isEqualTo(packet.frame().temporal());
            if (view.hasActiveDecodeTargets()) {
                activeDecodeTargets.add(view.activeDecodeTargets());
            }
        }
        Wire wire = new Wire(numbers.index(), numbers.timestamp(), numbers.marker(), number, tl0PicIdx, packet);
        assertThat(came.put(numbers.index(), wire) == null && !filled.contains(numbers.index()))
                .as("two under one index")
                .isTrue();
    }

    /** What comes late is of a structure before the newest one. */
    private boolean isReadBy(long element, int length) {
        if (view.wrap(element, length, structures.peekFirst()) == null) {
            if (view.hasStructure()) {
                structures.addFirst(view.structure());
            }
            return true;
        }
        return structures.stream().anyMatch(each -> view.wrap(element, length, each) == null);
    }

    /** What was forwarded refers only to what was forwarded or never came. */
    void assertClosed(String name) {
        for (Wire wire : came.values()) {
            LayeredSource.Packet packet = wire.truth;
            for (int reference : packet.frame().references()) {
                int frame = reference * 8 + packet.encoding();
                assertThat(refused.contains(frame) && !passed.containsKey(frame))
                        .as(() -> name + ": " + packet.frame() + " refers to " + reference + ", which was left out")
                        .isFalse();
            }
        }
    }

    /** The chain of the layer of what was forwarded has no frame that was left out. */
    void assertChained(String name) {
        for (Wire wire : came.values()) {
            LayeredSource.Packet packet = wire.truth;
            int chained = packet.frame().chained().get(packet.frame().spatial());
            int frame = chained * 8 + packet.encoding();
            assertThat(chained >= 0 && refused.contains(frame) && !passed.containsKey(frame))
                    .as(() -> name + ": " + packet.frame() + " is behind " + chained + ", which was left out")
                    .isFalse();
        }
    }

    /** Numbers, timestamps and pictures only go on. */
    void assertMonotone(String name) {
        Wire before = null;
        for (Wire wire : came.values()) {
            Wire last = before;
            if (last != null) {
                boolean isSamePicture = last.truth.encoding() == wire.truth.encoding()
                        && last.truth.frame().picture() == wire.truth.frame().picture();
                assertThat(wire.timestamp - last.timestamp)
                        .as(() -> name + ": timestamp of " + wire + " after " + last)
                        .satisfies(step ->
                                assertThat(isSamePicture ? step == 0 : step > 0).isTrue());
                boolean isVp9 = wire.truth.descriptor().length == 0;
                boolean isSame = isVp9
                        ? isSamePicture
                        : isSamePicture
                                && last.truth.frame().id() == wire.truth.frame().id();
                int step = isVp9 ? (wire.number - last.number) << 17 >> 17 : (short) (wire.number - last.number);
                assertThat(isSame ? step == 0 : step > 0)
                        .as(() -> name + ": " + wire + " after " + last)
                        .isTrue();
            }
            before = wire;
        }
    }

    /**
     * Every picture has one marker, on its last packet, and no index is missing. Holds if nothing was lost for good.
     */
    void assertWholePictures(String name) {
        Wire before = null;
        for (Wire wire : came.values()) {
            Wire last = before;
            if (last != null) {
                for (long between = last.index + 1; between < wire.index; between++) {
                    assertThat(filled).as(name).contains(between);
                }
                assertThat(last.marker)
                        .as(() -> name + ": marker of " + last + " before " + wire)
                        .isEqualTo(wire.timestamp != last.timestamp);
            }
            before = wire;
        }
        assertThat(before == null || before.marker).as(name).isTrue();
    }

    /** No index is missing. Holds if nothing was lost for good. */
    void assertNoGap(String name) {
        Set<Long> all = new TreeSet<>(filled);
        all.addAll(came.keySet());
        assertThat(all).as(name).hasSize((int) (came.lastKey() - came.firstKey() + 1));
    }

    /** What was forwarded of a picture, as spatial layers and its temporal layer. */
    String layersOf(int picture) {
        StringBuilder line = new StringBuilder();
        came.values().stream()
                .filter(wire -> wire.truth.frame().picture() == picture)
                .map(wire -> wire.truth.frame().spatial())
                .distinct()
                .forEach(line::append);
        return line.toString();
    }

    void target(int spatial, int temporal) {
        projection.target(LayerId.of(0, spatial, temporal));
    }

    @Override
    public void close() {
        slab.close();
    }
}
