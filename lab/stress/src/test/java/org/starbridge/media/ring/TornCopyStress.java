package org.starbridge.media.ring;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * The torn copy: a retransmission copies a payload out of the ring while the producer, a lap ahead, writes there. A
 * copy that is given out is all of the record that was sent. 0, 0 stands for a copy that was refused.
 */
@JCStressTest
@State
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "copied before it was overwritten")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "overwritten, and refused")
@Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "ACCEPTED_TORN: gave out a copy of what was overwritten")
public class TornCopyStress {
    private static final int CAPACITY_BYTES = 16 * PacketRing.MAX_RECORD_BYTES;
    private static final int COPIED_BYTES = 2048;

    private final PacketRing ring = new PacketRing(CAPACITY_BYTES);
    private final RingLookback lookback = new RingLookback(ring);
    private final Slab copy = Slab.allocate(COPIED_BYTES);

    public TornCopyStress() {
        for (int i = 0; i < 16; i++) { // the next claim begins at position 0
            write(1);
        }
    }

    private void write(int value) {
        long record = ring.claim(RingRecord.MAX_BODY_BYTES);
        long body = RingRecord.body(record);
        Memory.putNativeInt(body, value);
        Memory.putNativeInt(body + COPIED_BYTES - 4, value);
        RingRecord.writeDatagram(record, 1, value, 0, RingRecord.MAX_BODY_BYTES);
        ring.commit(RingRecord.MAX_BODY_BYTES);
    }

    @Actor
    public void producer() {
        write(2);
    }

    @Actor
    public void retransmitter(II_Result result) {
        if (lookback.copyBody(0, 0, COPIED_BYTES, copy.address())) {
            result.r1 = Memory.nativeInt(copy.address());
            result.r2 = Memory.nativeInt(copy.address() + COPIED_BYTES - 4);
        }
    }

    @Arbiter
    public void free(@SuppressWarnings("unused") II_Result result) {
        copy.close();
        ring.close();
    }
}
