package org.starbridge.transport.dtls;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Datagrams of the peer that wait for their session, and the limits on them. Guarded by the session's lock. */
final class InboundDatagrams {
    /** A peer's flight has a dozen datagrams at most; SCTP bursts wait here for their task. */
    private static final int MAX_WAITING = 64;

    /** A ClientHello may come in two or three fragments; retransmissions of them are not kept. */
    private static final int MAX_EARLY = 4;

    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private final DropCounts dropped;

    InboundDatagrams(DropCounts dropped) {
        this.dropped = dropped;
    }

    /** Before the handshake has begun: nothing but a ClientHello is expected, and each of its datagrams once. */
    void keepEarly(byte[] datagram) {
        if (!Records.isClientHello(datagram) || waiting.stream().anyMatch(kept -> isRetransmission(kept, datagram))) {
            dropped.add(DtlsDropReason.UNEXPECTED);
        } else if (waiting.size() >= MAX_EARLY) {
            dropped.add(DtlsDropReason.INBOX_FULL);
        } else {
            waiting.add(datagram);
        }
    }

    /** Replaying a ClientHello twice would make Bouncy Castle answer it twice. */
    private static boolean isRetransmission(byte[] kept, byte[] datagram) {
        int from = Records.HEADER_BYTES;
        return Arrays.equals(kept, from, kept.length, datagram, from, datagram.length);
    }

    void add(byte[] datagram) {
        if (waiting.size() >= MAX_WAITING) {
            dropped.add(DtlsDropReason.INBOX_FULL);
        } else {
            waiting.add(datagram);
        }
    }

    /** The rest of a datagram that was taken: it is the next one. */
    void putBack(byte[] rest) {
        waiting.addFirst(rest);
    }

    /** A record of one of them was kept away from Bouncy Castle. Needs no lock. */
    void onRefusedRecord() {
        dropped.add(DtlsDropReason.UNEXPECTED);
    }

    byte @Nullable [] poll() {
        return waiting.poll();
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    void clear() {
        waiting.clear();
    }
}
