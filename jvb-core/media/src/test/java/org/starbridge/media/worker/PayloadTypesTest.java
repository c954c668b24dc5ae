package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.OPUS;
import static org.starbridge.media.worker.SimulatedBridge.RED;
import static org.starbridge.media.worker.SimulatedBridge.VP8;
import static org.starbridge.media.worker.SimulatedBridge.audio;
import static org.starbridge.media.worker.SimulatedBridge.video;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.worker.SimulatedClient.SentStream;

/** Two endpoints that number their payload types each in their own way. */
class PayloadTypesTest {
    private static final byte[] KEY_FRAME = {0x10, 0x00, 0x00, 0x00, (byte) 0x9D, 0x01, 0x2A, 0x10, 0x00, 0x10, 0x00};
    /** RFC 2198: one block of the payload type OPUS, then the primary one of it. */
    private static final byte[] REDUNDANT = {(byte) (0x80 | OPUS), 0, 0, 2, OPUS, 7, 7, 8, 8, 8};

    private static final int ITS_OPUS = 96;
    private static final int ITS_VP8 = OPUS;
    private static final Map<Integer, PayloadType> ITS_TYPES = Map.of(
            ITS_OPUS, new PayloadType(ITS_OPUS, MediaKind.AUDIO, "opus", 48000, false, false),
            RED, new PayloadType(RED, MediaKind.AUDIO, "red", 48000, false, false),
            ITS_VP8, new PayloadType(ITS_VP8, MediaKind.VIDEO, "vp8", 90000, true, true),
            VP8, new PayloadType(VP8, MediaKind.VIDEO, "h264", 90000, true, true));

    private static void send(
            SimulatedBridge bridge, SimulatedClient client, int ssrc, int payloadType, byte[] payload) {
        SentStream stream = client.addStream(ssrc, payloadType, 100);
        for (int i = 0; i < 5; i++) {
            client.send(stream, payload, true);
            bridge.run(20_000_000);
        }
    }

    @Test
    void aReceiverGetsEachCodecUnderItsOwnNumberAndNothingElse() {
        try (SimulatedBridge bridge = new SimulatedBridge(3, 1)) {
            bridge.payloadTypes.put("other", ITS_TYPES);
            bridge.takeRedundancy.add("one");
            SimulatedClient one = bridge.join("one", audio(1000), video(2000));
            SimulatedClient other = bridge.join("other", audio(1001), video(2001), video(2002));
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(100_000_000);

            send(bridge, one, 1000, OPUS, new byte[] {1});
            send(bridge, one, 2000, VP8, KEY_FRAME);
            assertThat(other.payloadTypesThatCame).containsExactlyInAnyOrder(ITS_OPUS, ITS_VP8);
            assertThat(Objects.requireNonNull(other.got.get(2000)).order).hasSize(5);

            send(bridge, other, 1001, ITS_OPUS, new byte[] {1});
            send(bridge, other, 2001, ITS_VP8, KEY_FRAME);
            send(bridge, other, 2002, VP8, new byte[] {0x67, 1, 2}); // H.264, which the first one does not take
            assertThat(one.payloadTypesThatCame).containsExactlyInAnyOrder(OPUS, VP8);
            assertThat(one.got).containsOnlyKeys(1001, 2001);
        }
    }

    @Test
    void redundantAudioIsTakenApartForWhoNumbersWhatIsInsideInAnotherWay() {
        try (SimulatedBridge bridge = new SimulatedBridge(3, 1)) {
            bridge.payloadTypes.put("other", ITS_TYPES);
            bridge.takeRedundancy.add("one");
            SimulatedClient one = bridge.join("one", audio(1000));
            SimulatedClient other = bridge.join("other");
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(100_000_000);
            send(bridge, one, 1000, RED, REDUNDANT);
            assertThat(other.payloadTypesThatCame).containsExactly(ITS_OPUS);
            assertThat(Objects.requireNonNull(other.payloads.get(1000)).values())
                    .hasSize(5)
                    .allSatisfy(payload -> assertThat(payload).containsExactly(8, 8, 8));
        }
    }
}
