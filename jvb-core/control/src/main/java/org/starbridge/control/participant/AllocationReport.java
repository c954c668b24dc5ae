package org.starbridge.control.participant;

import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.lastn.allocation.Layer;
import org.starbridge.lastn.allocation.Reason;
import org.starbridge.lastn.allocation.SourceAllocation;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.MediaEndpoint;

/**
 * Allocation of one receiver as last reported to the media side: how much the receiver wants, which is probed for, and
 * how much it gets. Small changes are not told. Guarded by the conference's lock.
 */
public final class AllocationReport {
    /** A smaller change is not told, a fraction. */
    private static final double NEWS = 0.05;

    private long wantedBps = Long.MIN_VALUE;
    private long allocatedBps = Long.MIN_VALUE;

    /**
     * Selection decided.
     *
     * @param audioBps what the receiver gets of audio
     */
    public void update(Allocation allocation, long audioBps, MediaEndpoint media) {
        boolean getsEverything = switch (allocation.budget().basis()) {
            case ESTIMATES_NOT_TRUSTED, NO_RTX -> true;
            case ESTIMATE, OVERLOAD, ASSUMED, NO_ESTIMATE, STARTING -> false;
        };
        long videoBps = wantedBps(allocation);
        // Audio alone is nothing to estimate by: it goes out whatever the link carries.
        long audioBesideVideoBps = videoBps == 0 ? 0 : audioBps;
        long wanted = getsEverything ? BandwidthEstimate.UNKNOWN : videoBps + audioBesideVideoBps;
        long allocated = getsEverything ? BandwidthEstimate.UNKNOWN : allocation.targetBps() + audioBesideVideoBps;
        if (isNews(wanted, wantedBps) || isNews(allocated, allocatedBps)) {
            wantedBps = wanted;
            allocatedBps = allocated;
            media.onAllocation(wanted, allocated);
        }
    }

    private static boolean isNews(long bps, long toldBps) {
        boolean isOneNone = bps <= 0 || toldBps <= 0;
        return isOneNone ? bps != toldBps : Math.abs(bps - toldBps) > NEWS * toldBps;
    }

    /** Of what has just begun, or is only declared, nothing is measured yet: then what such a picture usually costs. */
    private static long wantedBps(Allocation allocation) {
        long sum = 0;
        for (SourceAllocation source : allocation.sources()) {
            Layer ideal = source.ideal();
            if (ideal != null) {
                long idealBps = ideal.bitrateBps() > 1 ? ideal.bitrateBps() : usualBps(ideal.heightPx());
                // A layer that failed needs room to spare: that is to be probed for, too.
                sum += Math.max(idealBps, source.reason() == Reason.HEADROOM ? source.neededBps() : 0);
            }
        }
        return sum;
    }

    /** The bitrates of browsers for the encodings of a camera. */
    private static long usualBps(int heightPx) {
        if (heightPx <= 180) {
            return 200_000;
        }
        return heightPx <= 360 ? 700_000 : 2_500_000;
    }
}
