package org.starbridge.benchmarks.runs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.starbridge.hammer.media.MediaKind;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.file.BundledMedia;

/**
 * Packets of a conference as they arrive: the recordings of the Hammer, each sender at its own place of them.
 *
 * @param packets in the order of their arrival
 * @param receivers endpoints that receive
 */
record Arrivals(List<Packet> packets, int receivers) {
    /** Header with extensions, and the SRTP tag. */
    private static final int OVERHEAD_BYTES = 24 + 16;

    /** Distance of the first two packets of a frame, as a browser's pacer leaves it; the others follow at the same. */
    private static final long PACKET_DISTANCE_NS = 20_000;

    Arrivals {
        packets = List.copyOf(packets);
    }

    /**
     * A packet.
     *
     * @param sender who does not get it; {@link Integer#MAX_VALUE} if all receivers do
     * @param source packets of the same source keep their order
     */
    record Packet(long atNs, int sender, int source, int lengthBytes, boolean isAudio) {}

    /** A star of {@code size} endpoints with sound and picture, for {@code ns}. */
    static Arrivals star(int size, long ns, long tickNs) {
        List<Packet> packets = new ArrayList<>();
        RecordedStream video = BundledMedia.video();
        RecordedStream audio = BundledMedia.audio();
        for (int i = 0; i < size; i++) {
            add(packets, video, i, size, i, i, ns, tickNs);
            add(packets, audio, i, size, i, size + i, ns, tickNs);
        }
        return sorted(packets, size);
    }

    /** One picture of 1.5 Mbit/s to {@code receivers}. */
    static Arrivals lecture(int receivers, long ns, long tickNs) {
        List<Packet> packets = new ArrayList<>();
        add(packets, BundledMedia.largeVideo(), 0, 1, Integer.MAX_VALUE, 0, ns, tickNs);
        return sorted(packets, receivers);
    }

    /** Ten speakers to {@code receivers}. */
    static Arrivals audio(int receivers, long ns, long tickNs) {
        List<Packet> packets = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            add(packets, BundledMedia.audio(), i, 10, Integer.MAX_VALUE, i, ns, tickNs);
        }
        return sorted(packets, receivers);
    }

    private static Arrivals sorted(List<Packet> packets, int receivers) {
        packets.sort(Comparator.comparingLong(Packet::atNs));
        return new Arrivals(packets, receivers);
    }

    /** {@code tickNs}: a client that sends what is due so often; 0: each packet at its own time. */
    private static void add(
            List<Packet> packets,
            RecordedStream stream,
            int endpoint,
            int endpoints,
            int sender,
            int source,
            long ns,
            long tickNs) {
        boolean isAudio = stream.kind() == MediaKind.AUDIO;
        int at = stream.startPacket(endpoint, endpoints);
        long baseNs = stream.startDelayNs(endpoint, endpoints) - stream.sendOffsetNs(at);
        long frameNs = -1;
        int inFrame = 0;
        while (true) {
            long dueNs = baseNs + stream.sendOffsetNs(at);
            inFrame = dueNs == frameNs ? inFrame + 1 : 0;
            frameNs = dueNs;
            long atNs = tickNs == 0 ? dueNs + inFrame * PACKET_DISTANCE_NS : (dueNs + tickNs - 1) / tickNs * tickNs;
            if (atNs >= ns) {
                return;
            }
            packets.add(new Packet(atNs, sender, source, stream.payloadBytes(at) + OVERHEAD_BYTES, isAudio));
            if (++at == stream.packets()) {
                at = 0;
                baseNs += stream.loopNs();
            }
        }
    }
}
