package org.starbridge.lastn.allocation;

/**
 * The last-N by which an overloaded bridge gives in. A value: each measurement of the load gives the next one.
 *
 * @param lastN the limit that holds, {@link LastN#UNLIMITED} for none
 * @param changedAtNs when it was last changed; meaningless while {@code lastN} is unlimited and never was anything else
 * @param everChanged whether it was
 */
public record LoadReduction(int lastN, long changedAtNs, boolean everChanged) {
    /** Nothing is limited. */
    public static final LoadReduction NONE = new LoadReduction(LastN.UNLIMITED, 0, false);

    /**
     * The next state.
     *
     * @param load measured
     * @param mostForwarded the largest number of video sources that any receiver gets now
     */
    public LoadReduction next(double load, int mostForwarded, Settings settings, long nowNs) {
        if (everChanged && nowNs - changedAtNs < settings.impactTimeNs) {
            return this;
        }
        int next = lastN;
        if (load >= settings.loadThreshold) {
            next = Math.max(settings.minimumLastN, (int) (mostForwarded * settings.reductionScale));
            next = lastN == LastN.UNLIMITED ? next : Math.min(next, lastN);
        } else if (load < settings.recoveryThreshold && lastN != LastN.UNLIMITED) {
            next = Math.max(lastN + 1, (int) (lastN * settings.recoverScale));
            next = next >= settings.maximumLastN ? LastN.UNLIMITED : next;
        }
        return next == lastN ? this : new LoadReduction(next, nowNs, true);
    }

    /**
     * Settings of how it gives in, and returns.
     *
     * @param loadThreshold from this load on the limit is lowered
     * @param recoveryThreshold below this load it is raised
     * @param reductionScale 0.75: what remains of the highest limit
     * @param recoverScale 1.25: what a limit grows to, by one at least
     * @param minimumLastN never lower
     * @param maximumLastN from here on there is no limit
     * @param impactTimeNs a change is given this time to have an effect
     */
    public record Settings(
            double loadThreshold,
            double recoveryThreshold,
            double reductionScale,
            double recoverScale,
            int minimumLastN,
            int maximumLastN,
            long impactTimeNs) {}
}
