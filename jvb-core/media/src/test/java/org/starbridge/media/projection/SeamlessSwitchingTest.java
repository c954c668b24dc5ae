package org.starbridge.media.projection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.lastn.LayerId;

/**
 * Cameras behind a network that loses, delays and repeats; a receiver whose target changes at random, down to nothing
 * and up again, and whose stream is given to another camera now and then; and a decoder that sees only what goes out.
 */
class SeamlessSwitchingTest {
    private static final long MS = 1_000_000;
    private static final int[] TARGETS = {-1, 0, 1, 2, 64, 65, 66, 128, 129, 130, 130, 130};

    private record Arrival(long atNs, long number, int source, Vp8Source.Packet packet, boolean repeated) {}

    /**
     * What happens in a run, as shares of packets.
     *
     * @param lost in front of the bridge
     * @param recovered of those lost: come again later
     * @param jittered delayed past others
     * @param unsent projected but not protected
     */
    private record Accidents(double lost, double recovered, double jittered, double duplicated, double unsent) {}

    private static final class Run implements AutoCloseable {
        final Random random;
        final String name;
        final Accidents accidents;
        final ProjectedStream stream = new ProjectedStream();
        final DecoderModel decoder;
        final List<Vp8Source> sources = new ArrayList<>();
        final PriorityQueue<Arrival> inFlight = new PriorityQueue<>(
                (a, b) -> a.atNs != b.atNs ? Long.compare(a.atNs, b.atNs) : Long.compare(a.number, b.number));
        final Set<Vp8Source.Packet> came = new HashSet<>();
        final long[] highest = new long[3];
        int active = 3;
        int source;
        int target = -1;
        long nowNs = 1_000_000_000L;
        long captureAtNs = nowNs;
        long number;
        long keyFrameAtNs = Long.MAX_VALUE;
        long keyFrameSentNs;
        long targetSinceNs;
        long pliSentNs;
        int lostForEver;
        int refusedLate;
        int starts;
        int keyFrameRequests;

        Run(long seed, int sourceCount, Accidents accidents) {
            random = new Random(seed);
            name = "seed " + seed;
            this.accidents = accidents;
            decoder = new DecoderModel(name);
            for (int i = 0; i < sourceCount; i++) {
                sources.add(new Vp8Source(random, 3, i * 1_000_000L, false));
            }
        }

        void run(long untilNs) {
            while (nowNs < untilNs) {
                nowNs += MS;
                if (nowNs >= captureAtNs) {
                    capture();
                    captureAtNs += Vp8Source.FRAME_MS * MS;
                }
                if (nowNs >= keyFrameAtNs) {
                    sources.get(source).requestKeyFrame();
                    keyFrameAtNs = Long.MAX_VALUE;
                    keyFrameSentNs = nowNs;
                }
                while (!inFlight.isEmpty() && inFlight.peek().atNs <= nowNs) {
                    arrive(inFlight.poll());
                }
                boolean stalls = target >= 0
                        && nowNs - Math.max(decoder.lastDecodedNs, targetSinceNs) > 400 * MS
                        && nowNs - pliSentNs > 400 * MS;
                if (stalls && stream.projection.currentEncoding() >= 0) {
                    pliSentNs = nowNs;
                    requestKeyFrame();
                }
            }
        }

        private void capture() {
            for (int i = 0; i < sources.size(); i++) {
                for (Vp8Source.Packet packet : sources.get(i).capture(active)) {
                    send(i, packet);
                }
            }
        }

        private void send(int from, Vp8Source.Packet packet) {
            long delayNs = 20 * MS;
            if (random.nextDouble() < accidents.lost) {
                if (random.nextDouble() >= accidents.recovered) {
                    lostForEver++;
                    return;
                }
                delayNs += 60 * MS + random.nextInt(60) * MS;
            } else if (random.nextDouble() < accidents.jittered) {
                delayNs += random.nextInt(50) * MS;
            }
            inFlight.add(new Arrival(nowNs + delayNs, number++, from, packet, false));
            if (random.nextDouble() < accidents.duplicated) {
                inFlight.add(new Arrival(nowNs + delayNs + random.nextInt(40) * MS, number++, from, packet, true));
            }
        }

        private void arrive(Arrival arrival) {
            Vp8Source.Packet packet = arrival.packet;
            if (arrival.source != source || !came.add(packet)) {
                return; // the source room lets nothing pass twice
            }
            boolean late = packet.extSeq() < highest[packet.encoding()];
            highest[packet.encoding()] = Math.max(highest[packet.encoding()], packet.extSeq());
            int before = stream.projection.currentEncoding();
            boolean goes = stream.project(packet, nowNs);
            starts += stream.projection.currentEncoding() != before ? 1 : 0;
            if (stream.projection.takeKeyFrameRequest(nowNs)) {
                requestKeyFrame();
            }
            if (!goes) {
                refusedLate += late ? 1 : 0;
            } else if (random.nextDouble() < accidents.unsent) {
                stream.projection.suspend();
                lostForEver++;
                if (random.nextInt(4) == 0) {
                    stream.sendOther(1 + random.nextInt(5));
                    lostForEver += 5;
                }
            } else {
                stream.send(packet, name);
                decoder.onPacket(
                        stream.numbers.index(),
                        stream.numbers.timestamp(),
                        packet.marker(),
                        stream.descriptor(),
                        packet,
                        nowNs);
            }
        }

        private void requestKeyFrame() {
            keyFrameRequests++;
            if (keyFrameAtNs == Long.MAX_VALUE) {
                keyFrameAtNs = Math.max(nowNs + 30 * MS, keyFrameSentNs + 200 * MS);
            }
        }

        void target(int layer) {
            if ((target < 0) != (layer < 0) || LayerId.encoding(target) != LayerId.encoding(layer)) {
                targetSinceNs = nowNs;
            }
            target = layer;
            stream.projection.target(layer);
            if (stream.projection.takeKeyFrameRequest(nowNs)) {
                requestKeyFrame();
            }
        }

        void moveTo(int to) {
            source = to;
            came.clear();
            java.util.Arrays.fill(highest, 0);
            stream.changeSource();
            starts++;
            targetSinceNs = nowNs;
            if (stream.projection.takeKeyFrameRequest(nowNs)) {
                requestKeyFrame();
            }
        }

        void changeAtRandom(int changes, boolean moves) {
            for (int i = 0; i < changes; i++) {
                switch (random.nextInt(moves ? 8 : 7)) {
                    case 0 -> active = 1 + random.nextInt(3);
                    case 7 -> moveTo(random.nextInt(sources.size()));
                    default -> target(TARGETS[random.nextInt(TARGETS.length)]);
                }
                run(nowNs + (20 + random.nextInt(1200)) * MS);
            }
            active = 3;
        }

        /** Without accidents everything that is wanted is decoded, at the frame rate of its temporal layer. */
        void endsWell(int layer) {
            target(layer);
            run(nowNs + 4000 * MS);
            int[] before = decoder.decodedByLayer.clone();
            run(nowNs + 10 * 8 * Vp8Source.FRAME_MS * MS);
            assertThat(stream.projection.currentEncoding()).as(name).isEqualTo(LayerId.encoding(layer));
            assertThat(stream.projection.needsKeyFrame()).as(name).isFalse();
            int[] framesOfPattern = {2, 2, 4};
            for (int temporal = 0; temporal < 3; temporal++) {
                int expected = temporal <= LayerId.temporal(layer) ? 10 * framesOfPattern[temporal] : 0;
                assertThat(decoder.decodedByLayer[temporal] - before[temporal])
                        .as(name + ", frames of layer " + temporal)
                        .isBetween(expected - 1, expected + 1);
            }
        }

        @Override
        public void close() {
            stream.close();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void aDecoderSeesOneStreamWithoutSeamsWhateverItGets(long seed) {
        try (Run run = new Run(seed, 2, new Accidents(0, 0, 0, 0, 0))) {
            run.target(LayerId.of(2, 0, 2));
            run.changeAtRandom(60, true);
            run.endsWell(TARGETS[1 + (int) (seed % 9)]);
            assertThat(run.decoder.decoded).as(run.name).isGreaterThan(200);
            assertThat(run.decoder.missing()).as(run.name + ", gaps").isZero();
            assertThat(run.decoder.undecoded()).as(run.name + ", not decoded").isZero();
            assertThat(run.starts).as(run.name).isGreaterThan(15);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36})
    void aDecoderNeverBreaksWhateverIsLostOrComesLate(long seed) {
        try (Run run = new Run(seed, 1, new Accidents(0.05, 0.8, 0.05, 0.05, 0))) {
            run.target(66);
            run.changeAtRandom(60, false);
            assertThat(run.decoder.decoded).as(run.name).isGreaterThan(200);
            assertThat(run.decoder.missing())
                    .as(run.name + ", gaps")
                    .isLessThanOrEqualTo(run.lostForEver + run.refusedLate + run.starts);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {41, 42, 43, 44, 45, 46, 47, 48, 49, 50})
    void aDecoderNeverBreaksWhenTheStreamMovesOrPacketsAreNotSent(long seed) {
        try (Run run = new Run(seed, 3, new Accidents(0.02, 0.9, 0.02, 0.02, 0.002))) {
            run.target(LayerId.of(2, 0, 2));
            run.changeAtRandom(80, true);
            assertThat(run.decoder.decoded).as(run.name).isGreaterThan(200);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 64, 65, 66, 128, 129, 130})
    void afterEveryTroubleTheTargetIsReachedAgain(int layer) {
        Accidents bad = new Accidents(0.1, 0.5, 0.1, 0.1, 0.001);
        try (Run run = new Run(100 + layer, 1, bad)) {
            run.target(LayerId.of(2, 0, 2));
            run.changeAtRandom(20, false);
        }
        try (Run run = new Run(200 + layer, 1, new Accidents(0, 0, 0, 0, 0))) {
            run.target(LayerId.of(2, 0, 2));
            run.changeAtRandom(10, false);
            run.active = 1;
            run.run(run.nowNs + 3000 * MS);
            assertThat(run.nowNs - run.decoder.lastDecodedNs)
                    .as("an encoding ended, the next takes its place")
                    .isLessThan(200 * MS);
            run.active = 3;
            run.endsWell(layer);
            assertThat(run.keyFrameRequests).isLessThan(60);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 66, 130})
    void aSwitchWithoutLossNeverFreezesForASecond(int first) {
        for (int second : new int[] {2, 64, 128}) {
            try (Run run = new Run(first + second, 1, new Accidents(0, 0, 0, 0, 0))) {
                run.target(first);
                run.run(run.nowNs + 1000 * MS);
                run.target(second);
                for (int i = 0; i < 30; i++) {
                    run.run(run.nowNs + 33 * MS);
                    assertThat(run.nowNs - run.decoder.lastDecodedNs)
                            .as(first + " to " + second + ", " + i)
                            .isLessThan(200 * MS);
                }
                assertThat(run.stream.projection.currentEncoding()).isEqualTo(LayerId.encoding(second));
            }
        }
    }
}
