package org.starbridge.bridge.app;

import java.util.function.IntSupplier;
import java.util.function.LongConsumer;

/**
 * Keeps a bridge without endpoints small, and takes the memory that media and joins want as soon as there is one: a
 * heap that is collected later, and the workers' rings. Used by one thread at a time.
 */
final class MemoryUse {
    /** A hundred endpoints that join at once want this much (docs/decisions/012). */
    static final long BUSY_HEAP_BYTES = 128L << 20;

    /** Heap of an idle bridge: what lives in it, 20 MB, and more than as much garbage. */
    static final long IDLE_HEAP_BYTES = 64L << 20;

    /** Compilers hold on to what they need for some seconds. */
    static final int CHECKS_UNTIL_IDLE = 10;

    private final IntSupplier endpoints;
    private final LongConsumer leastHeapBytes;
    private final Runnable makeRingsResident;
    private final Runnable collect;
    private final Runnable giveBack;
    private boolean hadEndpoints;
    private int idleChecks;

    /**
     * @param endpoints how many there are now
     * @param leastHeapBytes takes what the heap may always have
     * @param makeRingsResident brings in the memory of the rings; called at most once
     * @param collect collects the garbage of the start, or of the conferences that have ended
     * @param giveBack gives freed native memory back to the kernel
     */
    MemoryUse(
            IntSupplier endpoints,
            LongConsumer leastHeapBytes,
            Runnable makeRingsResident,
            Runnable collect,
            Runnable giveBack) {
        this.endpoints = endpoints;
        this.leastHeapBytes = leastHeapBytes;
        this.makeRingsResident = makeRingsResident;
        this.collect = collect;
        this.giveBack = giveBack;
    }

    /** Looks whether there are endpoints. To be called every second. */
    void check() {
        if (endpoints.getAsInt() > 0) {
            onEndpoints();
        } else if (++idleChecks == CHECKS_UNTIL_IDLE) {
            leastHeapBytes.accept(IDLE_HEAP_BYTES);
            collect.run();
            giveBack.run();
        }
    }

    private void onEndpoints() {
        if (idleChecks >= CHECKS_UNTIL_IDLE) {
            leastHeapBytes.accept(BUSY_HEAP_BYTES);
        }
        idleChecks = 0;
        if (!hadEndpoints) {
            hadEndpoints = true;
            makeRingsResident.run();
        }
    }
}
