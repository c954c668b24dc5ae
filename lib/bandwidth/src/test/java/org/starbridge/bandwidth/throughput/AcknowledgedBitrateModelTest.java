package org.starbridge.bandwidth.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both rates by their definition, over a list of packets. */
class AcknowledgedBitrateModelTest {
    private static final long MS = 1_000_000L;

    private record Packet(long sentNs, long arrivalNs, int size) {}

    private final List<Packet> window = new ArrayList<>();
    private long discardedNs = Long.MIN_VALUE;

    private void add(Packet packet) {
        if (!window.isEmpty() && window.getLast().arrivalNs - packet.arrivalNs > 1000 * MS) {
            window.clear();
            discardedNs = Long.MIN_VALUE;
        }
        int place = window.size();
        while (place > 0 && window.get(place - 1).arrivalNs > packet.arrivalNs) {
            place--;
        }
        window.add(place, packet);
        while (window.size() > 500 || spanNs() > 5000 * MS || (window.size() > 20 && spanNs() > 1000 * MS)) {
            discardedNs = Math.max(discardedNs, window.removeFirst().sentNs);
        }
    }

    private long spanNs() {
        return window.getLast().arrivalNs - window.getFirst().arrivalNs;
    }

    private double receivedBps() {
        List<Long> gaps = new ArrayList<>(List.of(0L));
        double bytes = 0;
        for (int i = 1; i < window.size(); i++) {
            gaps.add(window.get(i).arrivalNs - window.get(i - 1).arrivalNs);
            bytes += window.get(i).size;
        }
        gaps.sort(null);
        long ns = spanNs() - gaps.getLast() + gaps.get(gaps.size() - 2);
        return bytes * 8e9 / Math.max(ns, MS);
    }

    private double sentBps() {
        List<Packet> counted =
                window.stream().filter(packet -> packet.sentNs >= discardedNs).toList();
        if (counted.size() < 10) {
            return -1;
        }
        Packet last = counted.getFirst();
        long firstNs = last.sentNs;
        double bytes = 0;
        for (Packet packet : counted) {
            last = packet.sentNs >= last.sentNs ? packet : last;
            firstNs = Math.min(firstNs, packet.sentNs);
            bytes += packet.size;
        }
        return (bytes - last.size) * 8e9 / Math.max(last.sentNs - firstNs, MS);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void theRatesAreThoseOfAPlainList(long seed) {
        Random random = new Random(seed);
        AcknowledgedBitrate bitrate = new AcknowledgedBitrate(ThroughputConfig.defaults());
        long sentNs = 0;
        long shiftNs = 0;
        int stepMs = 10;
        for (int i = 0; i < 4000; i++) {
            stepMs = random.nextInt(200) == 0 ? new int[] {0, 1, 10, 60, 400}[random.nextInt(5)] : stepMs;
            sentNs += random.nextInt(1 + stepMs) * MS;
            shiftNs = random.nextInt(1500) == 0 ? shiftNs - 3000 * MS : shiftNs;
            long delayNs = 50 * MS + random.nextInt(random.nextInt(40) == 0 ? 300 : 3) * MS;
            Packet packet = new Packet(sentNs, sentNs + delayNs + shiftNs, random.nextInt(1400));
            add(packet);
            bitrate.onPacket(packet.sentNs, packet.arrivalNs, packet.size);
            bitrate.update();
            String where = "seed " + seed + ", packet " + i;
            if (window.size() < 10) {
                assertThat(bitrate.bps()).as(where).isEqualTo(-1);
                assertThat(bitrate.sentBps()).as(where).isEqualTo(-1);
            } else {
                double sentBps = sentBps();
                assertThat((double) bitrate.sentBps()).as(where).isCloseTo(sentBps, within(1.0));
                double bps = sentBps < 0 ? receivedBps() : Math.min(receivedBps(), sentBps);
                assertThat((double) bitrate.bps()).as(where).isCloseTo(bps, within(1.0));
            }
        }
        bitrate.reset();
        assertThat(bitrate.bps()).isEqualTo(-1);
        assertThat(bitrate.sentBps()).isEqualTo(-1);
        bitrate.update();
        assertThat(bitrate.bps()).isEqualTo(-1);
    }
}
