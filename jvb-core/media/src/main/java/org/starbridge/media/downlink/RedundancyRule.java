package org.starbridge.media.downlink;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Rule by which the bridge adds redundancy (RED, RFC 2198) to the audio of one receiver: on when the receiver reports
 * {@value #ON_PERCENT} % of a second's packets lost on its own link, off after {@value #CLEAR_S} s with less than
 * {@value #OFF_PERCENT} %. In between nothing changes. Losses before the bridge do not count, as redundancy added here
 * does not help against them. A link that carries less than {@value #FEWEST_BPS} bit/s gets none: there the losses are
 * of a queue that more bytes would keep full. Owned by the receiver's worker.
 */
public final class RedundancyRule {
    static final int ON_PERCENT = 3;
    static final int OFF_PERCENT = 1;
    static final int CLEAR_S = 10;
    static final long FEWEST_BPS = 300_000;

    private static final long WINDOW_NS = 1_000_000_000;
    /** Of fewer packets a share says nothing. */
    private static final int FEWEST_PACKETS = 50;

    private static final long NEVER = Long.MIN_VALUE;

    private boolean isOn;
    private long windowBeganNs = NEVER;
    private long clearSinceNs = NEVER;
    private long sentPackets;
    private long lostPackets;

    /**
     * Takes a report block about one of the receiver's streams.
     *
     * @param estimateBps what the link carries; {@link Long#MAX_VALUE} if that is not estimated
     */
    public void onReport(LinkLoss loss, long estimateBps, long nowNs) {
        if (windowBeganNs == NEVER) {
            windowBeganNs = nowNs;
        }
        sentPackets += loss.sentPackets();
        lostPackets += loss.lostPackets();
        if (nowNs - windowBeganNs >= WINDOW_NS && sentPackets >= FEWEST_PACKETS) {
            judge(nowNs);
            windowBeganNs = nowNs;
            sentPackets = 0;
            lostPackets = 0;
        }
        isOn &= estimateBps >= FEWEST_BPS;
    }

    private void judge(long nowNs) {
        if (lostPackets * 100 >= sentPackets * ON_PERCENT) {
            isOn = true;
        }
        if (lostPackets * 100 >= sentPackets * OFF_PERCENT) {
            clearSinceNs = NEVER;
        } else if (clearSinceNs == NEVER) {
            clearSinceNs = windowBeganNs;
        }
        if (clearSinceNs != NEVER && nowNs - clearSinceNs >= CLEAR_S * 1_000_000_000L) {
            isOn = false;
        }
    }

    /** Returns whether redundancy is added. */
    public boolean isOn() {
        return isOn;
    }

    /** Its part of a snapshot. */
    public void state(State state) throws StateException {
        isOn = state.bool(isOn);
        windowBeganNs = state.time(windowBeganNs);
        clearSinceNs = state.time(clearSinceNs);
        sentPackets = state.i64(sentPackets);
        lostPackets = state.i64(lostPackets);
    }
}
