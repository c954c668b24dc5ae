package org.starbridge.media.capture;

import org.starbridge.media.api.TapQueue;
import org.starbridge.rtp.packet.RtpView;

/**
 * Copies the packets from and to one endpoint, without their encryption, into a queue that another thread reads. What
 * does not fit into the queue is left out, and media never waits. Owned by the endpoint's worker.
 */
public final class PacketCapture implements PacketWatch {
    private final TapQueue queue;
    private final boolean hasPayloads;

    /** @param hasPayloads whether payloads of RTP packets are copied, too; RTCP always is */
    public PacketCapture(TapQueue queue, boolean hasPayloads) {
        this.queue = queue;
        this.hasPayloads = hasPayloads;
    }

    @Override
    public void onReceivedRtp(long address, int lengthBytes, long nowNs) {
        int headerBytes = hasPayloads ? lengthBytes : RtpView.headerLengthBytes(address, lengthBytes);
        if (headerBytes > 0) {
            queue.writePacket(RECEIVED, lengthBytes, 0, nowNs, address, headerBytes);
        }
    }

    @Override
    public void onSentRtp(long address, int headerBytes, int payloadBytes, long nowNs) {
        queue.writePacket(
                SENT,
                headerBytes + payloadBytes,
                0,
                nowNs,
                address,
                hasPayloads ? headerBytes + payloadBytes : headerBytes);
    }

    @Override
    public void onSentRtp(
            long headerAddress, int headerBytes, int descriptorBytes, long restAddress, int restBytes, long nowNs) {
        int lengthBytes = headerBytes + descriptorBytes + restBytes;
        if (hasPayloads) {
            queue.writeParts(
                    SENT, lengthBytes, nowNs, headerAddress, headerBytes + descriptorBytes, restAddress, restBytes);
        } else {
            queue.writePacket(SENT, lengthBytes, 0, nowNs, headerAddress, headerBytes);
        }
    }

    @Override
    public void onRtcp(int direction, long address, int lengthBytes, long nowNs) {
        queue.writePacket(direction, lengthBytes, 0, nowNs, address, lengthBytes);
    }

    /** Nothing is copied any more. */
    public void end() {
        queue.detach();
    }

    /** Returns whether it copies into this queue. */
    public boolean isInto(TapQueue other) {
        return queue == other;
    }
}
