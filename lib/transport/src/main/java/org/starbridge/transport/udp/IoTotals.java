package org.starbridge.transport.udp;

import java.util.List;
import java.util.stream.IntStream;

/**
 * {@link IoCounts} at one moment, of one port or of several together.
 *
 * @param sendCalls system calls that sent, or tried to
 * @param messagesSent what the kernel took, each one datagram or a GSO batch
 * @param datagramsSent the datagrams in them
 * @param fallbacks GSO batches that were refused, and whose datagrams went singly
 * @param paddingBytesSent RTP padding by which packets were made as long as others of their GSO batch
 * @param receiveCalls system calls that received, or tried to
 * @param datagramsReceived the datagrams that came
 * @param runsBySize messages by their datagrams, for each of {@link #SIZES}
 * @param receivesBySize calls that received something by their datagrams, for each of {@link #SIZES}
 */
public record IoTotals(
        long sendCalls,
        long messagesSent,
        long datagramsSent,
        long fallbacks,
        long paddingBytesSent,
        long receiveCalls,
        long datagramsReceived,
        List<Long> runsBySize,
        List<Long> receivesBySize) {
    /** The classes by which is counted: "1" to "4", then "5-8", "9-16" and so on. */
    public static final List<String> SIZES = SizeHistogram.LABELS;

    /** Copies the lists, which have one count for each of {@link #SIZES}. */
    public IoTotals {
        runsBySize = List.copyOf(runsBySize);
        receivesBySize = List.copyOf(receivesBySize);
        if (runsBySize.size() != SIZES.size() || receivesBySize.size() != SIZES.size()) {
            throw new IllegalArgumentException("counts by size " + runsBySize + " and " + receivesBySize + ": expected "
                    + SIZES.size() + " of each");
        }
    }

    /** Of no port at all. */
    public static IoTotals none() {
        return new IoCounts().copy();
    }

    /** Both together. */
    public IoTotals plus(IoTotals other) {
        return new IoTotals(
                sendCalls + other.sendCalls,
                messagesSent + other.messagesSent,
                datagramsSent + other.datagramsSent,
                fallbacks + other.fallbacks,
                paddingBytesSent + other.paddingBytesSent,
                receiveCalls + other.receiveCalls,
                datagramsReceived + other.datagramsReceived,
                sum(runsBySize, other.runsBySize),
                sum(receivesBySize, other.receivesBySize));
    }

    private static List<Long> sum(List<Long> a, List<Long> b) {
        return IntStream.range(0, a.size()).mapToObj(i -> a.get(i) + b.get(i)).toList();
    }
}
