package org.starbridge.rtp.reception;

import java.util.Arrays;
import org.starbridge.rtp.rtcp.NtpTime;
import org.starbridge.rtp.rtcp.ReportBlock;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Counts what arrives of one source and fills its report blocks, RFC 3550 appendix A.3 (losses) and A.8 (jitter). Owned
 * by the thread that receives the source.
 *
 * <p>Sequence numbers come in extended (see {@code SequenceNumbers.extend}). Two habits differ from the RFC's sketch:
 * packets from before the first one seen are ignored, so that a reordered start does not yield negative losses; and
 * only packets that advance the highest number enter the jitter, so that a retransmission is not taken for a late
 * packet.
 */
public final class ReceptionRegister {
    /** Distance back up to which a duplicate is recognised, in packets. */
    public static final int DUPLICATE_WINDOW = 1024;

    private static final long NS_PER_SECOND = 1_000_000_000L;

    /** A jump of the transit time beyond this is a source that was restarted, not jitter. */
    private static final int JITTER_JUMP_SECONDS = 5;

    private final int ssrc;
    private final long[] seen = new long[DUPLICATE_WINDOW / Long.SIZE];

    private boolean started;
    private long base;
    private long highest;
    private long received;
    private long duplicates;
    private long expectedPrior;
    private long receivedPrior;

    private int clockRate;
    private int transit;
    private long jitter16;

    private int lastReportMiddle;
    private long lastReportNs;
    private boolean hasReport;

    /** A register for one source, before its first packet. */
    public ReceptionRegister(int ssrc) {
        this.ssrc = ssrc;
    }

    /**
     * Counts a packet, in any order.
     *
     * @param extSeq the extended sequence number
     * @param arrivalNs on any clock that does not jump
     * @param clockRate ticks of the RTP timestamp per second; a change restarts the jitter's comparison
     */
    public void onPacket(long extSeq, int rtpTimestamp, long arrivalNs, int clockRate) {
        if (!started) {
            started = true;
            base = extSeq;
            highest = extSeq - 1;
        }
        if (extSeq < base) {
            return;
        }
        received++;
        if (extSeq > highest) {
            forget(highest + 1, extSeq);
            highest = extSeq;
            updateJitter(rtpTimestamp, arrivalNs, clockRate);
        } else if (highest - extSeq < DUPLICATE_WINDOW && isSeen(extSeq)) {
            duplicates++;
        }
        if (highest - extSeq < DUPLICATE_WINDOW) {
            seen[word(extSeq)] |= 1L << extSeq;
        }
    }

    private static int word(long extSeq) {
        return (int) (extSeq & (DUPLICATE_WINDOW - 1)) / Long.SIZE;
    }

    private boolean isSeen(long extSeq) {
        return (seen[word(extSeq)] & 1L << extSeq) != 0;
    }

    private void forget(long from, long to) {
        if (to - from >= DUPLICATE_WINDOW) {
            Arrays.fill(seen, 0);
            return;
        }
        for (long i = from; i <= to; i++) {
            seen[word(i)] &= ~(1L << i);
        }
    }

    private static int ticks(long timeNs, int clockRate) {
        long seconds = Math.floorDiv(timeNs, NS_PER_SECOND);
        long rest = Math.floorMod(timeNs, NS_PER_SECOND) * clockRate / NS_PER_SECOND;
        return (int) (seconds * clockRate + rest);
    }

    private void updateJitter(int rtpTimestamp, long arrivalNs, int clockRate) {
        int now = ticks(arrivalNs, clockRate) - rtpTimestamp;
        long difference = Math.abs((long) (now - transit));
        boolean comparable = this.clockRate == clockRate && difference <= (long) JITTER_JUMP_SECONDS * clockRate;
        this.clockRate = clockRate;
        transit = now;
        if (comparable) {
            // Scaled by 16, so that the division of A.8 rounds instead of losing small differences.
            jitter16 += difference - ((jitter16 + 8) >> 4);
        }
    }

    /**
     * Remembers the source's sender report, for LSR and DLSR.
     *
     * @param ntp64 the report's 64-bit NTP timestamp
     */
    public void onSenderReport(long ntp64, long arrivalNs) {
        hasReport = true;
        lastReportMiddle = NtpTime.middle(ntp64);
        lastReportNs = arrivalNs;
    }

    /** Writes a report block of 24 bytes; its fraction lost is counted since the last call. */
    public void writeReportBlock(long address, long nowNs) {
        long expectedInterval = expected() - expectedPrior;
        long lostInterval = expectedInterval - (received - receivedPrior);
        expectedPrior = expected();
        receivedPrior = received;
        int fraction = expectedInterval <= 0 || lostInterval <= 0
                ? 0
                : (int) Math.min(255, (lostInterval << 8) / expectedInterval);
        ReportBlock.write(
                address,
                ssrc,
                fraction,
                expected() - received,
                started ? highest - (base & -0x1_0000L) : 0,
                jitter(),
                hasReport ? lastReportMiddle : 0,
                hasReport ? NtpTime.shortFromNs(nowNs - lastReportNs) : 0);
    }

    /** The source. */
    public int ssrc() {
        return ssrc;
    }

    /** Returns whether there was a packet. */
    public boolean hasStarted() {
        return started;
    }

    /** The highest extended sequence number so far; meaningless before the first packet. */
    public long highestExtended() {
        return highest;
    }

    /** The packets from the first to the highest number. */
    public long expected() {
        return started ? highest - base + 1 : 0;
    }

    /** The packets that arrived, duplicates included. */
    public long received() {
        return received;
    }

    /** The packets that arrived again within the last {@link #DUPLICATE_WINDOW} numbers. */
    public long duplicates() {
        return duplicates;
    }

    /** The packets that are missing so far, duplicates not counted against them. */
    public long lost() {
        return expected() - received + duplicates;
    }

    /** The interarrival jitter in RTP timestamp ticks. */
    public long jitter() {
        return jitter16 >> 4;
    }

    /** Its part of a snapshot. */
    public void state(State state) throws StateException {
        state.longs(seen);
        started = state.bool(started);
        base = state.i64(base);
        highest = state.i64(highest);
        received = state.i64(received);
        duplicates = state.i64(duplicates);
        expectedPrior = state.i64(expectedPrior);
        receivedPrior = state.i64(receivedPrior);
        clockRate = state.i32(clockRate);
        int nowTicks = ticks(state.nowNs(), clockRate);
        transit = nowTicks + state.i32(transit - nowTicks);
        jitter16 = state.i64(jitter16);
        lastReportMiddle = state.i32(lastReportMiddle);
        lastReportNs = state.time(lastReportNs);
        hasReport = state.bool(hasReport);
    }
}
