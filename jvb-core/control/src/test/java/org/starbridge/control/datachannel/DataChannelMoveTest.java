package org.starbridge.control.datachannel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.Sctp;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.channel.DataChannelTransport;
import org.starbridge.control.channel.MessageLimits;
import org.starbridge.control.channel.MessagePace;
import org.starbridge.rtp.state.StateException;
import org.starbridge.rtp.state.StateReader;
import org.starbridge.rtp.state.StateWriter;
import org.starbridge.transport.datachannel.DataChannel;

/** A client's data channel goes on in another process, with the messages that wait in either direction. */
class DataChannelMoveTest {
    private static final MessageLimits LIMITS =
            new MessageLimits(128 << 10, 64 << 10, 20, 64 << 10, 1000, 2_000_000, Duration.ofSeconds(30));

    private final VirtualSurroundings world = new VirtualSurroundings();
    private final VirtualClient client = new VirtualClient(world, 0);
    private final BridgeProcess old = new BridgeProcess(1);
    private final BridgeProcess next = new BridgeProcess(2);

    /** A process with a conference that may be busy; tasks that may wait run when the test says so. */
    private final class BridgeProcess implements ChannelSlot {
        final Queue<Runnable> patient = new ArrayDeque<>();
        final List<String> texts = new ArrayList<>();
        final MessagePace pace = new MessagePace(1000, 1 << 20);
        final DataChannelTransport transport;

        @Nullable
        BridgeChannel channel;

        boolean isBusy;

        BridgeProcess(long seed) {
            SctpTransports.Surroundings usual = world.forTransports();
            transport = new SctpTransports(
                            new SctpTransports.Settings(true, 1, LIMITS),
                            new SctpTransports.Surroundings(
                                    usual.clockNs(),
                                    new Random(seed),
                                    usual.shared(),
                                    patient::add,
                                    usual.timer(),
                                    usual.pause(),
                                    usual.memory(),
                                    usual.counters()))
                    .open(Sctp.Role.SERVER);
            transport.serve(this);
        }

        void runPatient() {
            for (Runnable task = patient.poll(); task != null; task = patient.poll()) {
                task.run();
                world.settle();
            }
        }

        BridgeChannel channel() {
            return Objects.requireNonNull(channel);
        }

        @Override
        public MessagePace pace() {
            return pace;
        }

        @Override
        public void onOpen(BridgeChannel opened) {
            channel = opened;
        }

        @Override
        public void onText(BridgeChannel from, String text) {
            texts.add(text);
        }

        @Override
        public boolean tryText(BridgeChannel from, String text) {
            if (!isBusy) {
                onText(from, text);
            }
            return !isBusy;
        }

        @Override
        public void onBinary(BridgeChannel from) {}

        @Override
        public void onClose(BridgeChannel closed, int code) {
            channel = null;
        }
    }

    private final DataChannel opened = open();

    private DataChannel open() {
        client.join(old.transport);
        client.connect();
        return client.open(0);
    }

    @BeforeEach
    void takeOpening() {
        old.runPatient();
        assertThat(old.channel).isNotNull();
    }

    private void move() throws StateException {
        StateWriter writer = new StateWriter(world.nowNs.get());
        writer.part(1, 1, part -> assertThat(old.transport.state(part)).isEqualTo(old.channel));
        StateReader.of(writer.record(), world.nowNs.get())
                .part(1, 1, part -> next.channel = next.transport.state(part));
        client.join(next.transport);
    }

    @Test
    void whatWaitsInEitherDirectionArrivesOnceAndInOrder() throws StateException {
        client.say(opened, "up 0");
        old.isBusy = true;
        for (int i = 1; i < 4; i++) {
            client.say(opened, "up " + i);
        }
        for (int i = 0; i < 3; i++) {
            assertThat(old.channel().send(ChannelText.of("down " + i))).isTrue();
        }
        world.settle();
        assertThat(old.texts).containsExactly("up 0");
        assertThat(client.texts).isEmpty();

        move();
        next.runPatient();
        assertThat(next.texts).as("packets behind it were not acknowledged").containsExactly("up 1");
        client.say(opened, "up 4");
        assertThat(next.channel().send(ChannelText.of("down 3"))).isTrue();
        world.pass(Duration.ofSeconds(5));
        assertThat(next.texts).containsExactly("up 1", "up 2", "up 3", "up 4");
        assertThat(client.texts).containsExactly("down 0", "down 1", "down 2", "down 3");
    }

    @Test
    void aMessageThatWasHandledIsNotHandledAgain() throws StateException {
        old.isBusy = true;
        client.say(opened, "up 0");
        client.say(opened, "up 1");
        old.runPatient();
        assertThat(old.texts).containsExactly("up 0", "up 1");
        move();
        next.runPatient();
        assertThat(next.texts).isEmpty();
    }

    @Test
    void whatIsLostOnTheWayToTheClientIsSentAgainByTheOtherProcess() throws StateException {
        client.isDeaf = true;
        old.channel().send(ChannelText.of("down 0"));
        world.settle();
        move();
        client.isDeaf = false;
        world.pass(Duration.ofSeconds(5));
        assertThat(client.texts).containsExactly("down 0");
    }

    @Test
    void aClientForWhichTooMuchWaitsLosesItsChannel() throws StateException {
        client.isDeaf = true;
        for (int i = 0; i < 7; i++) {
            assertThat(old.channel().send(ChannelText.of("x".repeat(60_000)))).isTrue();
        }
        world.settle();
        StateWriter writer = new StateWriter(world.nowNs.get());
        writer.part(1, 1, part -> assertThat(old.transport.state(part)).isNull());
        byte[] record = writer.record();
        assertThat(record.length).isLessThan(100);
        StateReader.of(record, world.nowNs.get()).part(1, 1, part -> next.channel = next.transport.state(part));
        client.isDeaf = false;
        client.join(next.transport);
        client.say(opened, "up 0");
        assertThat(client.isConnected).isFalse();
    }

    @Test
    void aChannelThatClosesAtThisMomentRefuses() {
        client.abort();
        StateWriter writer = new StateWriter(world.nowNs.get());
        assertThatThrownBy(() -> writer.part(1, 1, part -> old.transport.state(part)))
                .isInstanceOf(StateException.class)
                .hasMessageContaining("opens or closes");
    }
}
