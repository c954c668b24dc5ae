package org.starbridge.media.capture;

import org.starbridge.transport.srtp.SrtpProfile;

/** Two observers of one endpoint. Owned by its worker. */
public record TwoWatches(PacketWatch first, PacketWatch second) implements PacketWatch {
    @Override
    public void onReceivedRtp(long address, int lengthBytes, long nowNs) {
        first.onReceivedRtp(address, lengthBytes, nowNs);
        second.onReceivedRtp(address, lengthBytes, nowNs);
    }

    @Override
    public void onSentRtp(long address, int headerBytes, int payloadBytes, long nowNs) {
        first.onSentRtp(address, headerBytes, payloadBytes, nowNs);
        second.onSentRtp(address, headerBytes, payloadBytes, nowNs);
    }

    @Override
    public void onSentRtp(
            long headerAddress, int headerBytes, int descriptorBytes, long restAddress, int restBytes, long nowNs) {
        first.onSentRtp(headerAddress, headerBytes, descriptorBytes, restAddress, restBytes, nowNs);
        second.onSentRtp(headerAddress, headerBytes, descriptorBytes, restAddress, restBytes, nowNs);
    }

    @Override
    public void onRtcp(int direction, long address, int lengthBytes, long nowNs) {
        first.onRtcp(direction, address, lengthBytes, nowNs);
        second.onRtcp(direction, address, lengthBytes, nowNs);
    }

    @Override
    public void onPaced(int waiting) {
        first.onPaced(waiting);
        second.onPaced(waiting);
    }

    @Override
    public void onSentStun(byte[] message) {
        first.onSentStun(message);
        second.onSentStun(message);
    }

    @Override
    public void onKeys(SrtpProfile profile) {
        first.onKeys(profile);
        second.onKeys(profile);
    }

    @Override
    public void onKeysFailed(String reason) {
        first.onKeysFailed(reason);
        second.onKeysFailed(reason);
    }
}
