package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.source.Negotiation;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.testkit.SimulatedNetwork.Conditions;

/**
 * What becomes of audio on its way through the bridge: a talker, one who takes redundant audio, and one who does not.
 */
class SilenceAndRedundancyTest {
    private static final long MS = 1_000_000;
    private static final int LEVEL_ID = 3;
    private static final int SSRC = 500;
    private static final int LOUD = 30;
    private static final int SILENT = 127;

    private final SimulatedBridge bridge = new SimulatedBridge(1, 2);
    private final SimulatedClient talker = bridge.add("talker", SimulatedBridge.audio(SSRC));
    private final SimulatedClient redundant = bridge.add("redundant");
    private final SimulatedClient plain = bridge.add("plain");
    private final SentStream opus = talker.addStream(SSRC, SimulatedBridge.OPUS, 65_520);

    @BeforeEach
    void connect() {
        bridge.extensionIds = Map.of(Negotiation.AUDIO_LEVEL, LEVEL_ID);
        bridge.takeRedundancy.add("talker");
        bridge.takeRedundancy.add("redundant");
        bridge.publish();
        assertThat(bridge.connectAll()).isTrue();
        bridge.run(100 * MS);
        talker.audioLevelId = LEVEL_ID;
    }

    @AfterEach
    void close() {
        bridge.close();
    }

    /** A packet of a level; its payload is its number. */
    private void say(int level) {
        talker.audioLevel = level;
        talker.send(opus, new byte[] {(byte) opus.nextIndex, 9}, false);
        bridge.run(20 * MS);
    }

    private static NavigableMap<Long, Integer> came(SimulatedClient client) {
        return Objects.requireNonNull(client.got.get(SSRC)).timestampByExtSeq;
    }

    private static void hasNoGap(SimulatedClient client) {
        NavigableMap<Long, Integer> came = came(client);
        assertThat(came.lastKey() - came.firstKey() + 1).isEqualTo(came.size());
    }

    private long dropped(DropReason reason) {
        bridge.run(1100 * MS);
        return bridge.workers
                .stats()
                .droppedByReason()
                .getOrDefault(reason.name().toLowerCase(java.util.Locale.ROOT), 0L);
    }

    /**
     * In-band FEC is a part of an Opus frame, and DRED an extension (126) in the padding of a packet with code 3 (RFC
     * 6716 section 3.2.5): all of it reaches those who take redundant audio, and those who do not.
     */
    @Test
    void framesAndPaddingOfOpusAreNotTouched() {
        byte[] packet = {
            0x4B,
            0x41,
            10, // SILK, wideband, 20 ms, code 3; one frame with padding; 10 bytes of it
            0x7E,
            0x11,
            0x22,
            0x33,
            0x44,
            0x55,
            0x66,
            0x77, // the frame
            (byte) 0xFD,
            'D',
            12,
            1,
            2,
            3,
            4,
            5,
            6,
            7 // extension 126, long, until the end
        };
        talker.audioLevel = LOUD;
        talker.send(opus, packet, false);
        bridge.run(20 * MS);
        for (SimulatedClient client : List.of(redundant, plain)) {
            assertThat(Objects.requireNonNull(client.payloads.get(SSRC)).get(opus.nextTimestamp))
                    .as(client.name)
                    .isEqualTo(packet);
        }
    }

    @Test
    void ofASilenceTheFirstThreePacketsGoOnAndTheRestIsNotMissed() {
        List<Integer> timestamps = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < 10; i++) {
                say(LOUD);
                timestamps.add(opus.nextTimestamp);
            }
            for (int i = 0; i < 40; i++) {
                say(SILENT);
                if (i < 3) {
                    timestamps.add(opus.nextTimestamp);
                }
            }
        }
        for (SimulatedClient client : List.of(redundant, plain)) {
            assertThat(came(client).values()).containsExactlyElementsOf(timestamps);
            hasNoGap(client);
        }
        assertThat(dropped(DropReason.SILENCE)).isEqualTo(5 * 37);
    }

    @Test
    void whatIsLostOrPassesAnotherStaysWhereItWas() {
        bridge.network.conditions(new Conditions(0.1, 0.05, 5 * MS, 60 * MS));
        for (int i = 0; i < 400; i++) {
            say(i % 20 < 8 ? LOUD : SILENT);
        }
        bridge.network.conditions(new Conditions(0, 0, 5 * MS, 5 * MS));
        say(LOUD);
        for (SimulatedClient client : List.of(redundant, plain)) {
            NavigableMap<Long, Integer> came = came(client);
            int before = Integer.MIN_VALUE;
            for (int timestamp : came.values()) {
                assertThat(timestamp)
                        .as("the order of the numbers is that of the sound")
                        .isGreaterThan(before);
                before = timestamp;
            }
            assertThat(came.lastEntry().getValue()).isEqualTo(opus.nextTimestamp);
            assertThat(client.failures).isZero();
        }
    }

    @Test
    void whoDoesNotSayHowLoudItIsIsNotTakenForSilent() {
        talker.audioLevelId = 0;
        for (int i = 0; i < 30; i++) {
            say(SILENT);
        }
        assertThat(came(plain)).hasSize(30);
    }

    @Test
    void audioThatIsOnlyPaddingGoesNowhereAndIsNotMissed() {
        for (int i = 0; i < 30; i++) {
            say(LOUD);
            if (i % 3 == 0) {
                talker.sendEmpty(opus);
            }
        }
        assertThat(came(plain)).hasSize(30);
        hasNoGap(plain);
    }

    /** RFC 2198: one older frame, then the packet's own. */
    private static byte[] redundant(byte[] before, byte[] own) {
        byte[] payload = new byte[5 + before.length + own.length];
        payload[0] = (byte) (0x80 | SimulatedBridge.OPUS);
        payload[1] = (byte) (960 >> 6);
        payload[2] = (byte) (960 << 2 | before.length >> 8);
        payload[3] = (byte) before.length;
        payload[4] = SimulatedBridge.OPUS;
        System.arraycopy(before, 0, payload, 5, before.length);
        System.arraycopy(own, 0, payload, 5 + before.length, own.length);
        return payload;
    }

    @Test
    void redundantAudioGoesToThoseWhoTakeItAndItsOwnPartToTheOthers() {
        SentStream red = talker.addStream(SSRC, SimulatedBridge.RED, 65_520);
        byte[] before = {1, 1, 1};
        for (int i = 0; i < 50; i++) {
            byte[] own = {(byte) i, 2, 3, 4};
            talker.audioLevel = LOUD;
            talker.send(red, redundant(before, own), false);
            before = own;
            bridge.run(20 * MS);
            assertThat(payload(redundant, red.nextTimestamp)).isEqualTo(payloadSent(red));
            assertThat(payload(plain, red.nextTimestamp)).isEqualTo(own);
        }
        assertThat(redundant.payloadTypesThatCame).containsExactly(SimulatedBridge.RED);
        assertThat(plain.payloadTypesThatCame).containsExactly(SimulatedBridge.OPUS);
        hasNoGap(redundant);
        hasNoGap(plain);
    }

    private static byte[] payload(SimulatedClient client, int timestamp) {
        return Objects.requireNonNull(
                Objects.requireNonNull(client.payloads.get(SSRC)).get(timestamp));
    }

    private static byte[] payloadSent(SentStream stream) {
        return Objects.requireNonNull(stream.payloadByTimestamp.get(stream.nextTimestamp));
    }

    @Test
    void redundantAudioThatContradictsItselfGoesOnlyToThoseWhoTakeIt() {
        SentStream red = talker.addStream(SSRC, SimulatedBridge.RED, 100);
        talker.send(red, new byte[] {(byte) 0xEF, 0, 1}, false);
        talker.send(red, redundant(new byte[3], new byte[0]), false);
        talker.send(red, redundant(new byte[3], new byte[] {7}), false);
        bridge.run(20 * MS);
        assertThat(came(redundant)).hasSize(3);
        assertThat(came(plain)).hasSize(1);
        assertThat(dropped(DropReason.PAYLOAD_TYPE_NOT_ACCEPTED)).isEqualTo(2);
    }
}
