package org.starbridge.hammer.client.transport;

import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.link.EndpointLink;
import org.starbridge.hammer.client.link.SharedLink;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.NativeUdpSocket;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * One endpoint's UDP socket, with the emulated link between the two if there is one. Owned by the endpoint's driver.
 */
public final class LinkedSocket implements AutoCloseable {
    private final NativeUdpSocket socket;
    private final @Nullable EndpointLink link;
    private final EndpointLink.Receiver receiver;

    /**
     * @param socket closed with this
     * @param shared the link that the endpoint is behind; null if there is none
     * @param receiver takes what arrives
     */
    LinkedSocket(NativeUdpSocket socket, @Nullable SharedLink shared, EndpointLink.Receiver receiver) {
        this.socket = socket;
        this.receiver = receiver;
        link = shared == null ? null : new EndpointLink(shared, socket, receiver);
    }

    /** Sends over the link. */
    DatagramPort port() {
        return link == null ? socket : link.uplink();
    }

    public NativeUdpSocket socket() {
        return socket;
    }

    /** The link; null if there is none. */
    public @Nullable EndpointLink link() {
        return link;
    }

    /** Takes what waits at the socket, until that is empty. */
    public void receive(ReceiveBatch batch) {
        while (socket.receive(batch) > 0) {
            for (int i = 0; i < batch.size(); i++) {
                if (batch.lengthBytes(i) > 1) {
                    onReceived(batch, i);
                }
            }
            if (batch.size() < batch.capacity()) {
                break;
            }
        }
        onTime(System.nanoTime());
    }

    private void onReceived(ReceiveBatch batch, int i) {
        if (link == null) {
            receiver.onDatagram(batch.address(i), batch.lengthBytes(i), batch.remote(i), batch.arrivalNs(i));
        } else {
            link.onReceived(batch, i);
        }
    }

    /** Sends and delivers what the link has kept back until now. */
    void onTime(long nowNs) {
        if (link != null) {
            link.onTime(nowNs);
        }
    }

    /** Returns the time at which {@link #onTime} is due; {@link Long#MAX_VALUE} if never. */
    long nextDeadlineNs() {
        return link == null ? Long.MAX_VALUE : link.nextDeadlineNs();
    }

    @Override
    public void close() {
        if (link != null) {
            link.close();
        }
        socket.close();
    }
}
