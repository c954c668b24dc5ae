package org.starbridge.bridge.capture;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.media.api.TapQueue;
import org.starbridge.media.capture.PacketCapture;
import org.starbridge.rtp.memory.Memory;

/**
 * Writes one capture until it is stopped, full, too old, or the endpoint has ended. Its thread owns the file;
 * {@link #stop} may be called by any.
 */
final class CaptureWriter implements TapQueue.Reader {
    private static final Logger LOG = LoggerFactory.getLogger(CaptureWriter.class);
    private static final int MOST_RECORDS = 4096;
    private static final long PAUSE_NS = 20_000_000;
    private static final long LONGEST_END_MS = 1000;
    /** 10 s, in which a worker is asked 10 times to let go of the queue. */
    private static final int MOST_PAUSES = 500;

    private static final int PAUSES_BETWEEN_REQUESTS = 50;

    private final PcapFile file;
    private final TapQueue queue;
    private final Runnable detach;
    private final long maxBytes;
    private final long endsAtNs;
    /** From the media clock to the time since 1970. */
    private final long epochOffsetNs = System.currentTimeMillis() * 1_000_000 - System.nanoTime();

    private final Thread thread;
    private @Nullable IOException failure;
    private long packets;
    private long leftOut;
    private volatile boolean isStopped;

    private CaptureWriter(PcapFile file, TapQueue queue, CaptureConfig config, Runnable detach) {
        this.file = file;
        this.queue = queue;
        this.detach = detach;
        maxBytes = (long) config.maxSizeMb() << 20;
        endsAtNs = System.nanoTime() + config.maxDuration().toNanos();
        thread = Thread.ofPlatform().daemon().name("capture").unstarted(this::run);
    }

    /**
     * Begins to write.
     *
     * @param queue written to by a media worker; closed in the end
     * @param detach makes the worker let go of it
     */
    static CaptureWriter start(Path path, TapQueue queue, CaptureConfig config, Runnable detach) throws IOException {
        FileChannel channel = FileChannel.open(
                path,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        PcapFile file = new PcapFile(Channels.newOutputStream(channel));
        CaptureWriter writer = new CaptureWriter(file, queue, config, detach);
        writer.thread.start();
        return writer;
    }

    /** Frees a queue of which nothing was written; returns at once. */
    static void discard(TapQueue queue, Runnable detach) {
        Thread.startVirtualThread(() -> release(queue, detach));
    }

    void stop() {
        isStopped = true;
        LockSupport.unpark(thread);
    }

    boolean isOver() {
        return !thread.isAlive();
    }

    /** Waits until the file is complete, a second at most. */
    void await() {
        try {
            thread.join(LONGEST_END_MS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (file) {
            while (isGoingOn()) {
                if (queue.read(this, MOST_RECORDS) == 0) {
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
        } catch (IOException e) {
            LOG.warn("packet capture stopped early: {}", e.toString());
        } finally {
            LOG.info("packet capture stopped: {} packets written, {} dropped", packets, leftOut);
            release(queue, detach);
        }
    }

    private boolean isGoingOn() throws IOException {
        IOException failed = failure;
        if (failed != null) {
            throw failed;
        }
        return !isStopped && !queue.isDetached() && file.sizeBytes() < maxBytes && endsAtNs - System.nanoTime() > 0;
    }

    /** A worker that is too busy is asked again; if it does not answer, the queue stays, as it may write to it. */
    private static void release(TapQueue queue, Runnable detach) {
        for (int i = 0; i < MOST_PAUSES && !queue.isDetached(); i++) {
            if (i % PAUSES_BETWEEN_REQUESTS == 0) {
                detach.run();
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
        if (queue.isDetached()) {
            queue.close();
        }
    }

    @Override
    public void onPacket(int direction, int lengthBytes, long number, long timeNs, long address, int copiedBytes) {
        if (failure != null) {
            return;
        }
        try {
            byte[] bytes = Memory.copyOf(address, copiedBytes);
            file.write(direction == PacketCapture.SENT, timeNs + epochOffsetNs, bytes, lengthBytes);
            packets++;
        } catch (IOException e) {
            failure = e;
        }
    }

    @Override
    public void onSenderReport(int ssrc, long ntp64, int rtpTimestamp, long arrivalNs) {}

    @Override
    public void onDropped(long dropped) {
        leftOut += dropped;
    }
}
