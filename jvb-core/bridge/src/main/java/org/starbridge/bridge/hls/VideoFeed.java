package org.starbridge.bridge.hls;

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
     * Target of frames.
     *
     * @param choice which encoding each rendition shows
     * @param encoding which one of its source it is, 0 is the lowest
     * @param originNs time 0 of the program on the local clock
     */
    record Target(
            Program program, RenditionChoice choice, int encoding, long originNs, SharedCounters<HlsCounter> counters)
            implements FrameFeed.Sink {
        @Override
        public void onFrame(long atNs, Frame frame) {
            counters.increment(HlsCounter.FRAMES);
            choice.onFrame(encoding, frame.arrivalNs());
            for (int rendition = 0; rendition < choice.renditions(); rendition++) {
                if (choice.takes(rendition, encoding, frame.isKeyFrame(), frame.arrivalNs())) {
                    program.onVideo(rendition, atNs, frame);
                }
            }
        }

        boolean isKeyFrameDue(long nowNs) {
            for (int rendition = 0; rendition < choice.renditions(); rendition++) {
                boolean isDue = choice.shows(rendition, encoding) && program.isKeyFrameDue(rendition, nowNs - originNs);
                if (isDue || choice.awaits(rendition, encoding, nowNs)) {
                    return true;
                }
            }
            return false;
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

    /** Returns the sink of packets. */
    StreamSink sink() {
        return feed;
    }

    /** Time went on. */
    void tick(long nowNs) {
        if (target.isKeyFrameDue(nowNs)) {
            feed.requestKeyFrame(nowNs);
        }
    }

    void end() {
        feed.end();
    }
}
