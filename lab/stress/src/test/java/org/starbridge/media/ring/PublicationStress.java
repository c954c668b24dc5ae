package org.starbridge.media.ring;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.starbridge.rtp.memory.Memory;

/** Publication: a reader that is not late sees a record whole, header and body, or not at all. */
@JCStressTest
@State
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "not there yet")
@Outcome(id = "7, 8, 9", expect = Expect.ACCEPTABLE, desc = "there, whole")
@Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "HALF_PUBLISHED: seen before it was complete")
public class PublicationStress {
    private static final int BODY_BYTES = 128;

    private final PacketRing ring = new PacketRing(16 * PacketRing.MAX_RECORD_BYTES);
    private final RingCursor cursor = ring.cursor();

    @Actor
    public void producer() {
        long record = ring.claim(BODY_BYTES);
        Memory.putNativeInt(RingRecord.body(record), 8);
        Memory.putNativeInt(RingRecord.body(record) + BODY_BYTES - 4, 9);
        RingRecord.writeDatagram(record, 1, 7, 0, BODY_BYTES);
        ring.commit(BODY_BYTES);
    }

    @Actor
    public void reader(III_Result result) {
        long record = cursor.peek();
        if (record != 0) {
            result.r1 = RingRecord.endpointKey(record);
            result.r2 = Memory.nativeInt(RingRecord.body(record));
            result.r3 = Memory.nativeInt(RingRecord.body(record) + BODY_BYTES - 4);
            if (!cursor.isIntact() || RingRecord.bodyBytes(record) != BODY_BYTES) {
                result.r1 = -1;
            }
        }
    }

    @Arbiter
    public void free(@SuppressWarnings("unused") III_Result result) {
        ring.close();
    }
}
