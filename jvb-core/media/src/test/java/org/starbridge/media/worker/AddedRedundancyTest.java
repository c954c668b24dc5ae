package org.starbridge.media.worker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.media.source.Negotiation;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.reception.ReceptionRegister;
import org.starbridge.transport.link.LinkConditions;

/**
 * Redundancy that the bridge adds to audio: one talker who sends plain Opus, and receivers whose links lose a tenth or
 * nothing, with and without RED.
 */
class AddedRedundancyTest {
    private static final long MS = 1_000_000;
    private static final int LEVEL_ID = 3;
    private static final int SSRC = 500;
    private static final int VOICE = 0x80;
    private static final LinkConditions TENTH_LOST = LinkConditions.PERFECT.withLoss(0.1, 1);

    private final Map<SimulatedClient, ReceptionRegister> reception = new HashMap<>();
    /** Timestamps of the frames that came, by themselves or in a later packet. */
    private final Map<SimulatedClient, Set<Integer>> frames = new HashMap<>();

    private SimulatedBridge bridge = new SimulatedBridge(1, 1);
    private SimulatedClient talker = bridge.add("none");
    private int wrongFrames;
    private int redPackets;
    private int mostBlocks;

    @AfterEach
    void close() {
        bridge.close();
    }

    private SentStream connect(AudioPolicy.Added added, String... receivers) {
        bridge.close();
        reception.clear();
        frames.clear();
        bridge = SimulatedBridge.withAudio(1, 2, new AudioPolicy(AudioPolicy.ALL, false, added));
        bridge.extensionIds = Map.of(Negotiation.AUDIO_LEVEL, LEVEL_ID);
        talker = bridge.add("talker", SimulatedBridge.audio(SSRC));
        for (String name : receivers) {
            SimulatedClient client = bridge.add(name);
            if (name.contains("red")) {
                bridge.takeRedundancy.add(name);
            }
            reception.put(client, new ReceptionRegister(SSRC));
            frames.put(client, new HashSet<>());
            client.watcher = (_, extSeq, timestamp, _, payload) -> onPacket(client, extSeq, timestamp, payload);
        }
        bridge.publish();
        assertThat(bridge.connectAll()).isTrue();
        bridge.run(100 * MS);
        for (String name : receivers) {
            if (name.contains("lossy")) {
                bridge.network.downlink(client(name).port.localAddress(), TENTH_LOST);
            }
        }
        talker.audioLevelId = LEVEL_ID;
        talker.audioLevel = VOICE | 30;
        return talker.addStream(SSRC, SimulatedBridge.OPUS, 65_000);
    }

    private SimulatedClient client(String name) {
        return Objects.requireNonNull(bridge.clients.get(name));
    }

    private void onPacket(SimulatedClient client, long extSeq, int timestamp, byte[] payload) {
        Objects.requireNonNull(reception.get(client)).onPacket(extSeq, timestamp, bridge.clock.nowNs(), 48_000);
        boolean isRed = payload[0] < 0;
        if (!isRed) {
            onFrame(client, timestamp, payload);
            return;
        }
        redPackets++;
        ByteBuffer in = ByteBuffer.wrap(payload);
        int blocks = 0;
        int[] offsets = new int[8];
        int[] lengths = new int[8];
        while (in.get(in.position()) < 0) {
            assertThat(in.get() & 0x7F).isEqualTo(SimulatedBridge.OPUS);
            int offsetAndLength = ((in.getShort() & 0xFFFF) << 8) | (in.get() & 0xFF);
            offsets[blocks] = offsetAndLength >>> 10;
            lengths[blocks++] = offsetAndLength & 0x3FF;
        }
        assertThat(in.get()).isEqualTo((byte) SimulatedBridge.OPUS);
        mostBlocks = Math.max(mostBlocks, blocks);
        for (int i = 0; i < blocks; i++) {
            byte[] frame = new byte[lengths[i]];
            in.get(frame);
            onFrame(client, timestamp - offsets[i], frame);
        }
        byte[] own = new byte[in.remaining()];
        in.get(own);
        onFrame(client, timestamp, own);
    }

    private void onFrame(SimulatedClient client, int timestamp, byte[] frame) {
        byte[] sent =
                Objects.requireNonNull(talker.sent.get(SSRC)).payloadByTimestamp.get(timestamp);
        if (sent == null) {
            return; // repeated after it was forgotten here
        }
        if (java.util.Arrays.equals(sent, frame)) {
            Objects.requireNonNull(frames.get(client)).add(timestamp);
        } else {
            wrongFrames++;
        }
    }

    /** Packets each 20 ms; receivers report each second. */
    private void say(SentStream opus, int packets, byte... end) {
        for (int i = 0; i < packets; i++) {
            byte[] frame = new byte[40 + i % 60 + end.length];
            frame[0] = 0x48;
            frame[1] = (byte) opus.nextIndex;
            System.arraycopy(end, 0, frame, frame.length - end.length, end.length);
            talker.send(opus, frame, false);
            bridge.run(20 * MS);
            if (i % 50 == 49) {
                reception.forEach((client, register) -> client.sendReport(register, bridge.clock.nowNs()));
            }
        }
    }

    private double missing(String name, SentStream opus) {
        return 1 - (double) Objects.requireNonNull(frames.get(client(name))).size() / opus.payloadByTimestamp.size();
    }

    private void forgetFrames(SentStream opus) {
        opus.forget();
        frames.values().forEach(Set::clear);
        redPackets = 0;
        mostBlocks = 0;
    }

    private long protectedPackets() {
        bridge.run(1100 * MS);
        return bridge.workers.stats().count(MediaCounter.AUDIO_PACKETS_PROTECTED);
    }

    @Test
    void aTenthIsLostAndHardlyAFrameIsMissed() {
        SentStream opus = connect(new AudioPolicy.Added(2, true), "lossy red", "lossy", "red");
        say(opus, 200);
        forgetFrames(opus);
        say(opus, 3000);
        assertThat(missing("lossy red", opus)).isLessThan(0.004);
        assertThat(missing("lossy", opus)).isBetween(0.08, 0.12);
        assertThat(missing("red", opus)).isZero();
        assertThat(client("red").payloadTypesThatCame).as("it loses nothing").containsExactly(SimulatedBridge.OPUS);
        assertThat(client("lossy").payloadTypesThatCame).containsExactly(SimulatedBridge.OPUS);
        assertThat(wrongFrames).isZero();
        assertThat(mostBlocks).isEqualTo(2);
        assertThat(client("lossy red").failures).isZero();
        assertThat(requireNonNull(client("lossy red").got.get(SSRC)).duplicates).isZero();
        assertThat(protectedPackets()).isGreaterThan(3000);
    }

    @Test
    void itEndsWhenNothingIsLostAnyMore() {
        SentStream opus = connect(new AudioPolicy.Added(1, true), "lossy red");
        say(opus, 300);
        assertThat(mostBlocks).isEqualTo(1);
        bridge.network.downlink(client("lossy red").port.localAddress(), LinkConditions.PERFECT);
        say(opus, 650);
        forgetFrames(opus);
        say(opus, 100);
        assertThat(redPackets).isZero();
        assertThat(missing("lossy red", opus)).isZero();
    }

    @Test
    void framesWithoutVoiceAreNotRepeatedUnlessAllAre() {
        SentStream opus = connect(new AudioPolicy.Added(2, true), "lossy red");
        talker.audioLevel = 30;
        say(opus, 300);
        assertThat(redPackets).isZero();
        opus = connect(new AudioPolicy.Added(2, false), "lossy red");
        talker.audioLevel = 30;
        say(opus, 300);
        assertThat(redPackets).isPositive();
    }

    @Test
    void endToEndEncryptedFramesStayAsTheyAre() {
        SentStream opus = connect(new AudioPolicy.Added(2, false), "lossy red");
        say(opus, 300, (byte) 12, (byte) 15);
        assertThat(redPackets).isZero();
        assertThat(wrongFrames).isZero();
    }

    @Test
    void nothingIsAddedWithoutThePolicyOrTowardsAnotherBridge() {
        SentStream opus = connect(AudioPolicy.Added.NONE, "lossy red");
        say(opus, 300);
        assertThat(redPackets).isZero();
        opus = connect(new AudioPolicy.Added(2, false), "lossy red");
        bridge.takeEveryEncoding.add("lossy red");
        bridge.publish();
        say(opus, 300);
        assertThat(redPackets).isZero();
    }
}
