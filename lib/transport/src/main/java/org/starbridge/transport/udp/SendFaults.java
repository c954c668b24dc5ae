package org.starbridge.transport.udp;

import java.util.EnumMap;
import java.util.Map;

/**
 * One port's count of datagrams that could not be sent, for each reason, since it was opened. Owned by the port's
 * thread.
 */
@SuppressWarnings("EnumOrdinal") // an index into an array that never leaves the process
public final class SendFaults {
    private static final SendFault[] ALL = SendFault.values();

    private final long[] counts = new long[ALL.length];

    void count(SendFault fault) {
        count(fault, 1);
    }

    void count(SendFault fault, int datagrams) {
        counts[fault.ordinal()] += datagrams;
    }

    /** Returns the number of datagrams that failed for one reason. */
    public long of(SendFault fault) {
        return counts[fault.ordinal()];
    }

    /** Returns the number of datagrams that failed for each reason, at this moment. */
    public Map<SendFault, Long> copy() {
        Map<SendFault, Long> copy = new EnumMap<>(SendFault.class);
        for (SendFault fault : ALL) {
            if (fault != SendFault.FULL) {
                copy.put(fault, of(fault));
            }
        }
        return copy;
    }

    /** Returns the number of datagrams that failed for any reason. */
    public long total() {
        long total = 0;
        for (long count : counts) {
            total += count;
        }
        return total;
    }
}
