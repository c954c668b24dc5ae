package org.starbridge.hammer.client.transport;

import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.signalling.BridgeTransport;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.srtp.SrtpKeys;

/**
 * One endpoint's way to the bridge: its socket, ICE and DTLS, and what is sent next. Owned by one thread, on which all
 * events come; {@link #credentials} and {@link #localPort} are for any.
 */
public final class BridgeConnection implements AutoCloseable {
    /** Events for the owner, on its own thread. */
    public interface Events {
        /** A datagram came whose first byte is that of RTP or RTCP (RFC 7983). */
        void onMedia(long packetAddress, int lengthBytes, long arrivalNs);

        /** DTLS has agreed on keys, which the owner wipes. */
        void onKeys(SrtpKeys keys);

        /** DTLS is over; {@code reason} is a part of a sentence. */
        void onEnd(String reason);
    }

    private final LinkedSocket socket;
    private final Outbox outbox;
    private final IceLink ice;
    private final DtlsLink dtls;
    private final Events events;
    private @Nullable String end;
    private boolean closed;

    /**
     * @param socket closed with this
     * @param sendBatch how many datagrams are handed to the kernel at once
     * @param post runs a task on the owner's thread
     * @param data uses DTLS in addition to SRTP; null if there is none
     */
    public BridgeConnection(
            BridgeSocket socket,
            int sendBatch,
            DtlsParty party,
            RandomGenerator random,
            Consumer<Runnable> post,
            @Nullable ApplicationData data,
            Events events) {
        this.socket = socket.join(this::onDatagram);
        this.events = events;
        outbox = new Outbox(this.socket.port(), sendBatch);
        dtls = new DtlsLink(party, post, data, new DtlsEvents());
        ice = new IceLink(LocalAddresses.loopback(localPort()), outbox, random, dtls::start);
    }

    /** Ours for ICE. */
    public IceCredentials credentials() {
        return ice.credentials();
    }

    /** The UDP port of the socket. */
    public int localPort() {
        return socket.socket().localAddress().getPort();
    }

    /** Returns the socket that datagrams come from and go to. */
    public LinkedSocket socket() {
        return socket;
    }

    /** Returns the datagrams that are sent next. */
    public Outbox outbox() {
        return outbox;
    }

    /** Starts ICE, and DTLS once ICE has found a way. */
    public void connect(BridgeTransport bridge, LocalAddresses routes) {
        if (closed) {
            return;
        }
        dtls.expect(bridge.fingerprints());
        ice.connect(System.nanoTime(), bridge.credentials(), bridge.candidates(), routes);
        outbox.flush();
    }

    /** RFC 7983: the first byte says which protocol it is. */
    private void onDatagram(long packetAddress, int lengthBytes, long remoteAddress, long arrivalNs) {
        int first = Memory.u8(packetAddress);
        if (first >= 128 && first <= 191) {
            events.onMedia(packetAddress, lengthBytes, arrivalNs);
        } else if (first <= 3) {
            ice.onDatagram(System.nanoTime(), packetAddress, lengthBytes, remoteAddress);
            outbox.flush();
        } else if (first >= 20 && first <= 63) {
            dtls.onDatagram(Memory.copyOf(packetAddress, lengthBytes));
        }
    }

    /** Sends ICE checks that are due, and what the link has kept back until now. */
    public void onTime(long nowNs) {
        socket.onTime(nowNs);
        if (nowNs >= ice.nextDeadlineNs()) {
            ice.onTimeout(nowNs);
        }
    }

    public long nextDeadlineNs() {
        return Math.min(ice.nextDeadlineNs(), socket.nextDeadlineNs());
    }

    /** Sends a copy of a datagram as it is to the selected address of the bridge; nothing once closed. */
    public void send(byte[] datagram) {
        if (closed) {
            return;
        }
        outbox.send(datagram);
        outbox.flush();
    }

    /** Returns what ICE or DTLS lacks, as a sentence; null if nothing. */
    public @Nullable String condition() {
        if (end != null) {
            return "DTLS: " + end;
        }
        return ice.isConnected() ? null : "ICE is " + ice.state();
    }

    /** Ends DTLS, which tells the bridge. */
    public void closeDtls() {
        dtls.close();
    }

    /** Call after whatever writes to the outbox is closed. What the DTLS threads say later is ignored. */
    @Override
    public void close() {
        closed = true;
        dtls.close();
        ice.close();
        outbox.close();
        socket.close();
    }

    private final class DtlsEvents implements DtlsLink.Events {
        @Override
        public void onDatagram(byte[] datagram) {
            send(datagram);
        }

        @Override
        public void onKeys(SrtpKeys keys) {
            if (closed) {
                keys.wipe();
            } else {
                events.onKeys(keys);
            }
        }

        @Override
        public void onEnd(String reason) {
            end = reason;
            events.onEnd(reason);
        }
    }
}
