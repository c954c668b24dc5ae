package org.starbridge.media.ring;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.starbridge.rtp.memory.Memory;

/**
 * The torn read: a slow reader stands at a record while the producer, a lap ahead, writes another one in its place. The
 * reader reads, and asks whether the record is intact after it has read. It must never accept what is not all the first
 * record's. 0, 0 stands for what it refused or did not find.
 */
@JCStressTest
@State
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "read before it was overwritten")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "overwritten, and refused")
@Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "ACCEPTED_TORN: accepted what was overwritten")
public class TornReadStress {
    private static final int CAPACITY_BYTES = 16 * PacketRing.MAX_RECORD_BYTES;
    private static final int FAR_BYTES = 2048;

    private final PacketRing ring = new PacketRing(CAPACITY_BYTES);
    private final RingCursor cursor = ring.cursor();

    public TornReadStress() {
        for (int i = 0; i < 16; i++) { // the next claim begins where the cursor stands
            write(1);
        }
    }

    private void write(int value) {
        long record = ring.claim(RingRecord.MAX_BODY_BYTES);
        long body = RingRecord.body(record);
        Memory.putNativeInt(body, value);
        Memory.putNativeInt(body + FAR_BYTES, value);
        RingRecord.writeDatagram(record, 1, value, 0, RingRecord.MAX_BODY_BYTES);
        ring.commit(RingRecord.MAX_BODY_BYTES);
    }

    @Actor
    public void producer() {
        write(2);
    }

    @Actor
    public void reader(II_Result result) {
        long record = cursor.peek();
        if (record == 0) {
            return;
        }
        int near = Memory.nativeInt(RingRecord.body(record));
        int far = Memory.nativeInt(RingRecord.body(record) + FAR_BYTES);
        if (cursor.isIntact()) {
            result.r1 = near;
            result.r2 = far;
        }
    }

    @Arbiter
    public void free(@SuppressWarnings("unused") II_Result result) {
        ring.close();
    }
}
