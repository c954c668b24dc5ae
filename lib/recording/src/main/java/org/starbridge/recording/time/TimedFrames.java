package org.starbridge.recording.time;

import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.PacketOrder;

/** Assembler of frames with their times from the packets of one stream, in any order. Owned by one thread. */
public final class TimedFrames {
    private final PacketOrder order;
    private final FrameAssembler assembler;
    private final MediaTimeline<Frame> timeline;

    /** Takes frames. */
    public interface Sink {
        /** A frame that was captured at {@code timeNs}, on the local clock. Times may go back by what was corrected. */
        void onFrame(long timeNs, Frame frame);

        /** So many packets are lost here. */
        void onGap(long packets);

        /** Nothing can be decoded before a key frame comes. */
        void onKeyFrameNeeded();
    }

    /**
     * One that begins with the next packet.
     *
     * @param order without packets
     * @param rateHz of the RTP clock
     * @param sender shared by the streams of one sender
     */
    public TimedFrames(Codec codec, PacketOrder order, int rateHz, SenderClock sender, Sink sink) {
        this.order = order;
        timeline = new MediaTimeline<>(codec.isVideo(), rateHz, sender, sink::onFrame);
        assembler = new FrameAssembler(codec, new FrameAssembler.Sink() {
            @Override
            public void onFrame(Frame frame) {
                timeline.onFrame(frame.timestamp(), frame.arrivalNs(), frame);
            }

            @Override
            public void onGap(long packets) {
                sink.onGap(packets);
            }

            @Override
            public void onKeyFrameNeeded() {
                sink.onKeyFrameNeeded();
            }
        });
    }

    public void onPacket(PacketOrder.Packet packet) {
        order.onPacket(packet, assembler);
    }

    /** A sender report (RFC 3550 section 6.4.1). */
    public void onSenderReport(long ntp64, int rtpTimestamp, long arrivalNs) {
        timeline.onReport(ntp64, rtpTimestamp, arrivalNs);
    }

    /** Time went on: to be called some times in 200 ms. */
    public void onTick(long nowNs) {
        order.onTick(nowNs, assembler);
        timeline.onTick(nowNs);
    }

    /** Nothing more comes. */
    public void end() {
        timeline.end();
    }
}
