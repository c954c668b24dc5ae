package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.media.blackbox.BlackBoxSettings;
import org.starbridge.media.blackbox.Event;
import org.starbridge.media.blackbox.EventKind;
import org.starbridge.media.blackbox.LogReader;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.replay.Difference;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.link.LinkConditions;
import org.starbridge.transport.srtp.SrtpKeys;

/**
 * Conferences in virtual time are logged, and replayed from their logs alone; {@code -Dstarbridge.replay.seeds=N} runs
 * more of them.
 */
class ConferenceReplayTest {
    private static final DtlsIdentity IDENTITY = DtlsIdentity.create(new SecureRandom(), Instant.EPOCH);
    private static final int SEEDS = Integer.getInteger("starbridge.replay.seeds", 2);
    private static final BlackBoxSettings ON = new BlackBoxSettings(true, 64L << 20, 256L << 20, 600_000_000_000L);

    private static @Nullable Recorded first;

    /** A log and what a replay of it needs. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Recorded(byte[] segment, WorkerSettings settings, ConferenceReplay.Surroundings around) {}

    @BeforeAll
    static void record() {
        first = call(1);
    }

    /** Two cameras of three encodings, viewers behind links that lose packets and become narrow; joins and leaves. */
    private static Recorded call(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        try (SimulatedCall call =
                new SimulatedCall(CallSettings.DEFAULT.logged(ON), seed, 2, 150_000, 500_000, 1_500_000)) {
            LinkConditions wide =
                    LinkConditions.PERFECT.withDelayMs(20).withRate(5_000_000).withLoss(random.nextDouble() * 0.05, 2);
            List<SimulatedViewer> stays = call.join(1, wide, LinkConditions.PERFECT);
            List<SimulatedViewer> leaves = call.join(1, wide, LinkConditions.PERFECT);
            call.run(1.5);
            call.showOnStage(stays.getFirst());
            call.run(1);
            call.downlink(stays, wide.withRate(300_000 + random.nextInt(400_000)));
            call.run(2);
            call.mute(0, true);
            call.run(0.5);
            call.mute(0, false);
            call.leave(leaves.getFirst());
            call.bridge().run(50_000_000);
            return new Recorded(
                    call.bridge().segments("m").getFirst(),
                    call.bridge().workerSettings(),
                    call.bridge().surroundings());
        }
    }

    private static Optional<Difference> replay(Recorded recorded, Map<EventKind, Integer> counts)
            throws StateException {
        try (ConferenceReplay replay =
                new ConferenceReplay(recorded.settings, recorded.around, IDENTITY, recorded.segment)) {
            while (replay.hasNext()) {
                Optional<Difference> difference = replay.step();
                if (difference.isPresent()) {
                    return difference;
                }
                replay.turn().forEach(event -> counts.merge(event.kind(), 1, Integer::sum));
            }
        }
        return Optional.empty();
    }

    /** Replays the first call with each event changed; one of which null is made is left out. */
    private static Difference replayEdited(Function<Event, @Nullable Event> edit) throws StateException {
        Recorded recorded = Objects.requireNonNull(first);
        ByteArrayOutputStream edited = new ByteArrayOutputStream();
        LogReader reader = new LogReader(recorded.segment);
        for (Optional<Event> event = reader.next(); event.isPresent(); event = reader.next()) {
            Event other = edit.apply(event.get());
            if (other != null) {
                write(other, edited);
            }
        }
        return replay(
                        new Recorded(edited.toByteArray(), recorded.settings, recorded.around),
                        new EnumMap<>(EventKind.class))
                .orElseThrow();
    }

    private static void write(Event event, ByteArrayOutputStream out) {
        out.write(event.kind().number());
        number(event.key(), out);
        number((event.a() << 1) ^ (event.a() >> 63), out);
        number((event.b() << 1) ^ (event.b() >> 63), out);
        number(event.bytes().length, out);
        out.writeBytes(event.bytes());
    }

    private static void number(long value, ByteArrayOutputStream out) {
        long left = value;
        for (; (left & ~0x7FL) != 0; left >>>= 7) {
            out.write((int) ((left & 0x7F) | 0x80));
        }
        out.write((int) left);
    }

    /** Counts events of a kind, so that one of them can be changed. */
    private static final class Nth {
        private final EventKind kind;
        private int left;

        Nth(EventKind kind, int n) {
            this.kind = kind;
            left = n;
        }

        boolean is(Event event) {
            return event.kind() == kind && left-- == 0;
        }
    }

    @Test
    void replaysConferencesExactly() throws StateException {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Map<EventKind, Integer> counts = new EnumMap<>(EventKind.class);
            assertThat(replay(seed == 1 ? Objects.requireNonNull(first) : call(seed), counts))
                    .as("seed " + seed)
                    .isEmpty();
            assertThat(counts)
                    .containsKeys(
                            EventKind.RTP,
                            EventKind.RTCP,
                            EventKind.STUN,
                            EventKind.RANDOM,
                            EventKind.PLAN,
                            EventKind.ALLOCATION,
                            EventKind.EXPIRE,
                            EventKind.PACED,
                            EventKind.SENT_RTCP,
                            EventKind.SENT_STUN,
                            EventKind.ESTIMATE,
                            EventKind.ASKED_KEY_FRAME);
            assertThat(counts.get(EventKind.SENT_RTP)).isGreaterThan(1000);
        }
    }

    /** Segments that begin in the middle of a call, with the state of its endpoints. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void replaysLaterSegmentsFromTheirStates(boolean isEstimating) throws StateException {
        BlackBoxSettings often = new BlackBoxSettings(true, 64L << 20, 256L << 20, 6_000_000_000L);
        CallSettings settings = new CallSettings(
                isEstimating ? DownlinkSettings.DEFAULT : DownlinkSettings.OFF, CallSettings.DEFAULT.selection(), true);
        try (SimulatedCall call = new SimulatedCall(settings.logged(often), 7, 2, 150_000, 500_000, 1_500_000)) {
            LinkConditions link =
                    LinkConditions.PERFECT.withDelayMs(60).withRate(4_000_000).withLoss(0.05, 2);
            SimulatedViewer viewer = call.join(1, link, LinkConditions.PERFECT).getFirst();
            call.run(3);
            call.showOnStage(viewer);
            call.run(4);
            List<byte[]> segments = call.bridge().segments("m");
            assertThat(segments).hasSizeGreaterThan(1);
            for (byte[] segment : segments) {
                Map<EventKind, Integer> counts = new EnumMap<>(EventKind.class);
                Recorded recorded = new Recorded(
                        segment, call.bridge().workerSettings(), call.bridge().surroundings());
                assertThat(replay(recorded, counts)).isEmpty();
                assertThat(counts.get(EventKind.SENT_RTP)).isGreaterThan(100);
            }
        }
    }

    @Test
    void logsHaveNoKeys() {
        BlackBoxSettings often = new BlackBoxSettings(true, 64L << 20, 256L << 20, 3_000_000_000L);
        try (SimulatedCall call = new SimulatedCall(CallSettings.DEFAULT.logged(often), 8, 2, 150_000)) {
            call.run(2);
            List<byte[]> segments = call.bridge().segments("m");
            assertThat(segments).hasSizeGreaterThan(1);
            for (SimulatedClient client : call.bridge().clients.values()) {
                SrtpKeys keys = SimulatedKeys.ofClient(client.name);
                for (byte[] segment : segments) {
                    String text = new String(segment, StandardCharsets.ISO_8859_1);
                    assertThat(text.contains(new String(keys.sendKey(), StandardCharsets.ISO_8859_1)))
                            .isFalse();
                    assertThat(text.contains(new String(keys.receiveKey(), StandardCharsets.ISO_8859_1)))
                            .isFalse();
                    assertThat(text.contains(client.ice.localCredentials().password()))
                            .as("ICE passwords are, so that its checks can be replayed")
                            .isTrue();
                }
            }
        }
    }

    @Test
    void otherRandomNumberIsADifference() throws StateException {
        Nth fifth = new Nth(EventKind.RANDOM, 5);
        Difference difference = replayEdited(event -> fifth.is(event)
                ? new Event(event.kind(), event.key(), event.a() + 1, event.b(), event.bytes())
                : event);
        assertThat(difference.toString()).contains("SENT_STUN");
    }

    @Test
    void lostPacketIsADifferenceForReceiver() throws StateException {
        Nth packet = new Nth(EventKind.RTP, 2000);
        Difference difference = replayEdited(event -> packet.is(event) ? null : event);
        assertThat(difference.atNs()).isGreaterThan(1_000_000_000);
        assertThat(difference.endpointKey()).isPositive();
        assertThat(difference.cause()).isNotEmpty();
    }

    @Test
    void changedHeaderIsADifference() throws StateException {
        Nth packet = new Nth(EventKind.RTP, 2000);
        Difference difference = replayEdited(event -> {
            if (packet.is(event)) {
                byte[] bytes = event.bytes().clone();
                bytes[7] ^= 1; // its timestamp
                return new Event(event.kind(), event.key(), event.a(), event.b(), bytes);
            }
            return event;
        });
        assertThat(Objects.requireNonNull(difference.recorded()).kind()).isEqualTo(EventKind.SENT_RTP);
    }

    @Test
    void laterInputIsADifference() throws StateException {
        Nth turn = new Nth(EventKind.TURN, 800);
        Difference difference = replayEdited(event -> turn.is(event)
                ? new Event(event.kind(), event.key(), event.a() + 20_000_000, event.b(), event.bytes())
                : event);
        assertThat(difference.atNs()).isPositive();
    }

    /** As it is read from a file. */
    @Test
    void damagedLogIsRefusedOrDiffers() {
        Recorded recorded = Objects.requireNonNull(first);
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 20; i++) {
            byte[] damaged = Arrays.copyOf(recorded.segment, 20_000);
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 + random.nextInt(255));
            try {
                replay(new Recorded(damaged, recorded.settings, recorded.around), new EnumMap<>(EventKind.class));
            } catch (StateException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
        }
        assertThatThrownBy(() -> new ConferenceReplay(
                        recorded.settings, recorded.around, IDENTITY, new byte[] {(byte) EventKind.RTP.number()}))
                .isInstanceOf(StateException.class);
    }
}
