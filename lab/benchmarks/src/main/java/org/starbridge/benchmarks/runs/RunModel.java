package org.starbridge.benchmarks.runs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.starbridge.benchmarks.runs.Arrivals.Packet;
import org.starbridge.transport.udp.GsoLimits;
import org.starbridge.transport.udp.GsoOrder;

/**
 * A media worker as far as GSO batches go: it sleeps until a packet comes, looks at its socket until it finds nothing,
 * and goes from receiver to receiver; after 64 packets it looks at the socket again, and what has come joins. Order and
 * padding are the bridge's. What a step takes is from {@code sendmmsg} on loopback, see {@code docs/performance.md}.
 */
final class RunModel {
    private static final int TURN = 64;
    private static final int MOST_TOGETHER = 32;
    private static final int MAX_LENGTH_TO_PAD = 1200 + 16;

    private static final long MESSAGE_NS = 2_700;
    private static final long DATAGRAM_NS = 800;
    private static final long LOOK_NS = 1_000;
    private static final long RECEIVED_NS = 1_500;
    private static final long WAKE_UP_NS = 20_000;

    /** What is counted. */
    static final class Counts {
        long datagrams;
        long messages;
        long bytes;
        long paddingBytes;
        /** GSO batches behind which nothing waited for their receiver. */
        long endedByNothing;
        /** GSO batches behind which audio of another length waited. */
        long endedByAudio;
        /** GSO batches behind which video of another length waited. */
        long endedByVideo;

        long busyNs;
        long delayNs;

        double meanLength() {
            return (double) datagrams / messages;
        }
    }

    private final Arrivals arrivals;
    private final long waitNs;
    private final GsoOrder order;
    private final Counts counts = new Counts();
    private final ArrayDeque<Packet> waiting = new ArrayDeque<>();
    private final List<Packet> underWay = new ArrayList<>();
    private final List<Integer> placesLeft = new ArrayList<>();
    private long nowNs;
    private int taken;
    private int place;

    /** {@code waitNs} passes before each first look at the socket, so that more packets come. */
    RunModel(Arrivals arrivals, int paddingBytes, long waitNs) {
        this.arrivals = arrivals;
        this.waitNs = waitNs;
        GsoLimits limits = GsoLimits.upTo(GsoLimits.MAX_DATAGRAMS);
        limits.maxPaddingBytes(paddingBytes);
        order = new GsoOrder(MOST_TOGETHER, limits);
    }

    /** Lets all packets come and leave. */
    Counts run() {
        while (taken < arrivals.packets().size()) {
            long nextNs = arrivals.packets().get(taken).atNs();
            nowNs = Math.max(nowNs, nextNs + WAKE_UP_NS) + waitNs;
            look();
            place = 0;
            while (!waiting.isEmpty() || !underWay.isEmpty()) {
                turn();
                look();
            }
        }
        return counts;
    }

    private void look() {
        int before;
        do {
            before = taken;
            nowNs += LOOK_NS;
            while (taken < arrivals.packets().size()
                    && arrivals.packets().get(taken).atNs() <= nowNs) {
                waiting.add(arrivals.packets().get(taken++));
            }
            nowNs += (taken - before) * RECEIVED_NS;
        } while (taken > before);
    }

    private void turn() {
        while (underWay.size() < MOST_TOGETHER && !waiting.isEmpty()) {
            underWay.add(waiting.remove());
            placesLeft.add(arrivals.receivers());
        }
        order.clear();
        for (Packet packet : underWay) {
            order.add(packet.source(), packet.lengthBytes(), packet.lengthBytes() < MAX_LENGTH_TO_PAD);
        }
        order.arrange();
        int served = 0;
        int together = placesLeft.get(0);
        for (int used = 0; served < together && used < TURN; served++) {
            used += send();
            place = (place + 1) % arrivals.receivers();
        }
        int left = served;
        placesLeft.replaceAll(places -> places - left);
        while (!placesLeft.isEmpty() && placesLeft.getFirst() == 0) {
            placesLeft.removeFirst();
            underWay.removeFirst();
        }
    }

    /** To the receiver at {@link #place}; a GSO batch ends as in {@code SendBatch}. */
    private int send() {
        int sent = 0;
        int segmentBytes = 0;
        boolean isOpen = false;
        for (int at = 0; at < underWay.size(); at++) {
            int i = order.packet(at);
            Packet packet = underWay.get(i);
            if (packet.sender() == place) {
                continue;
            }
            int lengthBytes = packet.lengthBytes() + order.paddingBytes(i);
            if (isOpen && lengthBytes <= segmentBytes) {
                isOpen = lengthBytes == segmentBytes;
            } else {
                begin(sent, packet);
                segmentBytes = lengthBytes;
                isOpen = true;
            }
            spend(DATAGRAM_NS);
            counts.datagrams++;
            counts.bytes += lengthBytes;
            counts.paddingBytes += order.paddingBytes(i);
            counts.delayNs += nowNs - packet.atNs();
            sent++;
        }
        counts.endedByNothing += sent > 0 ? 1 : 0;
        return sent;
    }

    private void begin(int sentBefore, Packet packet) {
        if (sentBefore > 0 && packet.isAudio()) {
            counts.endedByAudio++;
        } else if (sentBefore > 0) {
            counts.endedByVideo++;
        }
        counts.messages++;
        spend(MESSAGE_NS);
    }

    private void spend(long ns) {
        nowNs += ns;
        counts.busyNs += ns;
    }
}
