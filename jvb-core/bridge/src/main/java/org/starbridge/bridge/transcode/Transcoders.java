package org.starbridge.bridge.transcode;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.transport.counters.SharedCounters;

/** All transcoding of the bridge, whose number is bounded. Any thread. */
public final class Transcoders {
    private static final Logger LOG = LoggerFactory.getLogger(Transcoders.class);

    /** So many participants are mixed at the same time: the loudest three, as conferences are heard, and one more. */
    private static final int SOUNDS = 4;

    private final TranscodeConfig config;
    private final Transcoder.@Nullable Factory factory;
    private final SharedCounters<TranscodeCounter> counters;
    private final AtomicInteger open = new AtomicInteger();

    private Transcoders(
            TranscodeConfig config, Transcoder.@Nullable Factory factory, SharedCounters<TranscodeCounter> counters) {
        this.config = config;
        this.factory = factory;
        this.counters = counters;
    }

    /** Those of a factory, whether the configuration enables transcoding or not. */
    public static Transcoders of(TranscodeConfig config, Transcoder.Factory factory) {
        return new Transcoders(config, factory, new SharedCounters<>(TranscodeCounter.class));
    }

    /**
     * Looks for the program, if transcoding is enabled.
     *
     * @throws org.starbridge.bridge.config.reader.ConfigException if there is no usable program
     */
    public static Transcoders start(TranscodeConfig config) {
        SharedCounters<TranscodeCounter> counters = new SharedCounters<>(TranscodeCounter.class);
        if (!config.enabled()) {
            return new Transcoders(config, null, counters);
        }
        Ffmpeg ffmpeg = Ffmpeg.find(config);
        LOG.info("HLS transcoding is enabled, by {}", ffmpeg.version());
        return new Transcoders(
                config,
                (job, sink, onClosed) -> new ProcessTranscoder(ffmpeg, job, sink, counters, onClosed),
                counters);
    }

    /** Returns whether anything is transcoded. */
    public boolean isEnabled() {
        return factory != null;
    }

    /**
     * Begins to transcode; null if too much is transcoded, or nothing is to be.
     *
     * @param sounds how many streams of sound are mixed to one: 0 for a picture alone, to {@link #sounds}
     * @param hasVideo whether there is VP8
     */
    public @Nullable Transcoder open(int sounds, boolean hasVideo, Transcoder.Sink sink) {
        Transcoder.Factory found = factory;
        if (found == null) {
            return null;
        }
        if (open.incrementAndGet() > config.maxProcesses()) {
            open.decrementAndGet();
            counters.increment(TranscodeCounter.REFUSED);
            return null;
        }
        return found.open(new Transcoder.Job(sounds, hasVideo), sink, open::decrementAndGet);
    }

    /** Returns whether all sound is to be AAC. */
    public boolean isAacForAll() {
        return isEnabled() && config.aac();
    }

    /** Returns whether the sound of a room is that of all who speak. */
    public boolean isMixing() {
        return isEnabled() && config.mixAudio();
    }

    /** Returns the number of participants that are mixed at the same time. */
    public int sounds() {
        return SOUNDS;
    }

    /** Returns the number of open transcoders. */
    public int count() {
        return open.get();
    }

    /** Returns the counters. */
    public SharedCounters<TranscodeCounter> counters() {
        return counters;
    }
}
