package org.starbridge.hammer.client.link;

import org.starbridge.hammer.client.result.LinkCount;
import org.starbridge.hammer.client.result.PictureTimes;
import org.starbridge.transport.link.EmulatedLink;
import org.starbridge.transport.link.LinkDrop;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.ReceiveBatch;

/**
 * One endpoint's place behind a link: what came to its socket waits here until the link has delivered it. Made by any
 * thread, then owned by the endpoint's driver.
 */
public final class EndpointLink implements AutoCloseable {
    /** Takes what the link delivers. */
    @FunctionalInterface
    public interface Receiver {
        /**
         * A datagram arrives.
         *
         * @param remoteAddress the sender's socket address
         * @param arrivalNs when the link delivered it
         */
        void onDatagram(long packetAddress, int lengthBytes, long remoteAddress, long arrivalNs);
    }

    private final SharedLink link;
    private final Receiver receiver;
    private final UplinkPort uplink;
    private final DatagramQueue waiting = new DatagramQueue();
    private boolean isInWindow;
    private long deliveredBytes;

    /** {@code port} sends what the link has delivered; it stays the caller's. */
    public EndpointLink(SharedLink link, DatagramPort port, Receiver receiver) {
        this.link = link;
        this.receiver = receiver;
        uplink = new UplinkPort(link, port);
    }

    /** A port that sends what it is given over the link. */
    public DatagramPort uplink() {
        return uplink;
    }

    /** Datagram {@code i} of the batch came to the socket. */
    public void onReceived(ReceiveBatch batch, int i) {
        long arrivalNs = batch.arrivalNs(i);
        int lengthBytes = batch.lengthBytes(i);
        long dueNs = link.down().send(arrivalNs, lengthBytes);
        if (dueNs == EmulatedLink.DROPPED) {
            link.downMeter().onDropped(arrivalNs, lengthBytes, link.down().lastDrop());
        } else if (waiting.add(dueNs, batch.remote(i), batch.address(i), lengthBytes)) {
            long leavesNs = dueNs - link.spec().down().delayNs();
            link.downMeter()
                    .onPassed(arrivalNs, leavesNs, lengthBytes, link.down().lastQueueNs());
            deliveredBytes += isInWindow ? lengthBytes + EmulatedLink.HEADER_BYTES : 0;
        } else {
            link.downMeter().onDropped(arrivalNs, lengthBytes, LinkDrop.QUEUE_FULL);
        }
    }

    /** Sends and delivers what is due. */
    public void onTime(long nowNs) {
        uplink.onTime(nowNs);
        while (waiting.nextDueNs() <= nowNs) {
            receiver.onDatagram(waiting.address(), waiting.lengthBytes(), waiting.remote(), waiting.nextDueNs());
            waiting.remove();
        }
    }

    /** Returns the time at which the next datagram is due; {@link Long#MAX_VALUE} if none waits. */
    public long nextDeadlineNs() {
        return Math.min(waiting.nextDueNs(), uplink.nextDeadlineNs());
    }

    /** The measured window begins; the rates' schedules start. */
    public void openWindow(long nowNs) {
        isInWindow = true;
        link.openWindow(nowNs);
    }

    /** The measured window ends. */
    public void closeWindow(long nowNs) {
        isInWindow = false;
        link.closeWindow(nowNs);
    }

    /** Returns what the link did, and what its endpoint saw of pictures. */
    public LinkCount count(PictureTimes pictures) {
        double seconds = Math.max(1, link.windowEndNs() - link.windowStartNs()) / 1e9;
        return new LinkCount(
                link.number(),
                link.spec().text(),
                deliveredBytes * 8 / seconds,
                link.windowStartNs(),
                link.windowEndNs(),
                link.count(link.down(), link.downMeter()),
                link.count(link.up(), link.upMeter()),
                pictures);
    }

    @Override
    public void close() {
        waiting.close();
        uplink.close();
    }
}
