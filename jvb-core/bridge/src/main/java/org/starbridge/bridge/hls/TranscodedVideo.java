package org.starbridge.bridge.hls;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.tap.StreamSink;
import org.starbridge.bridge.transcode.Transcoder;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.PacketOrder;

/**
 * Gives one participant's VP8 to a {@link Transcoder}: the highest encoding that sends, from its key frame on. The
 * thread of the taps.
 */
final class TranscodedVideo {
    /** An encoding without a frame for so long has stopped. */
    private static final long SILENCE_NS = 1_000_000_000;

    private final List<Encoding> encodings = new ArrayList<>();
    private @Nullable Transcoder transcoder;
    private int current = -1;
    private long currentNs;

    /** One encoding, 0 is the lowest. */
    private record Encoding(int number, FrameFeed feed) {}

    /** Sets the transcoder to which frames go. */
    void to(Transcoder target) {
        transcoder = target;
    }

    /** Takes the packets of one encoding, 0 is the lowest. */
    StreamSink open(int encoding, FrameFeed.TimeLine line, Runnable requestKeyFrame) {
        FrameFeed feed = new FrameFeed(
                Codec.VP8, new PacketOrder(), line, requestKeyFrame, (atNs, frame) -> onFrame(encoding, atNs, frame));
        encodings.removeIf(each -> each.number == encoding);
        encodings.add(new Encoding(encoding, feed));
        return feed;
    }

    /** The transcoder needs a key frame. */
    void requestKeyFrame() {
        encodings.stream()
                .filter(each -> current < 0 || each.number == current)
                .forEach(each -> each.feed.requestKeyFrame());
    }

    private void onFrame(int encoding, long atNs, Frame frame) {
        boolean isBetter = encoding > current || frame.arrivalNs() - currentNs > SILENCE_NS;
        if (encoding != current && isBetter) {
            if (!frame.isKeyFrame()) {
                encodings.stream().filter(each -> each.number == encoding).forEach(each -> each.feed.requestKeyFrame());
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
}
