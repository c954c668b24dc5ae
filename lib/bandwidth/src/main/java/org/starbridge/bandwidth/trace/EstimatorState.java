package org.starbridge.bandwidth.trace;

/**
 * State that a replay that begins in the middle of a call has to know: the rates so far, and when the next probe may
 * come. Bitrates in bit/s, -1 where none is known. Delays, losses and what was acknowledged are not part of it: the
 * first seconds of a trace bring them back.
 *
 * @param wantedBps of the last allocation
 * @param allocatedBps of the last allocation
 * @param targetBps the estimate
 * @param delayBps the delay-based estimate
 * @param capacityBps what the link carried when it was found full
 * @param lossBps the loss-based estimate
 * @param lastProbe the id of the last probe, 0 to 255
 * @param probedAgoNs how long ago it was requested; -1 if there was none
 * @param overusedAgoNs how long ago overuse lowered the rate; -1 if never
 */
public record EstimatorState(
        long wantedBps,
        long allocatedBps,
        long targetBps,
        long delayBps,
        long capacityBps,
        long lossBps,
        int lastProbe,
        long probedAgoNs,
        long overusedAgoNs) {}
