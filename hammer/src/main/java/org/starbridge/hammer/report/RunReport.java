package org.starbridge.hammer.report;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.ReceiverCount;

/**
 * The result of one run. Null is what was not measured.
 *
 * @param k endpoints
 * @param seconds the length of the measured window
 * @param receivers one for each endpoint
 * @param bridgeVersion as the bridge calls itself; for one of ours also how it moves and encrypts media
 * @param bridgeCpuNs CPU time of the bridge in the window
 * @param bridgeRssBytes memory of the bridge at the window's end
 * @param bridgePeakRssBytes the most it ever had
 * @param bridgeStartNs from the bridge's start to its first healthy answer; null if it was there before
 * @param hammerCpuNs CPU time of this process in the window
 * @param busiestDriver share of the window that the busiest media thread of the Hammer was computing, 0 to 1
 * @param delays null if no packet of the window was decrypted
 * @param sampleEvery how many packets of a stream to one that was decrypted
 * @param crypto where the Hammer's ciphers come from
 */
public record RunReport(
        int k,
        double seconds,
        List<ReceiverCount> receivers,
        @Nullable String bridgeVersion,
        @Nullable Long bridgeCpuNs,
        @Nullable Long bridgeRssBytes,
        @Nullable Long bridgePeakRssBytes,
        @Nullable Long bridgeStartNs,
        @Nullable Long hammerCpuNs,
        double busiestDriver,
        @Nullable Delays delays,
        int sampleEvery,
        String crypto,
        List<String> warnings) {

    /** A driver that computes more than this share of the time can't be trusted to be in time. */
    static final double BUSY = 0.9;

    /** More late packets than this share are the Hammer's failing. */
    static final double LATE = 0.01;

    /** Nanoseconds from handing a packet to the kernel to the kernel's having its forwarded copy. */
    public record Delays(long samples, long p50Ns, long p99Ns, long maxNs) {}

    public RunReport {
        receivers = List.copyOf(receivers);
        warnings = List.copyOf(warnings);
    }

    /** K(K-1). */
    public int couplesExpected() {
        return k * (k - 1);
    }

    /** Pairs of a receiver and another sender whose audio and video both arrived. */
    public int couplesReceived() {
        return receivers.stream().mapToInt(ReceiverCount::couples).sum();
    }

    /** By all senders in the window. */
    public long packetsSent() {
        return receivers.stream().mapToLong(ReceiverCount::packetsSent).sum();
    }

    /** What should have arrived at all receivers of it. */
    public long packetsExpected() {
        return receivers.stream().mapToLong(ReceiverCount::packetsExpected).sum();
    }

    /** What did. */
    public long packetsReceived() {
        return receivers.stream().mapToLong(ReceiverCount::packetsReceived).sum();
    }

    /** What the bridge has lost; what receivers' kernels dropped isn't in it. */
    public long packetsLost() {
        return receivers.stream().mapToLong(ReceiverCount::packetsLost).sum();
    }

    /** What receivers' kernels dropped because the Hammer was slow. */
    public long kernelDrops() {
        return receivers.stream().mapToLong(ReceiverCount::kernelDrops).sum();
    }

    public long duplicates() {
        return receivers.stream().mapToLong(ReceiverCount::duplicates).sum();
    }

    public long reordered() {
        return receivers.stream().mapToLong(ReceiverCount::reordered).sum();
    }

    /** Payloads that could be compared with what was sent. */
    public long payloadsCompared() {
        return receivers.stream().mapToLong(ReceiverCount::payloadsCompared).sum();
    }

    /** Payloads that were not what was sent, or that SRTP refused. */
    public long contentErrors() {
        return receivers.stream().mapToLong(ReceiverCount::contentErrors).sum();
    }

    /** Packets that left more than 20 ms after they were due. */
    public long packetsLate() {
        return receivers.stream().mapToLong(ReceiverCount::packetsLate).sum();
    }

    /** What one endpoint sent on average, audio and video, at RTP level (header and payload). */
    public double senderBitrateBps() {
        long bytes = receivers.stream().mapToLong(ReceiverCount::rtpBytesSent).sum();
        return seconds > 0 ? bytes * 8 / seconds / k : 0;
    }

    /** CPU time of the bridge for each packet that arrived; null if it wasn't measured. */
    public @Nullable Double bridgeCpuMicrosPerForwardedPacket() {
        return perReceived(bridgeCpuNs);
    }

    /** CPU time of the Hammer for each packet that arrived, sending included; null if it wasn't measured. */
    public @Nullable Double hammerCpuMicrosPerReceivedPacket() {
        return perReceived(hammerCpuNs);
    }

    private @Nullable Double perReceived(@Nullable Long cpuNs) {
        return cpuNs == null || packetsReceived() == 0 ? null : cpuNs / 1e3 / packetsReceived();
    }

    /** Whether the Hammer itself was too slow for its figures to be the bridge's. */
    public boolean hammerSaturated() {
        return kernelDrops() > 0 || busiestDriver > BUSY || packetsLate() > LATE * packetsSent();
    }

    /** Whether everything arrived, once, as it was sent. */
    public boolean passed() {
        return couplesReceived() == couplesExpected()
                && packetsLost() == 0
                && contentErrors() == 0
                && packetsSent() > 0;
    }
}
