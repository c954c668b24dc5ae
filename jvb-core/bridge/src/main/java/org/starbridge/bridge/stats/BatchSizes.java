package org.starbridge.bridge.stats;

import java.util.function.Supplier;
import org.starbridge.transport.counters.CounterDescriptor;
import org.starbridge.transport.udp.IoTotals;

/** How well sending and receiving are batched: counters by the number of datagrams that a system call moved. */
final class BatchSizes {
    private BatchSizes() {}

    static void show(ComponentMeters meters, Supplier<IoTotals> io) {
        for (int i = 0; i < IoTotals.SIZES.size(); i++) {
            int index = i;
            meters.count(
                    CounterDescriptor.labelled(
                            "udp_messages_sent",
                            "datagrams",
                            IoTotals.SIZES.get(i),
                            "What the kernel took at once for one receiver, by its datagrams."),
                    () -> io.get().runsBySize().get(index));
            meters.count(
                    CounterDescriptor.labelled(
                            "udp_receives",
                            "datagrams",
                            IoTotals.SIZES.get(i),
                            "System calls that received something, by their datagrams."),
                    () -> io.get().receivesBySize().get(index));
        }
    }
}
