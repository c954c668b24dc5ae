package org.starbridge.bridge.hls;

import java.util.List;
import org.starbridge.bridge.tap.StreamSink;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler;
import org.starbridge.recording.frame.PacketOrder;
import org.starbridge.recording.hls.Program;
import org.starbridge.recording.hls.TrackClock;
import org.starbridge.transport.counters.SharedCounters;

/** Puts the frames of one encoding into renditions, and asks for key frames. The thread of the taps. */
final class VideoFeed implements StreamSink, FrameAssembler.Sink {
    private static final long REQUEST_PAUSE_NS = 300_000_000;

    private final Target target;
    private final TrackClock clock;
    private final Runnable requestKeyFrame;
    private final PacketOrder order = new PacketOrder();
    private final FrameAssembler assembler;
    private boolean isEnded;
    private long requestedNs = Long.MIN_VALUE / 2;
    private long lastArrivalNs;

    /**
     * Where frames go.
     *
     * @param renditions numbers of video renditions
     * @param originNs time 0 of the program on the local clock
     */
    record Target(Program program, List<Integer> renditions, long originNs, SharedCounters<HlsCounter> counters) {}

    VideoFeed(Target target, Codec codec, TrackClock clock, Runnable requestKeyFrame) {
        this.target = target;
        this.clock = clock;
        this.requestKeyFrame = requestKeyFrame;
        assembler = new FrameAssembler(codec, this);
    }

    @Override
    public void onPacket(PacketOrder.Packet packet) {
        if (isEnded) {
            return;
        }
        lastArrivalNs = packet.arrivalNs();
        order.onPacket(packet, assembler);
    }

    @Override
    public void onSenderReport(long ntp64, int rtpTimestamp, long arrivalNs) {
        clock.onReport(ntp64, rtpTimestamp, arrivalNs);
    }

    @Override
    public void onFrame(FrameAssembler.Frame frame) {
        long atNs = clock.timeNs(frame.timestamp(), frame.arrivalNs()) - target.originNs();
        target.counters().increment(HlsCounter.FRAMES);
        for (int rendition : target.renditions()) {
            target.program().onVideo(rendition, atNs, frame);
        }
    }

    @Override
    public void onGap(long packets) {
        target.counters().increment(HlsCounter.GAPS);
    }

    @Override
    public void onKeyFrameNeeded() {
        request(lastArrivalNs);
    }

    /** Time went on. */
    void tick(long nowNs) {
        for (int rendition : target.renditions()) {
            if (target.program().isKeyFrameDue(rendition, nowNs - target.originNs())) {
                request(nowNs);
                return;
            }
        }
    }

    private void request(long nowNs) {
        if (nowNs - requestedNs >= REQUEST_PAUSE_NS) {
            requestedNs = nowNs;
            requestKeyFrame.run();
        }
    }

    @Override
    public void end() {
        isEnded = true;
    }
}
