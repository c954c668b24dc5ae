package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.ForceMute;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverVideoConstraints;
import org.starbridge.colibri.channel.VideoConstraint;
import org.starbridge.control.conference.ConferenceMoves;
import org.starbridge.control.conference.ConferenceSnapshot;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.link.LinkConditions;

/**
 * A conference with control and media moves to a second bridge, which has another clock. From then on it sends the same
 * datagrams, byte for byte, and answers requests as a bridge without a move does. The IV ledger sees both bridges.
 */
class ConferenceMoveTest {
    private static final String MEETING = "m";
    private static final long MS = 1_000_000;
    private static final long WEEK_NS = 7 * 24 * 3600 * 1_000_000_000L;
    private static final int PEOPLE = 4;
    private static final int RUN_MS = 4000;

    /** What a run shows from outside. */
    private record Run(List<GatedPort.Sent> sent, List<String> answers, String state) {}

    private static final class Call implements AutoCloseable {
        final WholeBridge bridge;
        final List<SimulatedClient> people = new ArrayList<>();
        final List<String> answers = new ArrayList<>();
        private int tick;

        Call(long seed, int workers, boolean isRewritten) {
            this(seed, workers, isRewritten, false);
        }

        Call(long seed, int workers, boolean isRewritten, boolean hasTransportFeedback) {
            bridge = WholeBridge.recorded(seed, workers, ConferenceConfig.embedded(List.of("wss://bridge.example")));
            bridge.reviewsLayers = true;
            bridge.hasTransportFeedback = hasTransportFeedback;
            if (isRewritten) {
                bridge.capabilities.add(Capabilities.SSRC_REWRITING);
            }
            bridge.create(MEETING);
            for (int i = 0; i < PEOPLE; i++) {
                people.add(bridge.join(MEETING, "p" + i, 3));
            }
            assertThat(bridge.connectAll()).isTrue();
            wish("p0", new ReceiverVideoConstraints(2, List.of("p2-v0"), null, null, null, null));
            wish(
                    "p1",
                    new ReceiverVideoConstraints(
                            -1, null, List.of("p3-v0"), new VideoConstraint(360, -1), Map.of(), null));
            request(EndpointModify.builder("p3").forceMute(new ForceMute(true, false)));
        }

        private void wish(String endpointId, ReceiverVideoConstraints wish) {
            assertThat(bridge.conferences.say(MEETING, endpointId, List.of(wish)))
                    .isTrue();
        }

        void request(EndpointModify.Builder endpoint) {
            answers.add(bridge.colibri
                    .handle(ConferenceModify.updating(MEETING, List.of(endpoint.build())))
                    .toString());
        }

        /** One millisecond. */
        void tick() {
            for (int person = 0; person < PEOPLE; person++) {
                SimulatedClient client = people.get(person);
                int frame = (tick + 9 * person) / 33;
                if ((tick + 9 * person) % 33 == 0) {
                    boolean isKey = frame % 30 == 0 || !client.keyFrameRequests.isEmpty();
                    client.keyFrameRequests.clear();
                    client.sent.values().forEach(stream -> send(client, stream, isKey, frame));
                }
            }
            tick++;
            bridge.run(MS);
        }

        private void send(SimulatedClient client, SimulatedClient.SentStream stream, boolean isKey, int frame) {
            byte[] payload = new byte[100 + 10 * (stream.ssrc % 7)];
            if (stream.payloadType == SimulatedBridge.VP8) {
                payload[0] = 0x10;
                payload[1] = (byte) (isKey ? 0 : 1);
            }
            client.send(stream, payload, true, 3000 * frame);
        }

        /** Requests and wishes after the moment at which a conference may have moved. */
        void goOn() {
            request(EndpointModify.builder("p3").forceMute(new ForceMute(false, false)));
            request(EndpointModify.builder("p2").transport(new Transport(false, false, true, null, null)));
            wish("p0", new ReceiverVideoConstraints(null, List.of("p1-v0"), null, null, null, null));
            run(300);
            request(EndpointModify.expiring("p3"));
        }

        private void request(EndpointModify endpoint) {
            answers.add(bridge.colibri
                    .handle(ConferenceModify.updating(MEETING, List.of(endpoint)))
                    .toString());
        }

        void run(int ms) {
            for (int i = 0; i < ms; i++) {
                tick();
            }
        }

        List<BandwidthEstimate> estimates() {
            return bridge.conferences.snapshot(MEETING).orElseThrow().endpoints().stream()
                    .map(endpoint -> endpoint.stats().bandwidth())
                    .toList();
        }

        /** What was estimated, and from what; and what is forwarded. */
        String decisions() {
            StringBuilder text = new StringBuilder();
            for (BandwidthEstimate estimate : estimates()) {
                text.append(List.of(
                        estimate.targetBps(),
                        estimate.reason(),
                        estimate.delayBps(),
                        estimate.lossBps(),
                        estimate.acknowledgedBps(),
                        estimate.lossRatio(),
                        estimate.rttMs(),
                        estimate.probesSent(),
                        estimate.overloaded()));
            }
            bridge.conferences
                    .snapshot(MEETING)
                    .orElseThrow()
                    .endpoints()
                    .forEach(endpoint -> text.append('\n').append(endpoint.forwardedVideo()));
            return text.toString();
        }

        String state() {
            ConferenceSnapshot snapshot = bridge.conferences.snapshot(MEETING).orElseThrow();
            StringBuilder text = new StringBuilder();
            text.append(snapshot.id()).append(snapshot.name()).append(snapshot.feedbackSources());
            snapshot.endpoints()
                    .forEach(endpoint -> text.append('\n')
                            .append(List.of(
                                    endpoint.id(),
                                    endpoint.sources(),
                                    endpoint.forwardedVideo(),
                                    endpoint.mutedKinds(),
                                    endpoint.constraints(),
                                    endpoint.iceState(),
                                    endpoint.dtlsConnected(),
                                    endpoint.active())));
            return text.toString();
        }

        @Override
        public void close() {
            bridge.close();
        }
    }

    private static Run run(long seed, int workers, boolean isRewritten, int moveMs) {
        try (Call call = new Call(seed, workers, isRewritten)) {
            call.run(moveMs < 0 ? RUN_MS / 2 : moveMs);
            if (moveMs >= 0) {
                String before = call.state();
                call.bridge.move(WEEK_NS);
                assertThat(call.state()).isEqualTo(before);
                call.run(RUN_MS / 2 - moveMs);
            }
            call.goOn();
            call.run(RUN_MS / 2);
            assertThat(call.people).allMatch(client -> client.failures == 0);
            assertThat(call.bridge.faults).isEmpty();
            assertThat(call.bridge.ledger.size()).isGreaterThan(1000);
            return new Run(Objects.requireNonNull(call.bridge.sent), call.answers, call.state());
        }
    }

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "1, true"})
    void aConferenceGoesOnAsIfItHadNotMoved(int workers, boolean isRewritten) {
        int seeds = Integer.getInteger("starbridge.move.seeds", 1);
        for (long seed = 1; seed <= seeds; seed++) {
            int moveMs = 400 + new Random(seed).nextInt(1200);
            Run stayed = run(seed, workers, isRewritten, -1);
            Run moved = run(seed, workers, isRewritten, moveMs);
            assertThat(moved.answers).isEqualTo(stayed.answers);
            assertThat(moved.state).isEqualTo(stayed.state);
            GatedPort.Sent.assertSame(moved.sent, stayed.sent, "seed " + seed + ", moved at " + moveMs);
        }
    }

    @Test
    void estimatesAndTransportWideNumbersGoOn() {
        try (Call call = new Call(7, 1, false, true)) {
            call.run(3000);
            List<BandwidthEstimate> before = call.estimates();
            assertThat(before).allMatch(estimate -> estimate.targetBps() > 0);
            call.bridge.move(WEEK_NS);
            call.run(20);
            List<BandwidthEstimate> after = call.estimates();
            for (int i = 0; i < PEOPLE; i++) {
                assertThat((double) after.get(i).targetBps())
                        .as("estimate of p" + i)
                        .isBetween(
                                0.9 * before.get(i).targetBps(),
                                1.1 * before.get(i).targetBps());
                assertThat((double) after.get(i).videoBps())
                        .as("what selection may use of it")
                        .isGreaterThan(0.8 * before.get(i).videoBps());
            }
            call.run(1000);
            for (SimulatedClient client : call.people) {
                List<Integer> numbers = List.copyOf(client.transportNumbers);
                assertThat(numbers).hasSizeGreaterThan(100);
                for (int i = 1; i < numbers.size(); i++) {
                    assertThat(numbers.get(i) - numbers.get(i - 1))
                            .as(client.name)
                            .isEqualTo(1);
                }
            }
        }
    }

    /** One link is narrow: what the estimator measured decides its layers. */
    @Test
    void bandwidthIsEstimatedAsIfTheConferenceHadNotMoved() {
        List<String> stayed = estimatesAndLayers(false);
        List<String> moved = estimatesAndLayers(true);
        assertThat(moved).isEqualTo(stayed);
        assertThat(stayed.getFirst()).isNotEqualTo(stayed.getLast());
    }

    private static List<String> estimatesAndLayers(boolean moves) {
        try (Call call = new Call(7, 1, false, true)) {
            call.bridge.network.downlink(
                    call.people.getFirst().port.localAddress(),
                    LinkConditions.PERFECT.withRate(180_000).withDelayMs(30));
            call.run(3000);
            if (moves) {
                call.bridge.move(WEEK_NS);
            }
            List<String> seen = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                call.run(50);
                seen.add(call.decisions());
            }
            return seen;
        }
    }

    @Test
    void whatCannotMoveIsNamed() {
        try (Call call = new Call(8, 1, false)) {
            assertThat(whyNot(call)).isEmpty();
            call.bridge.join(MEETING, "late", 1);
            assertThat(whyNot(call))
                    .hasValueSatisfying(why -> assertThat(why).contains("endpoint late", "is not connected yet"));
            assertThat(call.bridge.connectAll()).isTrue();
            assertThat(whyNot(call)).isEmpty();
            call.request(EndpointModify.builder("p2").transport(new Transport(false, false, true, null, null)));
            assertThat(whyNot(call)).hasValueSatisfying(why -> assertThat(why).contains("endpoint p2", "restarts ICE"));
            call.bridge.run(MS);
            assertThat(call.bridge.conferences.count()).isEqualTo(1);
        }
    }

    private static Optional<String> whyNot(Call call) {
        ConferenceMoves moves = new ConferenceMoves(call.bridge.conferences);
        moves.hold();
        try {
            return moves.whyNotMovable();
        } finally {
            moves.release();
        }
    }

    @Test
    void damagedRecordsAreRefusedAndLeaveNothing() {
        try (Call call = new Call(5, 1, true);
                WholeBridge other = WholeBridge.recorded(6, 1, ConferenceConfig.embedded(List.of()))) {
            call.run(500);
            ConferenceMoves moves = new ConferenceMoves(call.bridge.conferences);
            moves.hold();
            ConferenceMoves.Records records = call.bridge.written(moves).getFirst();
            moves.forget();
            moves.release();
            assertThatThrownBy(() -> call.request(EndpointModify.expiring("p0")))
                    .isInstanceOf(Colibri2Exception.class)
                    .hasMessageContaining("has moved to a new process");
            Random random = new Random(5);
            int refused = 0;
            for (int i = 0; i < 300; i++) {
                byte[] wrong = records.control().clone();
                for (int change = random.nextInt(3); change >= 0; change--) {
                    wrong[9 + random.nextInt(wrong.length - 13)] = (byte) random.nextInt();
                }
                refused += read(other, checksummed(wrong), records.media()) == null ? 0 : 1;
                assertThat(other.conferences.count()).isZero();
                assertThat(other.workers.footprint().routes()).isZero();
            }
            assertThat(refused).isGreaterThan(30);
            assertThat(read(other, records.control(), records.media().subList(1, PEOPLE)))
                    .contains("number of endpoints");
            assertThat(read(other, Arrays.copyOf(records.control(), 200), records.media()))
                    .isNotNull();
            assertThat(read(other, records.control(), records.media())).isNull();
        }
    }

    /** The reason for which records are refused; null if they are not. In any case the conference is gone. */
    private static @Nullable String read(WholeBridge bridge, byte[] control, List<byte[]> media) {
        try {
            ConferenceMoves.Arriving arriving =
                    new ConferenceMoves(bridge.conferences).read(new ConferenceMoves.Records("x", control, media));
            bridge.turnUntilIdle();
            CompletableFuture<Void> restored = arriving.restore();
            bridge.turnUntilIdle();
            boolean isRead = !restored.isCompletedExceptionally();
            arriving.discard();
            return isRead ? null : "media";
        } catch (StateException e) {
            return e.getMessage();
        } finally {
            bridge.turnUntilIdle();
        }
    }

    private static byte[] checksummed(byte[] record) {
        CRC32C checksum = new CRC32C();
        checksum.update(record, 0, record.length - 4);
        ByteBuffer.wrap(record).putInt(record.length - 4, (int) checksum.getValue());
        return record;
    }
}
