package org.starbridge.control.datachannel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Sctp;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.channel.DataChannelTransport;
import org.starbridge.control.channel.MessageLimits;
import org.starbridge.control.channel.MessagePace;

/** What endpoints cost whose channels are open and silent: association, channels, mailbox and timer together. */
class IdleTransportTest {
    private static final int TRANSPORTS = 400;

    private final VirtualSurroundings world = new VirtualSurroundings();
    private final SctpTransports transports =
            new SctpTransports(new SctpTransports.Settings(true, 1, MessageLimits.DEFAULT), world.forTransports());

    /** Answers each message with a long one. */
    private static final class Answering implements ChannelSlot {
        private final MessagePace pace = new MessagePace(100, 1 << 20);

        @Override
        public MessagePace pace() {
            return pace;
        }

        @Override
        public void onOpen(BridgeChannel channel) {}

        @Override
        public void onText(BridgeChannel channel, String text) {
            assertThat(channel.send(ChannelText.of("y".repeat(20_000)))).isTrue();
        }

        @Override
        public boolean tryText(BridgeChannel channel, String text) {
            onText(channel, text);
            return true;
        }

        @Override
        public void onBinary(BridgeChannel channel) {}

        @Override
        public void onClose(BridgeChannel channel, int code) {}
    }

    @Test
    void eachTakesLessThanEightKibibytesAndWakesForItsHeartbeatOnly() {
        List<DataChannelTransport> kept = new ArrayList<>();
        List<VirtualClient> clients = new ArrayList<>();
        long before = usedBytes();
        for (int i = 0; i < TRANSPORTS; i++) {
            DataChannelTransport transport = transports.open(Sctp.Role.SERVER);
            transport.serve(new Answering());
            VirtualClient client = new VirtualClient(world, 0);
            client.join(transport);
            client.connect();
            client.say(client.open(0), "x".repeat(5_000));
            world.pass(Duration.ofSeconds(2));
            assertThat(client.texts).hasSize(1);
            client.texts.clear();
            kept.add(transport);
            clients.add(client);
        }
        long perTransport = (usedBytes() - before) / TRANSPORTS;
        // The client's own association is in it, since the transport's way out leads there.
        assertThat(perTransport).isBetween(100L, 8L << 10);
        assertThat(kept).hasSize(TRANSPORTS);

        world.pass(Duration.ofSeconds(40)); // alarms of what was said ring, and find nothing to do
        world.rung = 0;
        clients.forEach(client -> client.packets = 0);
        world.pass(Duration.ofMinutes(5));
        assertThat(clients)
                .as("ten heartbeats and as many answers")
                .allSatisfy(client -> assertThat(client.packets).isEqualTo(20));
        assertThat(world.rung)
                .as("those that are due together wake the timer once")
                .isBetween(10, 10 * TRANSPORTS);
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
