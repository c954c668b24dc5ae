package org.starbridge.hammer.measure;

/** Loss of a bridge on the way to one receiver. Stateless. */
public final class Loss {
    private Loss() {}

    /**
     * Returns what was sent to the receiver and did not arrive, without what arrived at its machine and was dropped by
     * the kernel because the Hammer did not read in time: that is the Hammer's failing, not the bridge's. Never
     * negative, since the kernel drops other datagrams (RTCP, STUN), too.
     */
    public static long packetsLost(long expected, long received, long kernelDrops) {
        return Math.max(0, expected - received - kernelDrops);
    }
}
