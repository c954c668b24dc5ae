package org.starbridge.bridge.transcode;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.transport.counters.SharedCounters;

/** All transcoding of the bridge, whose number is bounded. Any thread. */
public final class Transcoders {
    private static final Logger LOG = LoggerFactory.getLogger(Transcoders.class);

    private final TranscodeConfig config;
    private final @Nullable Ffmpeg ffmpeg;
    private final SharedCounters<TranscodeCounter> counters = new SharedCounters<>(TranscodeCounter.class);
    private final AtomicInteger open = new AtomicInteger();

    private Transcoders(TranscodeConfig config, @Nullable Ffmpeg ffmpeg) {
        this.config = config;
        this.ffmpeg = ffmpeg;
    }

    /**
     * Looks for the program, if transcoding is enabled.
     *
     * @throws org.starbridge.bridge.config.reader.ConfigException if there is no usable program
     */
    public static Transcoders start(TranscodeConfig config) {
        if (!config.enabled()) {
            return new Transcoders(config, null);
        }
        Ffmpeg ffmpeg = Ffmpeg.find(config);
        LOG.info("HLS is transcoded where it cannot be avoided, by {}", ffmpeg.version());
        return new Transcoders(config, ffmpeg);
    }

    /** Whether anything is transcoded. */
    public boolean isEnabled() {
        return ffmpeg != null;
    }

    /**
     * Begins to transcode the media of one participant; null if too much is transcoded, or nothing is to be.
     *
     * @param hasVideo whether there is VP8 beside the sound
     */
    public @Nullable Transcoder open(boolean hasVideo, Transcoder.Sink sink) {
        Ffmpeg program = ffmpeg;
        if (program == null) {
            return null;
        }
        if (open.incrementAndGet() > config.maxProcesses()) {
            open.decrementAndGet();
            counters.increment(TranscodeCounter.REFUSED);
            return null;
        }
        return new Transcoder(this, program, hasVideo, sink);
    }

    void onClosed() {
        open.decrementAndGet();
    }

    /** Whether all sound is to be AAC. */
    public boolean isAacForAll() {
        return isEnabled() && config.aac();
    }

    /** How much is transcoded. */
    public int count() {
        return open.get();
    }

    /** What it did. */
    public SharedCounters<TranscodeCounter> counters() {
        return counters;
    }
}
