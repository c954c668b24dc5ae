package org.starbridge.transport.ice;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counters of what an {@link IceAgent}, or all agents of one owner, have done so far. Read and written by the agent's
 * owner only.
 */
@SuppressWarnings("EnumOrdinal") // an index into an array that never leaves the process
public final class IceCounters {
    private static final IceDrop[] ALL = IceDrop.values();

    private final long[] drops = new long[ALL.length];
    private long requestsAnswered;
    private long checksSent;
    private long retransmissionsSent;
    private long checksAnswered;
    private long moves;
    private final @Nullable IceCounters total;

    /** Counts of one agent, or a total of several. */
    public IceCounters() {
        this(null);
    }

    /** Whatever is counted here is counted in {@code total}, too. */
    IceCounters(@Nullable IceCounters total) {
        this.total = total;
    }

    /** Returns the number of times something was dropped for each reason, at this moment. */
    public Map<IceDrop, Long> droppedByReason() {
        Map<IceDrop, Long> copy = new EnumMap<>(IceDrop.class);
        for (IceDrop reason : ALL) {
            copy.put(reason, dropped(reason));
        }
        return copy;
    }

    /** Returns the number of times something was dropped for {@code reason}. */
    public long dropped(IceDrop reason) {
        return drops[reason.ordinal()];
    }

    /** Authenticated Binding requests that were answered with success. */
    public long requestsAnswered() {
        return requestsAnswered;
    }

    /** Checks begun, consent checks included, retransmissions not. */
    public long checksSent() {
        return checksSent;
    }

    /** Checks sent again because no answer had come. */
    public long retransmissionsSent() {
        return retransmissionsSent;
    }

    /** Checks that got a valid success response. */
    public long checksAnswered() {
        return checksAnswered;
    }

    /** Returns the number of times the selected tuple changed after the first one. */
    public long moves() {
        return moves;
    }

    void onDrop(IceDrop reason) {
        drops[reason.ordinal()]++;
        if (total != null) {
            total.onDrop(reason);
        }
    }

    void onRequestAnswered() {
        requestsAnswered++;
        if (total != null) {
            total.onRequestAnswered();
        }
    }

    void onCheckSent() {
        checksSent++;
        if (total != null) {
            total.onCheckSent();
        }
    }

    void onRetransmission() {
        retransmissionsSent++;
        if (total != null) {
            total.onRetransmission();
        }
    }

    void onCheckAnswered() {
        checksAnswered++;
        if (total != null) {
            total.onCheckAnswered();
        }
    }

    void onMove() {
        moves++;
        if (total != null) {
            total.onMove();
        }
    }
}
