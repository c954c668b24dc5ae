package org.starbridge.media.pacing;

import java.util.IdentityHashMap;
import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.capture.PacketWatch;
import org.starbridge.media.counters.WorkerCounters;
import org.starbridge.media.downlink.CongestionControl;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.feedback.KeyFrameRequester;
import org.starbridge.media.forward.FanOut;
import org.starbridge.media.forward.FanOutPacket;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.Receiver;
import org.starbridge.media.queue.DeadlineQueue;
import org.starbridge.media.ring.RingLookback;

/**
 * Lets no more leave for a receiver at once than 40 ms of its pacing rate. Audio and retransmissions always leave;
 * video beyond that waits as references into the ring and leaves in order, each {@value #STEP_NS} ns as much as the
 * rate allows. Packets are projected when they leave, so numbers are given in the order of leaving. Owned by one
 * worker.
 *
 * <p>What would wait longer than the estimate carries in {@value #THIN_NS} ns costs the highest temporal layers, whole
 * frames, first; beyond {@value #MAX_QUEUE_NS} ns all that waits goes, and video resumes with a key frame: no receiver
 * gets parts of frames. A key frame may wait {@value #KEY_FRAME_FACTOR} times as long.
 */
public final class Pacer {
    /** Takes a packet that leaves now. */
    @FunctionalInterface
    public interface Sender {
        /** Sends a packet, and what goes with it; returns how many packets that were. */
        int send(FanOutPacket packet, FanOut fanOut, OutgoingStream stream, long nowNs);
    }

    static final long STEP_NS = 5_000_000;
    static final long THIN_NS = 125_000_000;
    static final long MAX_QUEUE_NS = 250_000_000;
    static final int KEY_FRAME_FACTOR = 3;

    /** Streams whose last key frame is remembered; two that share a place only have one wait a little longer. */
    private static final int KEY_FRAMES = 1024;

    private static final int ALL_LAYERS = LayerId.MAX_LAYERS - 1;

    private final FanOuts fanOuts;
    private final KeyFrameRequester keyFrameRequests;
    private final DropCounters drops;
    private final WorkerCounters counters;
    private final IdentityHashMap<Receiver, PacedPackets> queues = new IdentityHashMap<>();
    private final DeadlineQueue<PacedPackets> deadlines = new DeadlineQueue<>();
    private final FanOutPacket packet = new FanOutPacket();
    /** Timestamps of the last key frames, by the low bits of the stream's handle. */
    private final int[] keyFrames = new int[KEY_FRAMES];

    public Pacer(FanOuts fanOuts, KeyFrameRequester keyFrameRequests, DropCounters drops, WorkerCounters counters) {
        this.fanOuts = fanOuts;
        this.keyFrameRequests = keyFrameRequests;
        this.drops = drops;
        this.counters = counters;
    }

    /**
     * Returns whether a packet of media waits from now on, because its receiver's link has enough.
     *
     * @return false if it is to be sent now
     */
    public boolean hold(FanOutPacket waiting, OutgoingStream stream, long nowNs) {
        CongestionControl congestion = stream.receiver().congestion();
        if (stream.kind() == MediaKind.AUDIO || !congestion.mustWait(nowNs) || !waiting.isMedia()) {
            return false;
        }
        if (!isWorthHolding(waiting, stream, congestion, nowNs)) {
            return false;
        }
        PacedPackets queue = queueOf(stream.receiver());
        if (queue.isEmpty()) {
            deadlines.put(queue, nextReleaseNs(congestion, nowNs));
        }
        boolean isKey = isOfKeyFrame(waiting);
        int lengthBytes = willPass(waiting, isKey, stream, queue) ? waiting.lengthBytes() : 0;
        if (!queue.add(stream, waiting.ring(), waiting.position(), waiting.handle(), lengthBytes, isKey)
                || isTooLong(queue, congestion)) {
            giveUp(queue, stream, nowNs);
        }
        counters.increment(MediaCounter.PACKETS_PACED);
        congestion.onWaiting(queue.bytes());
        return true;
    }

    /**
     * Returns whether a packet would pass when its turn comes. A receiver that is to get a lower encoding gets the
     * higher one until there is a key frame. While a queue in front of it drains that is cut short: what waited of the
     * higher one would keep the key frame waiting, or be given up together with it.
     */
    private boolean isWorthHolding(
            FanOutPacket waiting, OutgoingStream stream, CongestionControl congestion, long nowNs) {
        int encoding = waiting.encoding();
        if (!stream.isAboveTarget(encoding)) {
            return stream.mayTake(encoding, nowNs);
        }
        boolean isCurrent = encoding == stream.currentEncoding();
        if (isCurrent && congestion.isDraining()) {
            interrupt(stream, nowNs);
        }
        return isCurrent && !congestion.isDraining();
    }

    /**
     * Returns whether a packet can be expected to leave when its turn comes. What will be left out, as it is of a
     * higher temporal layer, or of an encoding whose key frame is still to come, waits only so that numbers close up.
     */
    private static boolean willPass(FanOutPacket waiting, boolean isKey, OutgoingStream stream, PacedPackets queue) {
        boolean isCurrent = waiting.encoding() == stream.currentEncoding();
        return isCurrent ? !stream.leavesOut(waiting) : isKey || queue.hasKeyFrame();
    }

    /** A key frame begins with a packet that goes to some receivers now, and is to be held for others perhaps. */
    public void onKeyFrame(FanOutPacket first) {
        keyFrames[first.handle() & KEY_FRAMES - 1] = first.rtpTimestamp();
    }

    private boolean isOfKeyFrame(FanOutPacket waiting) {
        return keyFrames[waiting.handle() & KEY_FRAMES - 1] == waiting.rtpTimestamp();
    }

    private PacedPackets queueOf(Receiver receiver) {
        PacedPackets queue = queues.get(receiver);
        if (queue == null) {
            queue = new PacedPackets(receiver);
            queues.put(receiver, queue);
        }
        return queue;
    }

    private static boolean isTooLong(PacedPackets queue, CongestionControl congestion) {
        return congestion.durationNs(queue.bytes()) > limitNs(queue, MAX_QUEUE_NS);
    }

    private static long limitNs(PacedPackets queue, long ordinaryNs) {
        return queue.hasKeyFrame() ? KEY_FRAME_FACTOR * ordinaryNs : ordinaryNs;
    }

    /** Drops what waits; each of its streams, and {@code last}, resumes with a key frame. */
    private void giveUp(PacedPackets queue, OutgoingStream last, long nowNs) {
        drops.count(DropReason.PACER_OVERFLOW, queue.size());
        OutgoingStream before = last;
        interrupt(last, nowNs);
        while (!queue.isEmpty()) {
            OutgoingStream stream = queue.stream();
            if (stream != before && stream != last) {
                interrupt(stream, nowNs);
                before = stream;
            }
            queue.removeFirst();
        }
    }

    private void interrupt(OutgoingStream stream, long nowNs) {
        stream.interrupt();
        keyFrameRequests.requestIfAwaited(stream, nowNs);
    }

    /**
     * Lets leave what may leave now.
     *
     * @return how many packets
     */
    public int release(Sender sender, long nowNs) {
        int sent = 0;
        while (deadlines.nextDeadlineNs() <= nowNs) {
            PacedPackets queue = deadlines.peek();
            if (queue == null) {
                break;
            }
            sent += release(queue, sender, nowNs);
        }
        return sent;
    }

    /**
     * Lets everything leave, at whatever rate: nothing may wait when the state of endpoints is written.
     *
     * @return how many packets
     */
    public int flush(Sender sender, long nowNs) {
        int sent = 0;
        for (PacedPackets queue = deadlines.peek(); queue != null; queue = deadlines.peek()) {
            while (!queue.isEmpty()) {
                sent += sendFirst(queue, ALL_LAYERS, sender, nowNs);
            }
            queue.receiver().congestion().onWaiting(0);
            deadlines.remove(queue);
            queues.remove(queue.receiver());
        }
        return sent;
    }

    private int release(PacedPackets queue, Sender sender, long nowNs) {
        Receiver receiver = queue.receiver();
        CongestionControl congestion = receiver.congestion();
        if (receiver.ready() == null) {
            drops.count(DropReason.RECEIVER_NOT_READY, queue.size());
            queue.clear();
        }
        int highestLayer = congestion.durationNs(queue.bytes()) > limitNs(queue, THIN_NS) ? 0 : ALL_LAYERS;
        int sent = 0;
        while (!queue.isEmpty() && congestion.maySend(nowNs)) {
            sent += sendFirst(queue, highestLayer, sender, nowNs);
        }
        congestion.onWaiting(queue.bytes());
        PacketWatch watch = receiver.watch();
        if (watch != null) {
            watch.onPaced(queue.size());
        }
        if (queue.isEmpty()) {
            deadlines.remove(queue);
            queues.remove(receiver);
        } else {
            deadlines.put(queue, nextReleaseNs(congestion, nowNs));
        }
        return sent;
    }

    /** Not for each packet: those of a step leave as a run. */
    private static long nextReleaseNs(CongestionControl congestion, long nowNs) {
        return Math.max(congestion.nextSendNs(nowNs), nowNs + STEP_NS);
    }

    private int sendFirst(PacedPackets queue, int highestLayer, Sender sender, long nowNs) {
        OutgoingStream stream = queue.stream();
        RingLookback ring = queue.ring();
        long position = queue.position();
        FanOut fanOut = fanOuts.find(queue.handle());
        queue.removeFirst();
        if (fanOut == null || !stream.carries(fanOut)) {
            return 0; // its receiver gets something else now
        }
        if (!packet.prepare(ring, position, fanOut)) {
            drops.count(DropReason.RING_OVERRUN);
            return 0;
        }
        long forwardedBefore = counters.packetsForwarded;
        stream.limitTemporalLayer(highestLayer);
        int sent = sender.send(packet, fanOut, stream, nowNs);
        stream.limitTemporalLayer(ALL_LAYERS);
        if (highestLayer < ALL_LAYERS && counters.packetsForwarded == forwardedBefore) {
            drops.count(DropReason.PACER_THINNED);
        }
        return sent;
    }

    /** Returns the time at which something may leave next; {@link Long#MAX_VALUE} if nothing waits. */
    public long nextDeadlineNs() {
        return deadlines.nextDeadlineNs();
    }
}
