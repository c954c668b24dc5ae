package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.source.Negotiation;
import org.starbridge.media.worker.SimulatedClient.SentStream;

/** Audio that is lost on its way to the bridge, of a talker that repeats frames: what the receivers get instead. */
class RedundancyRecoveryTest {
    private static final long MS = 1_000_000;
    private static final int LEVEL_ID = 3;
    private static final int SSRC = 500;
    private static final int FRAME = 960;

    private final SimulatedBridge bridge = new SimulatedBridge(1, 2);
    private final SimulatedClient talker = bridge.add("talker", SimulatedBridge.audio(SSRC));
    private final SimulatedClient redundant = bridge.add("redundant");
    private final SimulatedClient plain = bridge.add("plain");
    /** Its numbers pass 65,535. */
    private final SentStream red = talker.addStream(SSRC, SimulatedBridge.RED, 65_530);

    @BeforeEach
    void connect() {
        bridge.extensionIds = Map.of(Negotiation.AUDIO_LEVEL, LEVEL_ID);
        bridge.takeRedundancy.add("talker");
        bridge.takeRedundancy.add("redundant");
        bridge.publish();
        assertThat(bridge.connectAll()).isTrue();
        bridge.run(100 * MS);
        talker.audioLevelId = LEVEL_ID;
        talker.audioLevel = 30;
    }

    @AfterEach
    void close() {
        bridge.close();
    }

    private static byte[] frame(int timestamp) {
        return new byte[] {0x48, (byte) (timestamp / FRAME), (byte) (timestamp >> 16), 9};
    }

    /** The packet of a timestamp, with the frames of others before it. */
    private static byte[] packet(int timestamp, int... offsets) {
        int length = 1 + 4;
        for (int ignored : offsets) {
            length += 4 + 4;
        }
        byte[] payload = new byte[length];
        int at = 0;
        for (int offset : offsets) {
            payload[at++] = (byte) (0x80 | SimulatedBridge.OPUS);
            payload[at++] = (byte) (offset >> 6);
            payload[at++] = (byte) (offset << 2);
            payload[at++] = 4;
        }
        payload[at++] = SimulatedBridge.OPUS;
        for (int offset : offsets) {
            System.arraycopy(frame(timestamp - offset), 0, payload, at, 4);
            at += 4;
        }
        System.arraycopy(frame(timestamp), 0, payload, at, 4);
        return payload;
    }

    private void send(int timestamp, boolean isLost, byte[] payload) {
        talker.send(
                red,
                payload,
                false,
                timestamp,
                isLost ? _ -> {} : datagram -> talker.port.send(talker.bridge, datagram));
        bridge.run(20 * MS);
    }

    private static NavigableMap<Long, Integer> came(SimulatedClient client) {
        return Objects.requireNonNull(client.got.get(SSRC)).timestampByExtSeq;
    }

    private static byte[] payload(SimulatedClient client, int timestamp) {
        return Objects.requireNonNull(
                Objects.requireNonNull(client.payloads.get(SSRC)).get(timestamp));
    }

    private long counter(MediaCounter counter) {
        bridge.run(1100 * MS);
        return bridge.workers.stats().count(counter);
    }

    private static void hasNoGap(SimulatedClient client) {
        NavigableMap<Long, Integer> came = came(client);
        assertThat(came.lastKey() - came.firstKey() + 1).isEqualTo(came.size());
    }

    @Test
    void whatTheNextPacketsRepeatIsNotMissed() {
        for (int i = 0; i < 60; i++) {
            int timestamp = 10_000 + i * FRAME;
            boolean isLost = i % 10 == 5 || i % 20 == 16; // one, and two in a row
            send(timestamp, isLost, packet(timestamp, 2 * FRAME, FRAME));
        }
        for (SimulatedClient client : List.of(redundant, plain)) {
            hasNoGap(client);
            assertThat(came(client)).as(client.name).hasSize(60);
            assertThat(List.copyOf(came(client).values())).isSorted();
            assertThat(Objects.requireNonNull(client.got.get(SSRC)).order)
                    .as("in order, once")
                    .isSorted()
                    .doesNotHaveDuplicates();
            assertThat(payload(client, 10_000 + 5 * FRAME)).isEqualTo(frame(10_000 + 5 * FRAME));
            assertThat(payload(client, 10_000 + 15 * FRAME)).isEqualTo(frame(10_000 + 15 * FRAME));
            assertThat(client.failures).isZero();
        }
        assertThat(plain.payloadTypesThatCame).containsExactly(SimulatedBridge.OPUS);
        assertThat(counter(MediaCounter.AUDIO_RECOVERED_FROM_RED)).isEqualTo(9);
    }

    @Test
    void whatComesAfterAllGoesOnOnlyOnce() {
        byte[][] late = new byte[1][];
        for (int i = 0; i < 10; i++) {
            int timestamp = 10_000 + i * FRAME;
            byte[] payload = packet(timestamp, FRAME);
            if (i == 5) {
                talker.send(red, payload, false, timestamp, datagram -> late[0] = datagram);
            } else {
                send(timestamp, false, payload);
            }
            if (i == 6) {
                talker.port.send(talker.bridge, late[0]);
            }
        }
        assertThat(came(plain)).hasSize(10);
        assertThat(Objects.requireNonNull(plain.got.get(SSRC)).duplicates).isZero();
        bridge.run(1100 * MS);
        assertThat(bridge.workers.stats().droppedByReason())
                .containsEntry(DropReason.DUPLICATE.name().toLowerCase(java.util.Locale.ROOT), 1L);
    }

    /** Three are lost in a pause of the talker: which of them a block stands for can't be told. */
    @Test
    void aBlockThatMayBeOfAnotherPacketIsNotUsed() {
        send(10_000, false, packet(10_000, FRAME));
        send(10_000 + FRAME, false, packet(10_000 + FRAME, FRAME));
        send(10_000 + 2 * FRAME, true, packet(10_000 + 2 * FRAME, FRAME));
        send(10_000 + 9 * FRAME, true, packet(10_000 + 9 * FRAME, FRAME));
        send(10_000 + 11 * FRAME, false, packet(10_000 + 11 * FRAME, 2 * FRAME));
        assertThat(came(plain)).hasSize(3);
        assertThat(counter(MediaCounter.AUDIO_RECOVERED_FROM_RED)).isZero();
    }

    /** The same with one packet lost: it can only be that one. */
    @Test
    void theOnlyPacketThatIsMissingIsKnownAlsoAfterAPause() {
        send(10_000, false, packet(10_000, FRAME));
        send(10_000 + 9 * FRAME, true, packet(10_000 + 9 * FRAME, FRAME));
        send(10_000 + 10 * FRAME, false, packet(10_000 + 10 * FRAME, FRAME));
        assertThat(came(plain).values()).containsExactly(10_000, 10_000 + 9 * FRAME, 10_000 + 10 * FRAME);
    }

    /** A client of Jitsi encrypts redundant audio as a whole; what looks like blocks is ciphertext. */
    @Test
    void endToEndEncryptedAudioIsNotTakenApart() {
        for (int i = 0; i < 3; i++) {
            int timestamp = 10_000 + i * FRAME;
            byte[] repeated = packet(timestamp, FRAME);
            byte[] encrypted = new byte[repeated.length + 14];
            System.arraycopy(repeated, 0, encrypted, 0, repeated.length);
            encrypted[encrypted.length - 2] = 12;
            encrypted[encrypted.length - 1] = 3;
            send(timestamp, i == 1, encrypted);
        }
        assertThat(came(redundant)).hasSize(2);
        assertThat(plain.got).as("it can not decode redundant audio").doesNotContainKey(SSRC);
        assertThat(counter(MediaCounter.AUDIO_RECOVERED_FROM_RED)).isZero();
    }
}
