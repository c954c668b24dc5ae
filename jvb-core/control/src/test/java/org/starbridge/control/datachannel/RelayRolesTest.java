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
import org.starbridge.transport.datachannel.DataChannel;
import org.starbridge.transport.sctp.Reliability;

/** Two bridges at either end of a relay: one is the SCTP client, the other waits. In virtual time. */
class RelayRolesTest {
    private final VirtualSurroundings world = new VirtualSurroundings();
    private final SctpTransports transports = new SctpTransports(
            new SctpTransports.Settings(
                    true, 1, new MessageLimits(256 << 10, 16 << 10, 20, 1 << 20, 100, 1 << 20, Duration.ofSeconds(30))),
            world.forTransports());
    private final Side client = new Side(Sctp.Role.CLIENT);
    private final Side server = new Side(Sctp.Role.SERVER);

    /** One bridge's end. */
    private final class Side implements ChannelSlot {
        private final MessagePace pace = new MessagePace(100, 1 << 20);

        @Override
        public MessagePace pace() {
            return pace;
        }

        final DataChannelTransport transport;
        final List<BridgeChannel> open = new ArrayList<>();
        final List<String> texts = new ArrayList<>();
        final List<Integer> closed = new ArrayList<>();
        int packets;

        Side(Sctp.Role role) {
            transport = transports.open(role);
            transport.serve(this);
        }

        /** Its half of the DTLS session is up. */
        void up(Side other) {
            transport.onConnected(packet -> {
                packets++;
                return world.tasks.add(() -> other.transport.onData(packet));
            });
            world.settle();
        }

        @Override
        public void onOpen(BridgeChannel channel) {
            open.add(channel);
        }

        @Override
        public void onText(BridgeChannel channel, String text) {
            texts.add(text);
        }

        @Override
        public boolean tryText(BridgeChannel channel, String text) {
            onText(channel, text);
            return true;
        }

        @Override
        public void onBinary(BridgeChannel channel) {}

        @Override
        public void onClose(BridgeChannel channel, int code) {
            open.remove(channel);
            closed.add(code);
        }
    }

    private void connect() {
        server.up(client);
        assertThat(server.packets).as("a server waits").isZero();
        client.up(server);
    }

    @Test
    void theClientBeginsAndOpensTheOneChannelOnBothSides() {
        connect();
        assertThat(client.open).hasSize(1);
        assertThat(server.open).hasSize(1);
        String stats = "{\"colibriClass\":\"EndpointStats\"}";
        assertThat(client.open.getFirst().send(ChannelText.of(stats))).isTrue();
        assertThat(server.open.getFirst().send(ChannelText.of("x".repeat(65_536))))
                .isTrue();
        world.pass(Duration.ofSeconds(2));
        assertThat(server.texts).containsExactly(stats);
        assertThat(client.texts).containsExactly("x".repeat(65_536));
    }

    @Test
    void aMessageThatThePeerCouldNotTakeIsRefusedAtOnce() {
        connect();
        BridgeChannel channel = server.open.getFirst();
        assertThat(channel.send(ChannelText.of("ä".repeat((256 << 10) / 2 + 1))))
                .isFalse();
        assertThat(channel.send(ChannelText.of("ä".repeat((256 << 10) / 2)))).isTrue();
        world.pass(Duration.ofSeconds(5));
        assertThat(client.closed).isEmpty();
    }

    @Test
    void theChannelIsTheOneThatRelaysAgreedOn() {
        VirtualClient other = new VirtualClient(world, 1);
        other.join(client.transport);
        world.settle();
        assertThat(other.opened).hasSize(1);
        DataChannel channel = other.opened.getFirst();
        assertThat(channel.streamId()).isZero();
        assertThat(channel.label()).isEqualTo("default");
        assertThat(channel.protocol()).isEqualTo("http://jitsi.org/protocols/colibri");
        assertThat(channel.reliability()).isEqualTo(Reliability.RELIABLE);
        assertThat(client.open).as("the other side has confirmed it").hasSize(1);
    }

    @Test
    void theClientAsksUntilTheServerIsThere() {
        client.up(server); // whose DTLS session is up, but it does not hear
        server.transport.onEnded();
        world.pass(Duration.ofSeconds(20));
        assertThat(client.open).isEmpty();
        assertThat(client.packets).isGreaterThan(5);
    }

    @Test
    void itMakesNoDifferenceWhichHalfOfTheDtlsSessionIsUpFirst() {
        client.up(server); // the server's answers have no way out yet
        assertThat(client.open).isEmpty();
        world.pass(Duration.ofSeconds(2));
        server.up(client);
        world.pass(Duration.ofSeconds(5));
        assertThat(client.open).hasSize(1);
        assertThat(server.open).hasSize(1);
    }

    @Test
    void theEndOfTheSessionClosesTheChannelOnItsSideAndLeavesNoTimer() {
        connect();
        server.transport.onEnded();
        client.transport.onEnded();
        world.settle();
        assertThat(server.closed).containsExactly(1001);
        assertThat(client.closed).containsExactly(1001);
        assertThat(world.alarms()).isZero();
    }

    @Test
    void whenTheServerClosesTheChannelTheClientsIsClosedToo() {
        connect();
        server.open.getFirst().close(BridgeChannel.CloseReason.ENDPOINT_CLOSED);
        world.pass(Duration.ofSeconds(2));
        assertThat(server.closed).containsExactly(1000);
        assertThat(client.closed).containsExactly(1000);
    }

    @Test
    void anIdleRelayWakesBothSidesTogetherForTheirHeartbeat() {
        connect();
        world.pass(Duration.ofSeconds(40));
        world.rung = 0;
        world.pass(Duration.ofMinutes(10));
        assertThat(world.rung).isEqualTo(20);
    }
}
