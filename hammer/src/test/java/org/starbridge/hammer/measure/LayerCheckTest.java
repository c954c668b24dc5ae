package org.starbridge.hammer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.Replay;
import org.starbridge.hammer.media.ReplayOptions;
import org.starbridge.hammer.media.file.BundledCodecs;
import org.starbridge.hammer.media.layer.RecordedFrames;
import org.starbridge.hammer.media.layer.ScalabilityMode;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** A sender with layers, a bridge that forwards what the test says, and a receiver that has to tell exactly that. */
class LayerCheckTest {
    private static final long FRAME_NS = 33_333_333;
    private static final int DESCRIPTOR_AT = 1600;

    /** What a bridge makes of one packet. */
    @SuppressWarnings("ArrayRecordComponent") // two are never compared
    private record Forwarded(int recorded, int timestamp, byte[] payload, byte[] descriptor, boolean isMarked) {
        Forwarded marked(boolean marker) {
            return new Forwarded(recorded, timestamp, payload, descriptor, marker);
        }
    }

    private final Slab slab = Slab.allocate(2048);
    private long nowNs = 1_000_000_000;
    private long sequence = 65_500; // the wire wraps soon

    @AfterEach
    void close() {
        slab.close();
    }

    /** A stream, what was forwarded of it, and who receives that. */
    private final class Room {
        final RecordedStream stream;
        final RecordedFrames frames;
        final SentStream sent;
        final Replay replay;
        final SelectedSource source;
        List<Forwarded> forwarded = new ArrayList<>();

        Room(Codec codec, ScalabilityMode mode) {
            stream = BundledCodecs.read(codec, mode).getLast();
            frames = Objects.requireNonNull(stream.frames());
            sent = new SentStream(0, 0, codec, 100, frames);
            replay = new Replay(stream, new ReplayOptions(100, 100, 7, 0, 0, 1), nowNs);
            source = new SelectedSource(List.of(sent), true);
            source.onForwarded(true, nowNs);
        }

        /** So many pictures are sent; the bridge forwards the frames that a test says. */
        Room pictures(int count, IntPredicate isForwarded) {
            for (int i = 0; i < count; i++) {
                picture(isForwarded);
            }
            return this;
        }

        /** The same, and each of them arrives at once. */
        Room live(int count, IntPredicate isForwarded) {
            for (int i = 0; i < count; i++) {
                picture(isForwarded);
                arrive();
            }
            return this;
        }

        private void picture(IntPredicate isForwarded) {
            int before = forwarded.size();
            int picture = -1;
            while (true) {
                nowNs = Math.max(nowNs, replay.nextSendAtNs());
                if (!replay.next(nowNs)) {
                    continue;
                }
                int recorded = replay.recordedPacket();
                picture = frames.picture(frames.frameOf(recorded));
                sent.log()
                        .onSent(
                                replay.extSeq(),
                                (int) replay.rtpTimestamp(),
                                replay.isMarked(),
                                replay.payloadHash(),
                                nowNs);
                if (isForwarded.test(frames.frameOf(recorded))) {
                    int length = replay.writePayload(slab.address());
                    replay.writeDescriptor(slab.address() + DESCRIPTOR_AT);
                    forwarded.add(new Forwarded(
                            recorded,
                            (int) replay.rtpTimestamp(),
                            Memory.copyOf(slab.address(), length),
                            Memory.copyOf(slab.address() + DESCRIPTOR_AT, replay.descriptorBytes()),
                            false));
                }
                if (replay.isMarked()) {
                    break;
                }
            }
            assertThat(picture).isNotNegative();
            if (forwarded.size() > before) {
                forwarded.set(forwarded.size() - 1, forwarded.getLast().marked(true));
            }
        }

        /** All that was forwarded arrives, numbered without a gap. */
        Room arrive() {
            forwarded.forEach(packet -> {
                arrive(packet, sequence++);
                nowNs += FRAME_NS / 10;
            });
            forwarded.clear();
            return this;
        }

        void arrive(Forwarded packet, long number) {
            assertThat(source.onPacket((int) number & 0xFFFF)).isTrue();
            Memory.copyIn(packet.payload(), 0, slab.address(), packet.payload().length);
            long descriptor = slab.address() + DESCRIPTOR_AT;
            Memory.copyIn(packet.descriptor(), 0, descriptor, packet.descriptor().length);
            source.onDescriptor(descriptor, packet.descriptor().length);
            source.onPayload(
                    slab.address(),
                    packet.payload().length,
                    stream.payloadHash(packet.recorded()),
                    packet.timestamp(),
                    packet.isMarked(),
                    nowNs,
                    new DelaySample(List.of(sent)));
        }

        IntPredicate upTo(int spatial, int temporal) {
            return frame -> frames.spatialLayer(frame) <= spatial && frames.temporalLayer(frame) <= temporal;
        }
    }

    @ParameterizedTest
    @CsvSource({"VP9, L3T3", "VP9, L3T3_KEY", "AV1, L3T3", "AV1, L3T3_KEY", "H264, L1T3", "AV1, L1T3", "VP9, L1T3"})
    void everythingCanBeDecodedOverTheLoopsSeam(Codec codec, ScalabilityMode mode) {
        Room room = new Room(codec, mode).live(200, _ -> true);
        assertThat(room.source.pictures()).isEqualTo(200);
        assertThat(room.source.undecodablePictures()).isZero();
        assertThat(room.source.heightPx()).isEqualTo(720);
        assertThat(room.source.contentErrors()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"VP9, L3T3, 0, 2, 180", "VP9, L3T3_KEY, 0, 1, 180", "AV1, L3T3, 1, 0, 360", "AV1, L3T3_KEY, 1, 1, 360"})
    void upperLayersMayBeMissing(Codec codec, ScalabilityMode mode, int spatial, int temporal, int height) {
        Room room = new Room(codec, mode);
        room.live(120, room.upTo(spatial, temporal));
        assertThat(room.source.pictures()).isBetween(25L, 120L);
        assertThat(room.source.undecodablePictures()).isZero();
        assertThat(room.source.heightPx()).isEqualTo(height);
    }

    @ParameterizedTest
    @CsvSource({"VP9, L3T3_KEY", "AV1, L3T3_KEY", "H264, L1T3"})
    void frameThatOthersReferToMayNotBeMissing(Codec codec, ScalabilityMode mode) {
        Room room = new Room(codec, mode);
        room.pictures(12, _ -> true);
        room.pictures(1, frame -> room.frames.temporalLayer(frame) > 0); // the first of layer 0 behind it is left out
        room.pictures(8, _ -> true).arrive();
        assertThat(room.source.undecodablePictures()).isPositive();
    }

    @Test
    void pictureNeedsItsMarker() {
        Room room = new Room(Codec.VP9, ScalabilityMode.L3T3_KEY).pictures(10, _ -> true);
        room.forwarded.replaceAll(packet ->
                room.frames.picture(room.frames.frameOf(packet.recorded())) == 4 ? packet.marked(false) : packet);
        room.arrive();
        assertThat(room.source.undecodablePictures()).isEqualTo(1);
    }

    @Test
    void nothingMayFollowTheMarker() {
        Room room = new Room(Codec.AV1, ScalabilityMode.L3T3_KEY).pictures(10, _ -> true);
        room.forwarded.replaceAll(
                packet -> room.frames.isLastOfFrame(packet.recorded()) ? packet.marked(true) : packet);
        room.arrive();
        assertThat(room.source.undecodablePictures()).isEqualTo(20);
    }

    @Test
    void numbersKeepTheirDistances() {
        Room room = new Room(Codec.AV1, ScalabilityMode.L3T3_KEY).pictures(20, _ -> true);
        room.forwarded.stream()
                .filter(packet -> room.frames.picture(room.frames.frameOf(packet.recorded())) > 9)
                .forEach(packet -> packet.descriptor()[2] = (byte) (packet.descriptor()[2] + 1));
        room.arrive();
        assertThat(room.source.undecodablePictures()).isPositive();
    }

    @Test
    void descriptorMayNotBeMissing() {
        Room room = new Room(Codec.AV1, ScalabilityMode.L1T3).pictures(5, _ -> true);
        room.forwarded.replaceAll(packet ->
                new Forwarded(packet.recorded(), packet.timestamp(), packet.payload(), new byte[0], packet.isMarked()));
        room.arrive();
        assertThat(room.source.pictures()).isZero();
    }

    @Test
    void lossIsNoFaultOfTheBridge() {
        Room room = new Room(Codec.VP9, ScalabilityMode.L3T3_KEY).pictures(40, _ -> true);
        for (Forwarded packet : room.forwarded) {
            long number = sequence++;
            int frame = room.frames.frameOf(packet.recorded());
            if (room.frames.picture(frame) != 8 || room.frames.spatialLayer(frame) != 2) {
                room.arrive(packet, number);
            }
            nowNs += FRAME_NS;
        }
        assertThat(room.source.undecodablePictures()).isZero();
        assertThat(room.source.brokenPictures()).isPositive();
        assertThat(room.source.wantsKeyFrame()).isTrue();
    }
}
