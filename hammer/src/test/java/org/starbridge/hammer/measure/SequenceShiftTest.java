package org.starbridge.hammer.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.hammer.media.SentLog;

/**
 * A sender that plays a recording in a loop, a bridge that suspends, resumes and thins out its stream and gives other
 * numbers, and a network that loses, doubles, delays and damages: only what was damaged is a content error.
 */
class SequenceShiftTest {
    private static final int PACKETS = 12_000;

    private final SentLog log = new SentLog();
    private final SequenceShift shift = new SequenceShift(log);

    private record Packet(long arrived, int timestamp, long hash) {}

    /** What a run does beyond the plain forwarding. */
    private static final class Faults {
        int suspends;
        int thins;
        boolean rewritesTimestamps;
        int loopPackets = 150;
        int loses;
        int doubles;
        int delays;
        int damages;
    }

    /** The sender and the bridge. */
    private final class Run {
        final Random random;
        final Faults faults;
        final List<Packet> out = new ArrayList<>();
        long sent;
        long next;
        int timestampDelta;
        int timestamp;
        int inRecording;
        int suspendedFor;
        int thinnedFor;
        int sinceChange;
        int damaged;

        Run(long seed, Faults faults) {
            random = new Random(seed);
            this.faults = faults;
            sent = 30_000L + random.nextInt(36_000); // the 16 bits wrap during the run
            next = 65_536 + (sent & 0x7FFF);
            timestamp = random.nextInt();
        }

        private boolean happens(int perThousand) {
            return random.nextInt(1000) < perThousand;
        }

        void frame(int number) {
            int parts = 1 + random.nextInt(3);
            boolean isLeftOut = suspendedFor > 0 || (thinnedFor > 0 && number % 4 != 0);
            if (suspendedFor > 0 && --suspendedFor == 0) {
                onResumed();
            }
            thinnedFor = Math.max(0, thinnedFor - 1);
            for (int part = 0; part < parts; part++) {
                long hash = 1 + inRecording * 0x9E37_79B9_7F4A_7C15L;
                inRecording = (inRecording + 1) % faults.loopPackets;
                log.onSent(sent++, timestamp, false, hash, 0);
                if (!isLeftOut) {
                    out.add(new Packet(next++, timestamp + timestampDelta, hash));
                    sinceChange++;
                }
            }
            timestamp += 3000;
            if (happens(30) && random.nextBoolean()) {
                inRecording = 0; // a key frame is requested
            }
            if (suspendedFor == 0 && sinceChange > 200 && happens(faults.suspends)) {
                suspendedFor = 1 + random.nextInt(60);
                sinceChange = 0;
            }
            if (thinnedFor == 0 && happens(faults.thins)) {
                thinnedFor = random.nextInt(100);
            }
        }

        private void onResumed() {
            next += random.nextInt(2);
            timestampDelta = faults.rewritesTimestamps ? random.nextInt() : timestampDelta;
        }

        void deliver(SequenceShift to, int sampleEvery) {
            List<Packet> late = new ArrayList<>();
            int delivered = 0;
            for (int frame = 0; delivered < PACKETS; frame++) {
                frame(frame);
                for (Packet packet : out) {
                    delivered++;
                    if (happens(faults.loses)) {
                        continue;
                    }
                    if (happens(faults.delays)) {
                        late.add(packet);
                        continue;
                    }
                    arrive(to, packet, sampleEvery);
                    if (happens(faults.doubles)) {
                        arrive(to, packet, sampleEvery);
                    }
                }
                out.clear();
                while (late.size() > random.nextInt(4)) { // they were asked for again
                    arrive(to, late.removeFirst(), 1);
                }
            }
        }

        private void arrive(SequenceShift to, Packet packet, int sampleEvery) {
            if (sampleEvery > 1 && to.isSettled() && packet.arrived % sampleEvery != 0) {
                return;
            }
            boolean isDamaged = happens(faults.damages);
            damaged += isDamaged ? 1 : 0;
            to.onPayload(packet.arrived, packet.timestamp, isDamaged ? random.nextLong() : packet.hash);
        }
    }

    private void assertClean(long seed, Faults faults, int sampleEvery) {
        Run run = new Run(seed, faults);
        run.deliver(shift, sampleEvery);
        assertThat(shift.isSettled()).as("seed %d", seed).isTrue();
        assertThat(shift.changedPackets()).as("content errors, seed %d", seed).isEqualTo(run.damaged);
        assertThat(run.next - 1 - shift.sentExtSeq(run.next - 1))
                .as("shift, seed %d", seed)
                .isEqualTo(run.next - run.sent);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void aBridgeThatSuspendsAndResumesChangesNoContent(long seed) {
        Faults faults = new Faults();
        faults.suspends = 30;
        faults.loses = 20;
        faults.doubles = 20;
        faults.delays = 50;
        assertClean(seed, faults, seed % 2 == 0 ? 1 : 7);
        assertThat(shift.changes()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void aBridgeThatLeavesFramesOutChangesNoContent(long seed) {
        Faults faults = new Faults();
        faults.thins = 10;
        faults.loses = 20;
        faults.doubles = 20;
        faults.delays = 50;
        faults.loopPackets = seed % 3 == 0 ? 20 : 150;
        assertClean(seed, faults, seed % 2 == 0 ? 1 : 7);
        assertThat(shift.changes()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void aBridgeThatAlsoRewritesTimestampsChangesNoContent(long seed) {
        Faults faults = new Faults();
        faults.suspends = 30;
        faults.thins = 5;
        faults.rewritesTimestamps = true;
        faults.loses = 20;
        faults.doubles = 20;
        faults.delays = 30;
        assertClean(seed, faults, 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whatIsDamagedIsFoundAndNothingElse(long seed) {
        Faults faults = new Faults();
        faults.suspends = 20;
        faults.thins = 5;
        faults.delays = 30;
        faults.damages = 3;
        assertClean(seed, faults, 1);
        assertThat(shift.changedPackets()).isPositive();
    }

    private void send(long extSeq, long hash) {
        log.onSent(extSeq, (int) extSeq * 960, false, hash, 0);
    }

    private SequenceShift.Verdict arrive(long arrived, long sent, long hash) {
        return shift.onPayload(arrived, (int) sent * 960, hash);
    }

    @Test
    void aPacketThatComesLateOverASwitchIsRight() {
        for (long seq = 100; seq < 200; seq++) {
            send(seq, seq);
        }
        for (long seq = 100; seq < 120; seq++) {
            if (seq != 118) {
                assertThat(arrive(seq, seq, seq)).isEqualTo(SequenceShift.Verdict.SAME);
            }
        }
        assertThat(arrive(120, 150, 150)).isEqualTo(SequenceShift.Verdict.SAME);
        assertThat(arrive(118, 118, 118)).isEqualTo(SequenceShift.Verdict.SAME);
        assertThat(arrive(121, 151, 151)).isEqualTo(SequenceShift.Verdict.SAME);
        assertThat(shift.changes()).isEqualTo(1);
        assertThat(shift.changedPackets()).isZero();
        assertThat(shift.isSettled()).isTrue();
    }

    @Test
    void aPacketThatIsSentAgainUnderTheNumberOfAnotherOneIsAnError() {
        for (long seq = 100; seq < 200; seq++) {
            send(seq, seq);
        }
        for (long seq = 100; seq < 120; seq++) {
            if (seq != 110) {
                arrive(seq, seq, seq);
            }
        }
        assertThat(arrive(110, 111, 111)).isEqualTo(SequenceShift.Verdict.CHANGED);
        assertThat(arrive(120, 120, 120)).isEqualTo(SequenceShift.Verdict.SAME);
        assertThat(shift.changedPackets()).isEqualTo(1);
    }

    /** An endpoint that could not join is replaced by one that sends the same stream. */
    @Test
    void aSenderThatBeginsAgainWithLowerNumbersChangesNoContent() {
        for (long seq = 20_000; seq < 20_050; seq++) {
            send(seq, seq);
            arrive(seq - 10_000, seq, seq);
        }
        for (long seq = 300; seq < 350; seq++) {
            send(seq, seq);
            arrive(seq + 9_750, seq, seq);
        }
        assertThat(shift.changes()).isEqualTo(1);
        assertThat(shift.sentExtSeq(10_100)).isEqualTo(350);
        assertThat(shift.changedPackets()).isZero();
    }

    /** Silence: the same payload again and again, between others. */
    @Test
    void silenceThatMovesIsNotTakenForThePacketsInItsPlace() {
        for (long seq = 100; seq < 400; seq++) {
            send(seq, seq % 5 == 0 ? seq : 7);
        }
        for (long seq = 100; seq < 160; seq++) {
            arrive(seq, seq, seq % 5 == 0 ? seq : 7);
        }
        for (long seq = 203; seq < 300; seq++) {
            arrive(seq - 43, seq, seq % 5 == 0 ? seq : 7);
        }
        assertThat(shift.changes()).isEqualTo(1);
        assertThat(shift.changedPackets()).isZero();
    }
}
