package org.starbridge.bridge.config;

import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * The media workers.
 *
 * @param workers 0 = one per core
 * @param io {@code AUTO} takes batched system calls where they work, else NIO, and says which
 * @param receiveBufferBytes the kernel's receive buffer of each worker's socket; 10 MiB: about 8000 packets, a second
 *     at the rate that one core can take in; the kernel may grant less, which is logged
 * @param sendBufferBytes the kernel's send buffer of each worker's socket; 4 MiB
 * @param ingressRingBytes decrypted packets that one worker keeps for its receivers and for retransmission; 16 MiB: one
 *     second at 130 Mbit/s
 * @param commandQueueSize commands that wait for one worker; more are refused as overload; 4096
 * @param nativeMemoryLimitBytes native memory from which on endpoints are refused as overload; 0 = no limit; 1 GiB
 * @param segmentation whether packets to one receiver are given to the kernel as one where it takes them; on
 * @param segmentationPaddingBytes by how many bytes of RTP padding a packet may be made longer for that, 0 to 255; 64
 * @param othersNiceness how much nicer threads that are not media are than those that are, 0 to 19
 * @param costSampling whether what endpoints cost and how long packets are in the bridge is measured; on
 */
public record MediaConfig(
        int workers,
        Io io,
        int receiveBufferBytes,
        int sendBufferBytes,
        int ingressRingBytes,
        int commandQueueSize,
        int nativeMemoryLimitBytes,
        boolean segmentation,
        int segmentationPaddingBytes,
        int othersNiceness,
        boolean costSampling) {
    /** As documented. */
    static final MediaConfig DEFAULT =
            new MediaConfig(0, Io.AUTO, 10 << 20, 4 << 20, 16 << 20, 4096, 1 << 30, true, 64, 10, true);

    /** Way in which datagrams reach the kernel. */
    public enum Io {
        AUTO,
        NATIVE,
        NIO
    }

    public MediaConfig {
        requireRange("starbridge.media.workers", workers, 0, 1024);
        requireRange("ice4j.harvest.udp.receive-buffer-size", receiveBufferBytes, 4096, Integer.MAX_VALUE);
        requireRange("starbridge.media.send-buffer-size", sendBufferBytes, 4096, Integer.MAX_VALUE);
        requireRange("starbridge.media.ingress-ring-size", ingressRingBytes, 1 << 20, 1 << 30);
        requireRange("starbridge.media.command-queue-size", commandQueueSize, 16, 1 << 20);
        requireRange("starbridge.media.native-memory-limit", nativeMemoryLimitBytes, 0, Integer.MAX_VALUE);
        requireRange("starbridge.media.segmentation-padding", segmentationPaddingBytes, 0, 255);
        requireRange("starbridge.media.others-niceness", othersNiceness, 0, 19);
    }

    /** {@link #nativeMemoryLimitBytes()} with 0 replaced. */
    public long nativeMemoryLimit() {
        return nativeMemoryLimitBytes > 0 ? nativeMemoryLimitBytes : Long.MAX_VALUE;
    }

    /** {@link #workers()} with 0 replaced, for a machine with so many cores. */
    public int workersFor(int cores) {
        return workers > 0 ? workers : Math.max(1, cores);
    }

    static MediaConfig read(ConfigReader in) {
        return new MediaConfig(
                in.integer("starbridge.media.workers"),
                in.choice("starbridge.media.io", Io.class),
                in.sizeBytes("ice4j.harvest.udp.receive-buffer-size"),
                in.sizeBytes("starbridge.media.send-buffer-size"),
                in.sizeBytes("starbridge.media.ingress-ring-size"),
                in.integer("starbridge.media.command-queue-size"),
                in.sizeBytes("starbridge.media.native-memory-limit"),
                in.flag("starbridge.media.segmentation"),
                in.sizeBytes("starbridge.media.segmentation-padding"),
                in.integer("starbridge.media.others-niceness"),
                in.flag("starbridge.media.cost-sampling"));
    }
}
