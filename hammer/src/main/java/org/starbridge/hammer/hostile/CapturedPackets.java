package org.starbridge.hammer.hostile;

import java.util.List;
import java.util.random.RandomGenerator;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.client.signalling.VisibleTransport;

/** Protected media packets of the star, a second or two old. Owned by the hostile run's thread. */
final class CapturedPackets {
    private static final long REFRESH_NS = 1_000_000_000;

    private final ClientConference conference;
    private final RandomGenerator random;
    private List<byte[]> packets = List.of();
    private long refreshAtNs = Long.MIN_VALUE;

    CapturedPackets(ClientConference conference, RandomGenerator random) {
        this.conference = conference;
        this.random = random;
    }

    /** Returns whether a packet is of the endpoint's video, so that it would come from its address. */
    static boolean isFrom(byte[] packet, VisibleTransport target) {
        return java.nio.ByteBuffer.wrap(packet).getInt(8) == target.videoSsrc();
    }

    /** Any of them, not to be changed. */
    byte[] any() {
        long nowNs = System.nanoTime();
        if (packets.isEmpty() || nowNs >= refreshAtNs) {
            refreshAtNs = nowNs + REFRESH_NS;
            List<byte[]> newer = conference.sentLately();
            packets = newer.isEmpty() ? packets : newer;
        }
        return packets.isEmpty()
                ? AttackBytes.rtp(random, 0x80, 111, random.nextInt(), 100)
                : packets.get(random.nextInt(packets.size()));
    }
}
