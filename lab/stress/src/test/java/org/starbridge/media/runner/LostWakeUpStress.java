package org.starbridge.media.runner;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.starbridge.media.ring.PacketRing;
import org.starbridge.media.ring.RingCursor;
import org.starbridge.media.ring.RingRecord;

/**
 * The lost wake-up: a worker declares itself asleep and looks into a neighbour's ring once more, while the neighbour
 * commits a record and looks whether it must wake the worker. First: the worker saw the record. Second: the neighbour
 * woke it.
 */
@JCStressTest
@State
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "seen before going to sleep")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "woken")
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "seen, and woken for nothing")
@Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "LOST_WAKE_UP: asleep with work to do")
public class LostWakeUpStress {
    private final PacketRing ring = new PacketRing(16 * PacketRing.MAX_RECORD_BYTES);
    private final RingCursor cursor = ring.cursor();
    private final SleepDeclaration sleep = new SleepDeclaration();
    private final long record = ring.claim(0);

    @Actor
    public void worker(ZZ_Result result) {
        sleep.declare();
        result.r1 = cursor.hasNext();
    }

    @Actor
    public void neighbour(ZZ_Result result) {
        RingRecord.writeDatagram(record, 1, 7, 0, 0);
        ring.commit(0);
        result.r2 = sleep.standsAfterAdding();
    }

    @Arbiter
    public void free(@SuppressWarnings("unused") ZZ_Result result) {
        ring.close();
    }
}
