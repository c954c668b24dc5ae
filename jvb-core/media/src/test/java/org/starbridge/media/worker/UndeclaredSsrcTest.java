package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.media.worker.SimulatedBridge.OPUS;
import static org.starbridge.media.worker.SimulatedBridge.VP8;
import static org.starbridge.media.worker.SimulatedBridge.audio;
import static org.starbridge.media.worker.SimulatedBridge.video;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.source.Negotiation;
import org.starbridge.media.worker.SimulatedClient.SentStream;

/** What a sender hears, and what becomes of it, while its packets come before signalling has declared their SSRC. */
class UndeclaredSsrcTest {
    private static final int EXTENSION_ID = 5;
    private static final int LIMIT = 48;
    private static final long TICK_NS = 5_000_000;

    private final SimulatedBridge bridge = new SimulatedBridge(8, 1);
    private final SimulatedClient sender;
    private final SimulatedClient receiver;

    UndeclaredSsrcTest() {
        bridge.extensionIds = Map.of(Negotiation.TRANSPORT_SEQUENCE, EXTENSION_ID);
        sender = bridge.join("sender", audio(1000));
        sender.addStream(1000, OPUS, 7);
        receiver = bridge.join("receiver");
    }

    @BeforeEach
    void connect() {
        assertThat(bridge.connectAll()).isTrue();
        bridge.run(100_000_000);
        sender.transportSequenceId = EXTENSION_ID;
    }

    @AfterEach
    void close() {
        bridge.close();
    }

    private void send(SentStream stream, int packets) {
        for (int i = 0; i < packets; i++) {
            sender.send(stream, new byte[] {0x10, 0, 0, 0}, true);
            bridge.run(TICK_NS);
        }
    }

    private long dropped(DropReason reason) {
        bridge.run(1_100_000_000);
        return Objects.requireNonNull(
                bridge.workers.stats().droppedByReason().get(reason.name().toLowerCase(java.util.Locale.ROOT)));
    }

    @Test
    void transportWideFeedbackReportsWhatArrived() {
        SentStream video = sender.addStream(2000, VP8, 100);
        send(Objects.requireNonNull(sender.sent.get(1000)), 1);
        send(video, 199);
        bridge.run(200_000_000);
        assertThat(sender.reportedMissing).isEmpty();
        assertThat(sender.reportedReceived).hasSize(200);
        assertThat(receiver.got).doesNotContainKey(2000);
        assertThat(dropped(DropReason.UNKNOWN_SSRC)).isEqualTo(199);
    }

    @Test
    void aStreamWhoseNumbersWrappedBeforeItWasDeclaredIsForwarded() {
        SentStream video = sender.addStream(2000, VP8, 65_530);
        send(video, 10); // the rollover counter is 1 now
        bridge.declare("sender", audio(1000), video(2000));
        send(video, 10);
        assertThat(Objects.requireNonNull(receiver.got.get(2000)).order).hasSize(10);
        assertThat(dropped(DropReason.AUTHENTICATION_FAILED)).isZero();
    }

    @Test
    void whatIsSentAgainAfterTheDeclarationIsAReplay() {
        SentStream video = sender.addStream(2000, VP8, 100);
        java.util.concurrent.atomic.AtomicReference<byte[]> datagram =
                new java.util.concurrent.atomic.AtomicReference<>();
        sender.send(video, new byte[] {0x10, 0, 0, 0}, true, 7, datagram::set);
        sender.sendRaw(Objects.requireNonNull(datagram.get()));
        bridge.run(TICK_NS);
        bridge.declare("sender", audio(1000), video(2000));
        sender.sendRaw(Objects.requireNonNull(datagram.get()));
        assertThat(dropped(DropReason.REPLAYED)).isEqualTo(1);
        assertThat(receiver.got).doesNotContainKey(2000);
    }

    @Test
    void soManySsrcsAreHeardAndNoMoreUntilSomeAreDeclared() {
        for (int i = 0; i < LIMIT + 10; i++) {
            send(sender.addStream(5000 + i, VP8, 100), 1);
        }
        bridge.run(200_000_000);
        assertThat(sender.reportedReceived).hasSize(LIMIT);

        bridge.declare("sender", audio(1000), video(5000), video(5001));
        for (int i = LIMIT; i < LIMIT + 10; i++) {
            send(Objects.requireNonNull(sender.sent.get(5000 + i)), 1);
        }
        bridge.run(200_000_000);
        assertThat(sender.reportedReceived).hasSize(LIMIT + 2);
    }

    @Test
    void aStreamThatIsTakenBackIsStillHeardAlthoughManyOthersAre() {
        SentStream video = sender.addStream(2000, VP8, 100);
        bridge.declare("sender", audio(1000), video(2000));
        send(video, 1);
        bridge.declare("sender", audio(1000));
        for (int i = 0; i < LIMIT; i++) {
            send(sender.addStream(5000 + i, VP8, 100), 1);
        }
        send(video, 1);
        bridge.run(200_000_000);
        assertThat(sender.reportedMissing).isEmpty();
        assertThat(sender.reportedReceived).hasSize(LIMIT + 2);
    }
}
