package org.starbridge.media.cost;

/** Cost of one endpoint. Owned by its worker. */
public final class CostMeter {
    private long costNs;
    /** Of the measured duty cycle that is under way. */
    int received;

    int sent;
    boolean isTouched;

    /** Estimated time of the worker for this endpoint since its creation, in nanoseconds. */
    public long costNs() {
        return costNs;
    }

    void add(long ns) {
        costNs += ns;
    }
}
