package org.starbridge.bridge.hls;

import org.starbridge.bridge.tap.StreamSink;
import org.starbridge.recording.frame.PacketOrder;

/** A stream of a tapped endpoint that is not shown. */
final class IgnoredStream implements StreamSink {
    @Override
    public void onPacket(PacketOrder.Packet packet) {}

    @Override
    public void onSenderReport(long ntp64, int rtpTimestamp, long arrivalNs) {}

    @Override
    public void onTick(long nowNs) {}

    @Override
    public void end() {}
}
