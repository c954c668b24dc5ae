package org.starbridge.bridge.hls;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.tap.StreamSink;
import org.starbridge.bridge.transcode.Transcoder;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler;
import org.starbridge.recording.frame.PacketOrder;
import org.starbridge.recording.hls.TrackClock;

/**
 * Gives one participant's VP8 to a {@link Transcoder}: the highest encoding that sends, from its key frame on. The
 * thread of the taps.
 */
final class TranscodedVideo {
    /** An encoding without a frame for so long has stopped. */
    private static final long SILENCE_NS = 1_000_000_000;

    private static final long REQUEST_PAUSE_NS = 300_000_000;

    private final long originNs;
    private final List<Encoding> encodings = new ArrayList<>();
    private @Nullable Transcoder transcoder;
    private int current = -1;
    private long currentNs;
    private long requestedNs = Long.MIN_VALUE / 2;

    TranscodedVideo(long originNs) {
        this.originNs = originNs;
    }

    /** Where frames go. */
    void to(Transcoder target) {
        transcoder = target;
    }

    /** Takes the packets of one encoding, 0 is the lowest. */
    StreamSink open(int encoding, TrackClock clock, Runnable requestKeyFrame) {
        Encoding opened = new Encoding(encoding, clock, requestKeyFrame);
        encodings.add(opened);
        return opened;
    }

    /** The transcoder needs a key frame. */
    void requestKeyFrame() {
        encodings.stream()
                .filter(each -> current < 0 || each.encoding == current)
                .forEach(each -> each.requestKeyFrame.run());
    }

    private final class Encoding implements StreamSink, FrameAssembler.Sink {
        private final int encoding;
        private final TrackClock clock;
        private final Runnable requestKeyFrame;
        private final PacketOrder order = new PacketOrder();
        private final FrameAssembler assembler = new FrameAssembler(Codec.VP8, this);
        private boolean isEnded;
        private long lastArrivalNs;

        Encoding(int encoding, TrackClock clock, Runnable requestKeyFrame) {
            this.encoding = encoding;
            this.clock = clock;
            this.requestKeyFrame = requestKeyFrame;
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
            clock.onReport(ntp64, rtpTimestamp, arrivalNs);
        }

        @Override
        public void onFrame(FrameAssembler.Frame frame) {
            long atNs = clock.timeNs(frame.timestamp(), frame.arrivalNs()) - originNs;
            boolean isBetter = encoding > current || frame.arrivalNs() - currentNs > SILENCE_NS;
            if (encoding != current && isBetter) {
                if (!frame.isKeyFrame()) {
                    onKeyFrameNeeded();
                    return;
                }
                current = encoding;
            }
            Transcoder target = transcoder;
            if (encoding == current && target != null) {
                currentNs = frame.arrivalNs();
                target.onVideo(atNs, frame.data(), frame.isKeyFrame());
            }
        }

        @Override
        public void onGap(long packets) {}

        @Override
        public void onKeyFrameNeeded() {
            if (lastArrivalNs - requestedNs >= REQUEST_PAUSE_NS) {
                requestedNs = lastArrivalNs;
                requestKeyFrame.run();
            }
        }

        @Override
        public void end() {
            isEnded = true;
        }
    }
}
