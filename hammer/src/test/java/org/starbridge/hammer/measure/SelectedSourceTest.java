package org.starbridge.hammer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.PayloadHash;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.Replay;
import org.starbridge.hammer.media.ReplayOptions;
import org.starbridge.hammer.media.file.BundledMedia;
import org.starbridge.rtp.codec.Vp8Descriptor;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * A sender of three layers, a bridge that forwards what the test says, and a receiver that has to tell exactly that.
 */
class SelectedSourceTest {
    private static final long FRAME_NS = 33_333_333;

    /** What a bridge makes of one packet. */
    @SuppressWarnings("ArrayRecordComponent") // two are never compared
    private record Forwarded(long sequence, int timestamp, byte[] payload, boolean isMarked) {}

    private final List<RecordedStream> layers = BundledMedia.layers();
    private final List<SentStream> encodings = new ArrayList<>();
    private final List<Replay> replays = new ArrayList<>();
    private final List<Forwarded> forwarded = new ArrayList<>();
    private final Slab slab = Slab.allocate(2000);
    private final DelaySample delays;
    private final SelectedSource source;

    // The bridge.
    private long sequence = 65_500; // the wire wraps soon
    private int pictureId = 32_700;
    private int tl0PicIdx = 250;
    private int current = -1;
    private int timestampDelta = Integer.MAX_VALUE - 1000; // it wraps, too
    private long nowNs = 1_000_000_000;

    SelectedSourceTest() {
        for (int i = 0; i < layers.size(); i++) {
            encodings.add(new SentStream(i, 0, Codec.VP8, 100 + i));
            replays.add(new Replay(layers.get(i), new ReplayOptions(100 + i, 100, 7 * i, 0, 0, 1), nowNs));
        }
        delays = new DelaySample(encodings);
        source = new SelectedSource(encodings, true);
    }

    @BeforeEach
    void announce() {
        source.onForwarded(true, nowNs);
    }

    @AfterEach
    void close() {
        slab.close();
    }

    /**
     * The sender sends a frame in all layers; the bridge forwards that of encoding {@code wanted} if its temporal layer
     * is.
     */
    private void frame(int wanted, int topTemporalLayer) {
        for (int i = 0; i < replays.size(); i++) {
            Replay replay = replays.get(i);
            long dueNs = replay.nextSendAtNs();
            while (replay.nextSendAtNs() <= dueNs) {
                if (replay.next(dueNs)) {
                    encodings
                            .get(i)
                            .log()
                            .onSent(
                                    replay.extSeq(),
                                    (int) replay.rtpTimestamp(),
                                    replay.isMarked(),
                                    replay.payloadHash(),
                                    nowNs);
                    forward(i, replay, wanted, topTemporalLayer);
                }
            }
        }
        nowNs += FRAME_NS;
    }

    private void forward(int encoding, Replay replay, int wanted, int topTemporalLayer) {
        int length = replay.writePayload(slab.address());
        Vp8Descriptor descriptor = new Vp8Descriptor();
        assertThat(descriptor.wrap(slab.address(), length)).isNull();
        if (encoding == wanted && descriptor.isKeyFrame()) {
            current = wanted;
        }
        if (encoding != current || descriptor.temporalLayer() > topTemporalLayer) {
            return;
        }
        if (descriptor.isStartOfFrame()) {
            pictureId++;
            tl0PicIdx += descriptor.temporalLayer() == 0 ? 1 : 0;
        }
        descriptor.rewritePictureId(slab.address(), pictureId & 0x7FFF);
        descriptor.rewriteTl0PicIdx(slab.address(), tl0PicIdx & 0xFF);
        byte[] payload = Memory.copyOf(slab.address(), length);
        forwarded.add(
                new Forwarded(sequence++, (int) replay.rtpTimestamp() + timestampDelta, payload, replay.isMarked()));
    }

    private void receive(Forwarded packet) {
        if (source.onPacket((int) packet.sequence() & 0xFFFF)) {
            Memory.copyIn(packet.payload(), 0, slab.address(), packet.payload().length);
            long hash = PayloadHash.ofPayload(Codec.VP8, slab.address(), packet.payload().length);
            source.onPayload(
                    slab.address(),
                    packet.payload().length,
                    hash,
                    packet.timestamp(),
                    packet.isMarked(),
                    nowNs,
                    delays);
        }
    }

    private void receiveAll() {
        forwarded.forEach(this::receive);
        forwarded.clear();
    }

    private void frames(int count, int wanted, int topTemporalLayer) {
        for (int i = 0; i < count; i++) {
            frame(wanted, topTemporalLayer);
            receiveAll();
        }
    }

    @Test
    void followsSwitchesBetweenEncodingsAndTemporalLayers() {
        frames(120, 0, 2);
        source.openWindow(nowNs);
        frames(120, 2, 2); // a key frame comes at once
        frames(60, 2, 1);
        frames(180, 1, 0);
        source.closeWindow(nowNs);
        assertThat(source.contentErrors()).isZero();
        assertThat(source.undecodablePictures()).isZero();
        // At the switch up the lower encoding's key frame goes out beside the higher one's.
        assertThat(source.pictures()).isEqualTo(120 + 1 + 120 + 30 + 15 + 30);
        assertThat(source.heightPx()).isEqualTo(360);
        assertThat(source.switchesUp()).isEqualTo(1);
        assertThat(source.switchesDown()).isEqualTo(1);
        assertThat(source.receivedInWindow()).isPositive().isEqualTo(source.expectedInWindow());
        assertThat(source.wasFlowing()).isTrue();
        assertThat(source.beginnings()).isZero();
        assertThat(source.longestPauseNs()).isBetween(4 * FRAME_NS, 5 * FRAME_NS); // temporal layer 0 alone
        assertThat(source.longestWaitNs()).isZero();
    }

    @Test
    void toleratesReorderingAndCountsADuplicate() {
        source.openWindow(nowNs);
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            frame(2, 2);
            if (forwarded.size() > 20) {
                List<Forwarded> mixed = new ArrayList<>(forwarded.subList(1, forwarded.size()));
                Collections.shuffle(mixed, random);
                receive(forwarded.get(0));
                mixed.forEach(this::receive);
                receive(mixed.get(0));
                forwarded.clear();
            }
        }
        receiveAll();
        assertThat(source.contentErrors()).isZero();
        assertThat(source.undecodablePictures()).isZero();
        assertThat(source.pictures()).isEqualTo(200);
        assertThat(source.duplicatesInWindow()).isPositive();
        assertThat(source.reorderedInWindow()).isPositive();
        assertThat(source.receivedInWindow()).isEqualTo(source.expectedInWindow());
    }

    @Test
    void missesALostPacketAndThePicturesThatNeedIt() {
        source.openWindow(nowNs);
        frames(10, 1, 2);
        do {
            frame(1, 2);
        } while (forwarded.size() < 8);
        forwarded.remove(5);
        receiveAll();
        frames(PacketOrder.PATIENCE, 1, 2);
        assertThat(source.expectedInWindow() - source.receivedInWindow()).isEqualTo(1);
        assertThat(source.brokenPictures()).isPositive();
        assertThat(source.undecodablePictures()).isZero();
        assertThat(source.contentErrors()).isZero();
    }

    @Test
    void missesNothingOfASenderThatStopsWhileNobodyWantsIt() {
        source.openWindow(nowNs);
        frames(50, 2, 2);
        source.onForwarded(false, nowNs);
        current = -1;
        replays.forEach(replay -> replay.want(false));
        frames(90, -1, 2);
        assertThat(replays).noneMatch(Replay::isSending);
        assertThat(source.isFlowing(nowNs)).isFalse();
        replays.forEach(replay -> replay.want(true));
        replays.forEach(Replay::beginAnew);
        source.onForwarded(true, nowNs);
        frames(50, 2, 2);
        source.closeWindow(nowNs);
        assertThat(source.pictures()).isEqualTo(100);
        assertThat(source.undecodablePictures()).isZero();
        assertThat(source.contentErrors()).isZero();
        assertThat(source.receivedInWindow()).isPositive().isEqualTo(source.expectedInWindow());
        assertThat(source.beginnings()).isEqualTo(2);
        assertThat(source.longestWaitNs()).isLessThan(2 * FRAME_NS);
        assertThat(source.longestPauseNs()).isLessThan(2 * FRAME_NS);
    }

    /** The sender goes on with a key frame, which is not forwarded; which packet of the recording ends it. */
    private int jump() {
        replays.forEach(Replay::beginAnew);
        frames(1, -1, 2);
        return replays.get(2).recordedPacket();
    }

    @Test
    void takesNoPacketForAnEarlierOneWithTheSamePayload() {
        frames(50, 2, 2);
        encodings.forEach(encoding -> encoding.openWindow(encoding.log().newestExtSeq() + 1));
        current = -1;
        int first = jump(); // another receiver asks for a key frame when this one has just lost the source
        int keyFrames = 1;
        while (jump() != first) {
            keyFrames++;
        }
        for (int i = 1; i < keyFrames; i++) {
            jump();
        }
        replays.forEach(Replay::beginAnew); // and now this one gets the source, and the first of them again
        timestampDelta += 3000;
        frames(50, 2, 2);
        Histogram took = DelaySample.newHistogram();
        delays.addTo(took);
        assertThat(took.getTotalCount()).isPositive();
        assertThat(took.getMaxValue()).isLessThan(2 * FRAME_NS);
        assertThat(source.contentErrors()).isZero();
    }

    @Test
    void doesNotMindThatItComesIntoTheMiddleOfAFrame() {
        frame(2, 2);
        forwarded.remove(0);
        receiveAll();
        frames(119, -1, 2);
        assertThat(source.earlyPictures()).isEqualTo(120);
        frames(30, -1, 2); // a key frame comes every four seconds
        assertThat(source.pictures()).isEqualTo(30);
        assertThat(source.earlyPictures()).isEqualTo(120);
        assertThat(source.undecodablePictures()).isZero();
    }

    @Test
    void noticesASwitchWithoutAKeyFrame() {
        frames(10, 0, 2);
        current = 1;
        frames(10, 0, 2);
        assertThat(source.undecodablePictures()).isEqualTo(10);
        assertThat(source.heightPx()).isEqualTo(180);
    }

    @Test
    void noticesAFrameOfLayerZeroThatWasLeftOutWithoutATrace() {
        frames(8, 0, 2);
        frame(0, -1); // its layer is 0
        tl0PicIdx++; // the bridge passes the sender's index on
        frames(3, 0, 2);
        assertThat(source.undecodablePictures()).isEqualTo(3);
    }

    @Test
    void takesAFrameThatIsCutOffBeforeAKeyFrameForTheEndOfTheSource() {
        frames(10, 1, 2);
        do {
            frame(1, 2);
        } while (forwarded.size() < 8);
        forwarded.subList(7, forwarded.size()).clear();
        sequence = forwarded.get(6).sequence() + 1;
        boolean isWithinFrame = !forwarded.get(6).isMarked();
        receiveAll();
        current = -1; // it is not forwarded until a key frame comes
        frames(240, 1, 2);
        assertThat(source.undecodablePictures()).isZero();
        assertThat(source.cutOffPictures()).isEqualTo(isWithinFrame ? 1 : 0);
        assertThat(source.pictures()).isGreaterThan(120);
    }

    @Test
    void noticesAPayloadThatNobodySent() {
        frames(3, 0, 2);
        frame(0, 2);
        forwarded.get(0).payload()[20] ^= 1;
        receiveAll();
        assertThat(source.contentErrors()).isEqualTo(1);
    }

    @Test
    void measuresHowLongAViewerWaitsAndLooksAtAStandingPicture() {
        frames(30, 0, 2);
        source.openWindow(nowNs);
        frames(5, 0, 2);
        nowNs += 700_000_000;
        frames(5, 0, 2);
        assertThat(source.longestPauseNs()).isBetween(700_000_000L, 700_000_000L + 2 * FRAME_NS);
        source.onForwarded(false, nowNs);
        nowNs += 3_000_000_000L; // not visible to a receiver
        assertThat(source.isFlowing(nowNs)).isFalse();
        source.onForwarded(true, nowNs);
        nowNs += 200_000_000;
        frames(5, 0, 2);
        assertThat(source.longestWaitNs()).isBetween(200_000_000L, 200_000_000L + 2 * FRAME_NS);
        assertThat(source.longestPauseNs()).isBetween(700_000_000L, 700_000_000L + 2 * FRAME_NS);
        assertThat(source.beginnings()).isEqualTo(1);
        nowNs += 1_500_000_000L; // it stands still, and the window ends
        source.closeWindow(nowNs);
        assertThat(source.longestPauseNs()).isGreaterThanOrEqualTo(1_500_000_000L);
        assertThat(source.wasFlowing()).isFalse();
    }

    @Test
    void aViewerWaitsFromTheSendersFirstPacketOn() {
        source.openWindow(nowNs);
        nowNs += 2_300_000_000L; // the sender has not begun
        frames(5, 0, 2);
        assertThat(source.longestWaitNs()).isLessThan(2 * FRAME_NS);
        assertThat(source.beginnings()).isEqualTo(1);
    }

    @Test
    void aSourceThatIsTakenAwayInTheLastSecondDoesNotFlowAtTheEnd() {
        source.openWindow(nowNs);
        source.onForwarded(true, nowNs);
        frames(30, 0, 2);
        source.onForwarded(false, nowNs);
        frames(3, 0, 2); // they were under way
        source.closeWindow(nowNs);
        assertThat(source.isFlowing(nowNs)).isTrue();
        assertThat(source.wasFlowing()).isFalse();
        assertThat(source.wasBeginning()).isFalse();
    }

    @Test
    void aSourceThatGoesOnAfterItWasTakenAwayFlows() {
        source.openWindow(nowNs);
        source.onForwarded(true, nowNs);
        frames(30, 0, 2);
        source.onForwarded(false, nowNs);
        frames(30, 0, 2);
        source.closeWindow(nowNs);
        assertThat(source.wasFlowing()).isTrue();
    }

    @Test
    void aSourceIsAboutToBeginForASecond() {
        source.openWindow(nowNs);
        source.onForwarded(true, nowNs);
        source.closeWindow(nowNs + 900_000_000);
        assertThat(source.wasBeginning()).isTrue();
        assertThat(source.wasFlowing()).isFalse();
        source.closeWindow(nowNs + 1_100_000_000);
        assertThat(source.wasBeginning()).isFalse();
    }
}
