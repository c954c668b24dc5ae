package org.starbridge.bridge.hls;

import org.starbridge.bridge.tap.StreamSink;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler;
import org.starbridge.recording.frame.PacketOrder;
import org.starbridge.recording.hls.AudioLine;
import org.starbridge.recording.hls.TrackClock;

/** Puts the packets of one Opus stream on the time line of a program. The thread of the taps. */
final class AudioFeed implements StreamSink, FrameAssembler.Sink {
    private final AudioLine.Sink target;
    private final TrackClock clock;
    private final long originNs;
    private final PacketOrder order = new PacketOrder();
    private final FrameAssembler assembler = new FrameAssembler(Codec.OPUS, this);
    private boolean isEnded;

    AudioFeed(AudioLine.Sink target, TrackClock clock, long originNs) {
        this.target = target;
        this.clock = clock;
        this.originNs = originNs;
    }

    @Override
    public void onPacket(PacketOrder.Packet packet) {
        if (isEnded) {
            return;
        }
        order.onPacket(packet, assembler);
    }

    @Override
    public void onSenderReport(long ntp64, int rtpTimestamp, long arrivalNs) {
        clock.onReport(ntp64, rtpTimestamp, arrivalNs);
    }

    @Override
    public void onFrame(FrameAssembler.Frame frame) {
        target.onAudio(clock.timeNs(frame.timestamp(), frame.arrivalNs()) - originNs, frame.data());
    }

    @Override
    public void onGap(long packets) {}

    @Override
    public void onKeyFrameNeeded() {}

    @Override
    public void end() {
        isEnded = true;
    }
}
