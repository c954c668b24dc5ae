package org.starbridge.bridge.hls;

import org.starbridge.bridge.tap.StreamSink;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.PacketOrder;
import org.starbridge.recording.hls.TrackClock;

/** Puts the frames of one stream on the time line of a program, and asks for key frames. The thread of the taps. */
final class FrameFeed implements StreamSink {
    private static final long REQUEST_PAUSE_NS = 300_000_000;

    private final PacketOrder order;
    private final TimeLine line;
    private final Runnable requestKeyFrame;
    private final FrameAssembler assembler;
    private boolean isEnded;
    private long requestedNs = Long.MIN_VALUE / 2;
    private long lastArrivalNs;

    /** Takes frames; of Opus each packet is one. */
    @FunctionalInterface
    interface Sink {
        /** {@code atNs} since the program's origin. */
        void onFrame(long atNs, Frame frame);

        /** So many packets before the next frame are lost. */
        default void onGap(long packets) {}
    }

    /**
     * When frames are shown.
     *
     * @param clock of the stream
     * @param originNs time 0 of the program on the local clock
     */
    record TimeLine(TrackClock clock, long originNs) {}

    FrameFeed(Codec codec, PacketOrder order, TimeLine line, Runnable requestKeyFrame, Sink sink) {
        this.order = order;
        this.line = line;
        this.requestKeyFrame = requestKeyFrame;
        assembler = new FrameAssembler(codec, new FrameAssembler.Sink() {
            @Override
            public void onFrame(Frame frame) {
                sink.onFrame(line.clock().timeNs(frame.timestamp(), frame.arrivalNs()) - line.originNs(), frame);
            }

            @Override
            public void onGap(long packets) {
                sink.onGap(packets);
            }

            @Override
            public void onKeyFrameNeeded() {
                requestKeyFrame(lastArrivalNs);
            }
        });
    }

    @Override
    public void onPacket(PacketOrder.Packet packet) {
        if (!isEnded) {
            lastArrivalNs = packet.arrivalNs();
            order.onPacket(packet, assembler);
        }
    }

    @Override
    public void onSenderReport(long ntp64, int rtpTimestamp, long arrivalNs) {
        line.clock().onReport(ntp64, rtpTimestamp, arrivalNs);
    }

    /** A key frame is needed; requests that follow each other closely are one. */
    void requestKeyFrame(long nowNs) {
        if (nowNs - requestedNs >= REQUEST_PAUSE_NS) {
            requestedNs = nowNs;
            requestKeyFrame.run();
        }
    }

    /** The same, as of the newest packet. */
    void requestKeyFrame() {
        requestKeyFrame(lastArrivalNs);
    }

    @Override
    public void end() {
        isEnded = true;
    }
}
