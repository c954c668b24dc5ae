package org.starbridge.bridge.hls;

import java.util.List;
import org.starbridge.bridge.tap.StreamSink;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.PacketOrder;
import org.starbridge.recording.hls.Program;
import org.starbridge.transport.counters.SharedCounters;

/** Puts the frames of one encoding into renditions, which need key frames at times. The thread of the taps. */
final class VideoFeed {
    private final Target target;
    private final FrameFeed feed;

    /**
     * Where frames go.
     *
     * @param renditions numbers of video renditions
     * @param originNs time 0 of the program on the local clock
     */
    record Target(Program program, List<Integer> renditions, long originNs, SharedCounters<HlsCounter> counters)
            implements FrameFeed.Sink {
        @Override
        public void onFrame(long atNs, Frame frame) {
            counters.increment(HlsCounter.FRAMES);
            for (int rendition : renditions) {
                program.onVideo(rendition, atNs, frame);
            }
        }

        @Override
        public void onGap(long packets) {
            counters.increment(HlsCounter.GAPS);
        }
    }

    VideoFeed(Target target, Codec codec, FrameFeed.TimeLine line, Runnable requestKeyFrame) {
        this.target = target;
        feed = new FrameFeed(codec, new PacketOrder(), line, requestKeyFrame, target);
    }

    /** Where packets go. */
    StreamSink sink() {
        return feed;
    }

    /** Time went on. */
    void tick(long nowNs) {
        for (int rendition : target.renditions()) {
            if (target.program().isKeyFrameDue(rendition, nowNs - target.originNs())) {
                feed.requestKeyFrame(nowNs);
                return;
            }
        }
    }

    void end() {
        feed.end();
    }
}
