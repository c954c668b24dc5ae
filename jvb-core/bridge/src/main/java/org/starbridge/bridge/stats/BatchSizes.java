package org.starbridge.bridge.stats;

import java.util.function.Supplier;
import org.starbridge.transport.counters.CounterDescriptor;
import org.starbridge.transport.udp.IoTotals;

/** Batch sizes of sending and receiving: counters by the number of datagrams that a system call moved. */
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
                            "Batches sent to one receiver in one GSO message, by number of datagrams."),
                    () -> io.get().runsBySize().get(index));
            meters.count(
                    CounterDescriptor.labelled(
                            "udp_receives",
                            "datagrams",
                            IoTotals.SIZES.get(i),
                            "Receiving system calls, by number of datagrams."),
                    () -> io.get().receivesBySize().get(index));
        }
    }
}
