package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.worker.GatedPort.Sent;
import org.starbridge.media.worker.SimulatedBridge.Recovery;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.testkit.SimulatedNetwork.Conditions;

/**
 * A conference is cut at a random moment, written down, and goes on in another bridge with another clock: from then on
 * that sends the same datagrams, byte for byte, as the bridge of a run without a cut. The IV ledger sees both bridges.
 *
 * <p>{@code starbridge.cut.seeds} is how many seeds run.
 */
class ConferenceCutTest {
    private static final long MS = 1_000_000;
    private static final int RUN_MS = 6000;
    private static final long WEEK_NS = 7 * 24 * 3600 * 1_000_000_000L;
    private static final int PEOPLE = 3;
    private static final int ENCODINGS = 3;
    private static final int[] TARGETS = {-1, 0, 1, 2, 64, 65, 66, 128, 129, 130, 130};

    /** A conference of people with a microphone, and a camera of three encodings. */
    private static final class Call implements AutoCloseable {
        final List<Sent> sent = new ArrayList<>();
        private final List<GatedPort> ports = new ArrayList<>();
        final SimulatedBridge bridge;
        private final Random script;
        private final List<SimulatedClient> people = new ArrayList<>();
        private final List<SentStream> audio = new ArrayList<>();
        private final List<SentStream> video = new ArrayList<>();
        private int tick;

        private final boolean isRewritten;

        Call(long seed, int workers, boolean isRewritten) {
            this.isRewritten = isRewritten;
            script = new Random(~seed);
            bridge = new SimulatedBridge(seed, workers, crypto -> crypto, port -> {
                GatedPort gated = new GatedPort(port, sent, 0, true);
                ports.add(gated);
                return gated;
            });
            bridge.recovery = Recovery.NACK;
            changeSlots();
            for (int i = 0; i < PEOPLE; i++) {
                List<Stream> declared = new ArrayList<>(List.of(SimulatedBridge.audio(1000 + i)));
                for (int encoding = 0; encoding < ENCODINGS; encoding++) {
                    declared.add(SimulatedBridge.encoding(camera(i), encoding));
                }
                SimulatedClient client = bridge.join("c" + i, declared.toArray(Stream[]::new));
                people.add(client);
                audio.add(client.addStream(1000 + i, SimulatedBridge.OPUS, 65000 + 7 * i));
                for (int encoding = 0; encoding < ENCODINGS; encoding++) {
                    video.add(client.addStream(camera(i) + encoding, SimulatedBridge.VP8, 65400 + 61 * i));
                }
            }
            assertThat(bridge.connectAll()).isTrue();
        }

        static int camera(int person) {
            return 2000 + 10 * person;
        }

        /** One millisecond. */
        void tick() {
            if (tick == 1000) {
                bridge.network.conditions(new Conditions(0.02, 0.01, 5 * MS, 3 * MS));
            }
            if (tick % 700 == 350) {
                changeTargets();
            }
            for (int person = 0; person < PEOPLE; person++) {
                speak(person);
            }
            tick++;
            bridge.run(MS);
        }

        private void changeTargets() {
            for (int person = 0; person < PEOPLE; person++) {
                Map<Integer, Integer> wanted = new HashMap<>();
                for (int other = 0; other < PEOPLE; other++) {
                    wanted.put(camera(other), TARGETS[script.nextInt(TARGETS.length)]);
                }
                bridge.targets.put("c" + person, wanted);
            }
            changeSlots();
            bridge.publish();
        }

        /** Each person has two slots for pictures and one for voices, with changing sources. */
        private void changeSlots() {
            for (int person = 0; isRewritten && person < PEOPLE; person++) {
                Map<Integer, SourceSlot> slots = new HashMap<>();
                int first = script.nextInt(2);
                int second = script.nextInt(3); // 2 stands for nothing
                for (int i = 1; i < PEOPLE; i++) {
                    int other = (person + i) % PEOPLE;
                    int slot = i == 1 ? first : 1 - first;
                    if (i == 1 || second < 2) {
                        slots.put(camera(other), new SourceSlot(5000 + 10 * person + slot, 6000 + slot, null));
                    }
                    if (second == i) {
                        slots.put(1000 + other, new SourceSlot(7000 + person, 0, "a"));
                    }
                }
                bridge.slots.put("c" + person, slots);
            }
        }

        private void speak(int person) {
            SimulatedClient client = people.get(person);
            if ((tick + 7 * person) % 20 == 0) {
                client.send(audio.get(person), new byte[60 + script.nextInt(40)], false);
            }
            if ((tick + 11 * person) % 33 == 0) {
                boolean isKey = tick < 33 || keyFrameRequested(client);
                int frame = (tick + 11 * person) / 33;
                for (int encoding = 0; encoding < ENCODINGS; encoding++) {
                    sendFrame(client, video.get(person * ENCODINGS + encoding), encoding, isKey, frame);
                }
            }
            if ((tick + 137 * person) % 1000 == 0) {
                long ntp = 1L << 40 | (long) tick << 20;
                client.sendSenderReport(audio.get(person), ntp);
                client.sendSenderReport(video.get(person * ENCODINGS), ntp);
                int heard = (person + 1) % PEOPLE;
                client.sendReport(1000 + heard, script.nextInt(30), ntp, MS);
                client.sendReport(camera(heard), script.nextInt(30), ntp, MS);
            }
            if (script.nextInt(1500) == 0) {
                client.requestKeyFrame(camera((person + 1) % PEOPLE));
            }
        }

        private static boolean keyFrameRequested(SimulatedClient client) {
            boolean isRequested = !client.keyFrameRequests.isEmpty();
            client.keyFrameRequests.clear();
            return isRequested;
        }

        private void sendFrame(SimulatedClient client, SentStream stream, int encoding, boolean isKey, int frame) {
            int packets = 1 + script.nextInt(1 << encoding) + (isKey ? 2 << encoding : 0);
            for (int i = 0; i < packets; i++) {
                byte[] payload = layered(50 + script.nextInt(200), i == 0, isKey, frame);
                client.send(stream, payload, i == packets - 1, 3000 * frame);
            }
        }

        private static byte[] layered(int bytes, boolean startsFrame, boolean key, int frame) {
            byte[] payload = new byte[bytes];
            int layer = frame % 4 == 0 ? 0 : frame % 4 == 2 ? 1 : 2;
            payload[0] = (byte) (startsFrame ? 0x90 : 0x80);
            payload[1] = (byte) 0xE0;
            payload[2] = (byte) (0x80 | frame >>> 8);
            payload[3] = (byte) frame;
            payload[4] = (byte) (frame / 4);
            payload[5] = (byte) (key ? 0 : layer << 6 | 0x20);
            payload[6] = (byte) (key ? 0 : 1);
            return payload;
        }

        void cut() {
            List<GatedPort> next = new ArrayList<>();
            for (GatedPort port : ports) {
                port.isOpen = false;
                next.add(new GatedPort(port.port, sent, WEEK_NS, false));
            }
            bridge.handOver(next, WEEK_NS);
        }

        @Override
        public void close() {
            bridge.close();
        }
    }

    private static List<Sent> run(long seed, int workers, boolean isRewritten, int cutMs) {
        boolean isCut = false;
        try (Call call = new Call(seed, workers, isRewritten)) {
            for (int i = 0; i < RUN_MS; i++) {
                if (cutMs >= 0 && !isCut && i >= cutMs && call.bridge.leftOut() == 0) {
                    call.cut();
                    isCut = true;
                }
                call.tick();
            }
            assertThat(isCut).isEqualTo(cutMs >= 0);
            assertThat(call.people).allMatch(client -> client.failures == 0);
            assertThat(call.bridge.ledger.size()).isGreaterThan(1000);
            return call.sent;
        }
    }

    @Test
    void aWrongRecordOfASessionIsRefusedOrReadAndNothingElse() {
        try (Call call = new Call(53, 1, false)) {
            for (int i = 0; i < 1500; i++) {
                call.tick();
            }
            byte[] record = call.bridge.snapshotOf("c0");
            Random random = new Random(53);
            int refused = 0;
            for (int i = 0; i < 300; i++) {
                byte[] wrong = record.clone();
                for (int change = random.nextInt(3); change >= 0; change--) {
                    wrong[9 + random.nextInt(wrong.length - 13)] = (byte) random.nextInt();
                }
                refused += call.bridge.isTaken(checksummed(wrong)) ? 0 : 1;
            }
            assertThat(refused).isGreaterThan(10);
            assertThat(call.bridge.isTaken(Arrays.copyOf(record, record.length - 1)))
                    .isFalse();
        }
    }

    private static byte[] checksummed(byte[] record) {
        CRC32C checksum = new CRC32C();
        checksum.update(record, 0, record.length - 4);
        ByteBuffer.wrap(record).putInt(record.length - 4, (int) checksum.getValue());
        return record;
    }

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "1, true"})
    void anotherBridgeSendsWhatTheOneWithoutACutSends(int workers, boolean isRewritten) {
        int seeds = Integer.getInteger("starbridge.cut.seeds", 2);
        for (long seed = Integer.getInteger("starbridge.cut.first", 1); seed <= seeds; seed++) {
            int cutMs = 500 + new Random(seed).nextInt(RUN_MS - 1000);
            List<Sent> uncut = run(seed, workers, isRewritten, -1);
            List<Sent> cut = run(seed, workers, isRewritten, cutMs);
            Sent.assertSame(cut, uncut, "seed " + seed + ", cut at " + cutMs);
        }
    }
}
