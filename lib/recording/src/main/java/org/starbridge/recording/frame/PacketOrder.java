package org.starbridge.recording.frame;

import java.util.TreeMap;

/**
 * Gives the packets of one stream in order. One that is missing is waited for until a packet has waited so long behind
 * it; then it is a gap. Bounded; owned by one thread.
 */
public final class PacketOrder {
    /** Longer than the bridge asks for a lost packet again. */
    static final long WAIT_NS = 500_000_000;

    private static final int MAX_WAITING = 1024;

    private final long waitNs;
    private final TreeMap<Long, Packet> waiting = new TreeMap<>();
    private long next;
    private boolean hasStarted;

    /** One that waits half a second, in which a lost packet is asked for several times. */
    public PacketOrder() {
        this(WAIT_NS);
    }

    /** @param waitNs for so long a missing packet is waited for */
    public PacketOrder(long waitNs) {
        this.waitNs = waitNs;
    }

    /**
     * A packet.
     *
     * @param extSeq extended sequence number
     * @param payload without padding; may be empty
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Packet(
            long extSeq, long arrivalNs, int payloadType, int rtpTimestamp, boolean marker, byte[] payload) {}

    /** Takes what is in order. */
    public interface Sink {
        void onPacket(Packet packet);

        /** So many packets before the next one are lost. */
        void onGap(long packets);
    }

    /**
     * A packet came; it goes to the sink with those that waited for it. One that is too late or double goes nowhere.
     */
    public void onPacket(Packet packet, Sink sink) {
        if (!hasStarted) {
            hasStarted = true;
            next = packet.extSeq();
        }
        if (packet.extSeq() < next) {
            return;
        }
        waiting.putIfAbsent(packet.extSeq(), packet);
        giveInOrder(sink);
        onTick(packet.arrivalNs(), sink);
    }

    /** Time went on: what has not come until now, while others waited for it, is a gap. */
    public void onTick(long nowNs, Sink sink) {
        while (!waiting.isEmpty() && isOverdue(nowNs)) {
            sink.onGap(waiting.firstKey() - next);
            next = waiting.firstKey();
            giveInOrder(sink);
        }
    }

    private boolean isOverdue(long nowNs) {
        return waiting.size() > MAX_WAITING
                || nowNs - waiting.firstEntry().getValue().arrivalNs() > waitNs;
    }

    private void giveInOrder(Sink sink) {
        while (!waiting.isEmpty() && waiting.firstKey() == next) {
            sink.onPacket(waiting.pollFirstEntry().getValue());
            next++;
        }
    }
}
