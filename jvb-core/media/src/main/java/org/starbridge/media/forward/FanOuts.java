package org.starbridge.media.forward;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One worker's {@link FanOut}s by stream handle: an array, indexed by the handle's low bits; the high bits are a
 * generation, so that a record of a removed stream never reaches the receivers of its successor. Owned by its worker.
 */
public final class FanOuts {
    /** Streams that may exist at one time in the process. */
    public static final int MAX_STREAMS = 1 << 18;

    private @Nullable FanOut[] byIndex = new @Nullable FanOut[256];
    private final SourceClocks clocks = new SourceClocks();

    /** The last sender reports of these streams. */
    public SourceClocks clocks() {
        return clocks;
    }

    /** The receivers of a stream on this worker, or null if there are none. */
    public @Nullable FanOut find(int handle) {
        int index = handle & MAX_STREAMS - 1;
        if (index >= byIndex.length) {
            return null;
        }
        FanOut found = byIndex[index];
        return found != null && found.handle() == handle ? found : null;
    }

    /** Returns the number of fan-outs; looks at all places. */
    public int size() {
        return (int) Arrays.stream(byIndex).filter(Objects::nonNull).count();
    }

    /** Sets the receivers of a stream. */
    public void put(FanOut fanOut) {
        int index = fanOut.handle() & MAX_STREAMS - 1;
        if (index >= byIndex.length) {
            byIndex = Arrays.copyOf(byIndex, Integer.highestOneBit(index) * 2);
        }
        byIndex[index] = fanOut;
    }

    /** The stream is gone, or no receiver here gets it. */
    public void remove(int handle) {
        if (find(handle) != null) {
            byIndex[handle & MAX_STREAMS - 1] = null;
        }
    }
}
