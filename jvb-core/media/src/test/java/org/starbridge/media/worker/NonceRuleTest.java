package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.transport.srtp.SrtpSender;

/**
 * That the ledger which {@link SimulatedBridge} carries does see what the bridge seals: a broken nonce rule is found.
 */
class NonceRuleTest {
    private static final int SSRC = 1000;

    private static void protect(SrtpSender sender, long index, int payload) {
        try (Slab memory = Slab.allocate(256)) {
            RtpHeaderWriter writer = new RtpHeaderWriter();
            writer.fixed(memory.address(), 100, false, SimulatedBridge.OPUS, index, 1, SSRC);
            int header = writer.end();
            Memory.put8(memory.address() + 128, payload);
            sender.protectRtp(
                    Objects.requireNonNull(sender.stream(SSRC)),
                    index,
                    memory.address(),
                    header,
                    0,
                    memory.address() + 128,
                    1);
        }
    }

    @Test
    void aSecondPacketUnderAnIndexThatTheBridgeUsedIsFound() {
        try (SimulatedBridge bridge = new SimulatedBridge(1, 1)) {
            SimulatedClient from = bridge.join("from", SimulatedBridge.audio(SSRC));
            SimulatedClient to = bridge.join("to");
            SentStream stream = from.addStream(SSRC, SimulatedBridge.OPUS, 100);
            assertThat(bridge.connectAll()).isTrue();
            bridge.run(100_000_000);
            from.send(stream, new byte[] {1, 2, 3}, false);
            bridge.run(100_000_000);
            assertThat(Objects.requireNonNull(to.got.get(SSRC)).order).containsExactly(100L);

            // What a projection would do that gives an index a second time: the bridge's own keys towards the receiver.
            try (SrtpSender broken =
                    new SrtpSender(bridge.ledger, SimulatedKeys.ofClient("to").swapped(), 4)) {
                protect(broken, 101, 7);
                assertThatThrownBy(() -> protect(broken, 100, 7))
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContaining("SSRC 1000")
                        .hasMessageContaining("index 100");
            }
        }
    }

    @Test
    void theSamePacketAgainIsAllowedAndAnotherOneIsNot() {
        try (SimulatedBridge bridge = new SimulatedBridge(1, 1);
                SrtpSender sender = new SrtpSender(bridge.ledger, SimulatedKeys.ofClient("anybody"), 4)) {
            protect(sender, 5, 1);
            protect(sender, 5, 1);
            assertThat(bridge.ledger.size()).isEqualTo(1);
            assertThatThrownBy(() -> protect(sender, 5, 2)).isInstanceOf(AssertionError.class);
        }
    }
}
