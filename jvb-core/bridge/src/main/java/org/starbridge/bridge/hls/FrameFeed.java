package org.starbridge.bridge.hls;

import org.starbridge.bridge.tap.StreamSink;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.PacketOrder;
import org.starbridge.recording.time.SenderClock;
import org.starbridge.recording.time.TimedFrames;

/** Puts the frames of one stream on the time line of a program, and asks for key frames. The thread of the taps. */
final class FrameFeed implements StreamSink {
    private static final long REQUEST_PAUSE_NS = 300_000_000;

    private final Runnable requestKeyFrame;
    private final TimedFrames frames;
    private boolean isEnded;
    private long requestedNs = Long.MIN_VALUE / 2;
    private long latestNs;

    /** Takes frames; of Opus each packet is one. */
    @FunctionalInterface
    interface Sink {
        /** {@code atNs} since the program's origin. */
        void onFrame(long atNs, Frame frame);

        /** So many packets before the next frame are lost. */
        default void onGap(long packets) {}
    }

    /**
     * Time line on which frames are shown.
     *
     * @param rateHz of the RTP clock
     * @param sender shared by the streams of one sender
     * @param originNs time 0 of the program on the local clock
     */
    record TimeLine(int rateHz, SenderClock sender, long originNs) {}

    FrameFeed(Codec codec, PacketOrder order, TimeLine line, Runnable requestKeyFrame, Sink sink) {
        this.requestKeyFrame = requestKeyFrame;
        frames = new TimedFrames(codec, order, line.rateHz(), line.sender(), new TimedFrames.Sink() {
            @Override
            public void onFrame(long timeNs, Frame frame) {
                sink.onFrame(timeNs - line.originNs(), frame);
            }

            @Override
            public void onGap(long packets) {
                sink.onGap(packets);
            }

            @Override
            public void onKeyFrameNeeded() {
                requestKeyFrame(latestNs);
            }
        });
    }

    @Override
    public void onPacket(PacketOrder.Packet packet) {
        if (!isEnded) {
            latestNs = packet.arrivalNs();
            frames.onPacket(packet);
        }
    }

    @Override
    public void onSenderReport(long ntp64, int rtpTimestamp, long arrivalNs) {
        frames.onSenderReport(ntp64, rtpTimestamp, arrivalNs);
    }

    @Override
    public void onTick(long nowNs) {
        if (!isEnded) {
            latestNs = nowNs;
            frames.onTick(nowNs);
        }
    }

    /** A key frame is needed; requests that follow each other closely are one. */
    void requestKeyFrame(long nowNs) {
        if (nowNs - requestedNs >= REQUEST_PAUSE_NS) {
            requestedNs = nowNs;
            requestKeyFrame.run();
        }
    }

    /** The same, as of the newest packet or tick: a request is repeated also while no packet comes. */
    void requestKeyFrame() {
        requestKeyFrame(latestNs);
    }

    @Override
    public void end() {
        isEnded = true;
    }
}
