package org.starbridge.media.projection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.projection.LayeredSource.InterLayer;
import org.starbridge.media.projection.LayeredSource.Wire;
import org.starbridge.rtp.codec.VideoCodec;

/**
 * Picture ids and frame numbers under one SSRC that carries changing sources: they continue with the next number at
 * each change, and keep the distances of the sender in between, whatever is lost, late, left out or wraps.
 */
class SourceSwitchNumbersTest {
    private static final long FRAME_NS = 33_000_000;
    private static final int SEEDS = 15;
    private static final int SOURCES = 6;
    private static final int PICTURES = 70;
    private static final int MAX_LATENESS = 20;
    private static final List<InterLayer> STRUCTURES = List.of(InterLayer.values());

    /** A packet's source, and its number as the sender wrote it. */
    private record Sent(int source, int number) {}

    private final Map<LayeredSource.Packet, Sent> sent = new HashMap<>();

    @ParameterizedTest
    @EnumSource(Wire.class)
    void continueAtEachChangeAndKeepTheirDistances(Wire wire) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            try (LayeredReceiver receiver = new LayeredReceiver()) {
                long nowNs = 0;
                for (int turn = 0; turn < SOURCES; turn++) {
                    if (turn > 0) {
                        receiver.changeSource();
                    }
                    receiver.projection.target(LayerId.of(0, random.nextInt(3), random.nextInt(3)));
                    nowNs = play(receiver, random, wire, turn, nowNs);
                }
                assertNumbers("seed " + seed, receiver, wire);
            }
        }
    }

    private long play(LayeredReceiver receiver, Random random, Wire wire, int turn, long fromNs) {
        InterLayer interLayer = STRUCTURES.get(random.nextInt(STRUCTURES.size()));
        LayeredSource source =
                new LayeredSource(random, wire, interLayer, 1 + random.nextInt(3), 1 + random.nextInt(3), 0);
        List<LayeredSource.Packet> late = new ArrayList<>();
        long nowNs = fromNs;
        for (int picture = 0; picture < PICTURES; picture++) {
            if (random.nextInt(30) == 0) {
                source.skipPicture();
            }
            if (random.nextInt(20) == 0) {
                receiver.target(random.nextInt(3), random.nextInt(3));
            }
            int requests = receiver.requests;
            for (LayeredSource.Packet packet : source.capture()) {
                sent.put(packet, new Sent(turn, number(packet)));
                switch (random.nextInt(25)) {
                    case 0 -> {} // lost
                    case 1, 2 -> late.add(packet);
                    default -> receiver.onPacket(packet, nowNs);
                }
                late.removeIf(each -> packet.extSeq() - each.extSeq() > MAX_LATENESS); // lost for good
                while (!late.isEmpty() && random.nextInt(8) == 0) {
                    receiver.onPacket(late.remove(random.nextInt(late.size())), nowNs);
                }
            }
            if (receiver.requests > requests) {
                source.requestKeyFrame();
            }
            nowNs += FRAME_NS;
        }
        return nowNs;
    }

    /** Bytes 1 and 2 of both: the picture id with its length bit, or the frame number. */
    private static int number(LayeredSource.Packet packet) {
        byte[] header = packet.codec() == VideoCodec.VP9 ? packet.payload() : packet.descriptor();
        int number = (header[1] & 0xFF) << 8 | (header[2] & 0xFF);
        return packet.codec() == VideoCodec.VP9 ? number & 0x7FFF : number;
    }

    private void assertNumbers(String name, LayeredReceiver receiver, Wire wire) {
        int mask = wire.isDescribed() ? 0xFFFF : 0x7FFF;
        LayeredReceiver.Wire before = null;
        int changes = 0;
        for (LayeredReceiver.Wire each : receiver.came.values()) {
            LayeredReceiver.Wire last = before;
            if (last != null) {
                Sent now = Objects.requireNonNull(sent.get(each.truth()));
                Sent then = Objects.requireNonNull(sent.get(last.truth()));
                boolean isChange = now.source != then.source;
                changes += isChange ? 1 : 0;
                int step = each.number() - last.number() & mask;
                // After the loss of a dependency structure the source begins again, too.
                boolean begins = isChange
                        || (wire.isDescribed()
                                && step == 1
                                && each.truth().frame().isKey());
                assertThat(step)
                        .as(() -> name + ": from " + last + ", sent as " + then + ", to " + each + ", sent as " + now)
                        .isEqualTo(begins ? 1 : now.number - then.number & mask)
                        .isLessThan(mask / 2);
            }
            before = each;
        }
        assertThat(changes).as(name).isEqualTo(SOURCES - 1);
    }
}
