package org.starbridge.bridge.hls;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.tap.EndpointTap;
import org.starbridge.bridge.tap.ObservedMediaPlane;
import org.starbridge.bridge.tap.StreamSink;
import org.starbridge.bridge.transcode.Transcoder;
import org.starbridge.bridge.transcode.Transcoders;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler;
import org.starbridge.recording.frame.PacketOrder;
import org.starbridge.recording.hls.AudioLine;
import org.starbridge.recording.hls.Program;
import org.starbridge.recording.time.SenderClock;
import org.starbridge.transport.counters.SharedCounters;

/** The source that a program shows, from the tap of its endpoint. The thread of the taps. */
final class SourceTap implements StreamSink.Opener {
    /** Codecs that MP4 cannot carry in a form that browsers read. */
    private static final Set<Codec> UNUSABLE = Set.of(Codec.VP8);

    private final ShownSource source;
    private final @Nullable TranscodedVideo transcoded;
    private final @Nullable Transcoder transcoder;
    private final Output output;
    private final SenderClock sender = new SenderClock();
    /** By the SSRC as declared. */
    private final Map<Integer, VideoFeed> feeds = new HashMap<>();

    private final RenditionChoice choice;
    private final EndpointTap tap;
    private @Nullable FrameFeed audio;
    private final boolean isRefused;
    private boolean isUnusable;
    private boolean isEnded;

    /**
     * Output of the source.
     *
     * @param audio of its sound; null if its sound comes from elsewhere
     * @param originNs time 0 of the program on the local clock
     */
    record Output(Program program, @Nullable AudioLine audio, long originNs, SharedCounters<HlsCounter> counters) {}

    /**
     * One that is not attached yet.
     *
     * @param hasVp8 whether its video is to be transcoded; its sound is if the program's is AAC
     */
    SourceTap(
            ShownSource source,
            ObservedMediaPlane.Known endpoint,
            Output output,
            Transcoders transcoders,
            boolean hasVp8) {
        this.source = source;
        this.output = output;
        boolean isMeant = hasVp8 || isAac();
        transcoded = hasVp8 ? new TranscodedVideo() : null;
        transcoder = isMeant ? transcoders.open(output.audio() == null ? 0 : 1, hasVp8, new Transcoded()) : null;
        isRefused = isMeant && transcoder == null;
        if (transcoded != null && transcoder != null) {
            transcoded.to(transcoder);
        }
        choice = new RenditionChoice(source.videos().size(), output.program().videoRenditions());
        tap = new EndpointTap(endpoint, this);
        tap.update(source.transport());
    }

    ShownSource source() {
        return source;
    }

    /** The same source; its endpoint may declare other streams beside it. */
    void update(ShownSource same) {
        tap.update(same.transport());
    }

    private boolean isAac() {
        return output.audio() != null && output.program().audioFormat().equals(Program.AAC);
    }

    /** Returns whether it sends video that cannot be in HLS and is not transcoded. */
    boolean isUnusable() {
        return isUnusable;
    }

    /** Returns whether it would be transcoded if not too much were. */
    boolean isRefused() {
        return isRefused;
    }

    /** Opus of the {@link AudioLine}, which has no gaps. */
    void onAudio(long atNs, byte[] packet) {
        if (transcoder != null) {
            transcoder.onAudio(0, atNs, packet);
        }
    }

    /** Sink for what comes back from the transcoder. */
    private final class Transcoded implements Transcoder.Sink {
        @Override
        public void onVideo(long atNs, FrameAssembler.Frame frame) {
            output.counters().increment(HlsCounter.FRAMES);
            for (int i = 0; i < output.program().videoRenditions(); i++) {
                output.program().onVideo(i, atNs, frame);
            }
        }

        @Override
        public void onAudio(long atNs, byte[] frame) {
            if (isAac()) {
                output.program().onAudio(atNs, frame);
            }
        }

        @Override
        public void onKeyFrameNeeded() {
            if (transcoded != null) {
                transcoded.requestKeyFrame();
            }
        }
    }

    void poll(long nowNs) {
        tap.poll(nowNs);
        if (isEnded) {
            return;
        }
        feeds.values().forEach(feed -> feed.tick(nowNs));
        if (transcoder != null) {
            transcoder.poll(nowNs - output.originNs());
        }
    }

    /** The source is not shown any more: {@link #poll} until it {@link #isClosed}. */
    void end() {
        feeds.values().forEach(VideoFeed::end);
        feeds.clear();
        if (audio != null) {
            audio.end();
        }
        tap.end();
        if (transcoder != null && !isEnded) {
            transcoder.close();
        }
        isEnded = true;
    }

    boolean isClosed() {
        return tap.isClosed();
    }

    @Override
    public StreamSink open(Stream declared, Codec codec, int clockRateHz, Runnable requestKeyFrame) {
        int encoding = source.videos().indexOf(declared.ssrc());
        AudioLine line = output.audio();
        if (!isEnded
                && line != null
                && codec == Codec.OPUS
                && Integer.valueOf(declared.ssrc()).equals(source.audio())) {
            audio = new FrameFeed(
                    Codec.OPUS,
                    new PacketOrder(),
                    timeLine(clockRateHz),
                    requestKeyFrame,
                    (atNs, frame) -> line.onPacket(atNs, frame.data()));
            return audio;
        }
        if (!isEnded && transcoded != null && encoding >= 0 && codec == Codec.VP8) {
            isUnusable |= transcoder == null;
            return transcoded.open(encoding, timeLine(clockRateHz), requestKeyFrame);
        }
        isUnusable |= encoding >= 0 && UNUSABLE.contains(codec);
        if (isEnded || encoding < 0 || !codec.isVideo() || UNUSABLE.contains(codec)) {
            return new IgnoredStream();
        }
        VideoFeed feed = new VideoFeed(
                new VideoFeed.Target(output.program(), choice, encoding, output.originNs(), output.counters()),
                codec,
                timeLine(clockRateHz),
                requestKeyFrame);
        feeds.put(declared.ssrc(), feed);
        return feed.sink();
    }

    private FrameFeed.TimeLine timeLine(int clockRateHz) {
        return new FrameFeed.TimeLine(clockRateHz, sender, output.originNs());
    }

    @Override
    public void onDropped(long packets) {
        output.counters().increment(HlsCounter.GAPS);
    }
}
