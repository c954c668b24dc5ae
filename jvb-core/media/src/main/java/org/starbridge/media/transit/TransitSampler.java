package org.starbridge.media.transit;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Notes how long some packets are in the bridge: those that one of the measured duty cycles brings to the last of their
 * receivers. Owned by one worker, which gives the samples away once a second.
 */
public final class TransitSampler {
    private static final int MOST_IN_CYCLE = 64;
    private static final int MOST_IN_SECOND = 1024;

    private final @Nullable TransitSink sink;
    private final long[] cycle = new long[MOST_IN_CYCLE * TransitSink.FIELDS];
    private final long[] second = new long[MOST_IN_SECOND * TransitSink.FIELDS];
    private int inCycle;
    private int inSecond;

    /** @param sink takes the samples; null if there are to be none */
    public TransitSampler(@Nullable TransitSink sink) {
        this.sink = sink;
    }

    /** Returns whether samples are wanted. */
    public boolean isOn() {
        return sink != null;
    }

    /**
     * A packet has been written for all its receivers on this worker; {@link #onHandedOver} follows in the same cycle.
     *
     * @param arrivalNs when the kernel got it
     * @param beganNs when its last turn began
     * @param endedNs when its last turn ended
     */
    public void add(long arrivalNs, long beganNs, long endedNs) {
        if (inCycle < cycle.length) {
            cycle[inCycle] = arrivalNs;
            cycle[inCycle + 1] = beganNs;
            cycle[inCycle + 2] = endedNs;
            inCycle += TransitSink.FIELDS;
        }
    }

    /** The kernel has all that was written. */
    public void onHandedOver(long nowNs) {
        for (int i = 0; i < inCycle; i += TransitSink.FIELDS) {
            cycle[i + 3] = nowNs;
        }
        int taken = Math.min(inCycle, second.length - inSecond);
        System.arraycopy(cycle, 0, second, inSecond, taken);
        inSecond += taken;
        inCycle = 0;
    }

    /** Gives away what there is. Allocates. */
    public void publish() {
        if (sink != null && inSecond > 0) {
            sink.onSamples(Arrays.copyOf(second, inSecond));
            inSecond = 0;
        }
    }
}
