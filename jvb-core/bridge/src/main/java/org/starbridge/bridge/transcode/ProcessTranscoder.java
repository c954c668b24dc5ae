package org.starbridge.bridge.transcode;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.TrackFormat;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Transcodes media in a process that is started again when it ends: after a second at first, then after twice as long
 * each time, up to half a minute. Owned by one thread; times are nanoseconds since the program's origin.
 */
final class ProcessTranscoder implements Transcoder {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessTranscoder.class);
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long LONGEST_PAUSE_NS = 30 * SECOND_NS;
    /** A process that ran for so long was no failed attempt. */
    private static final long GOOD_RUN_NS = 60 * SECOND_NS;
    /** A process from which nothing came for so long, while it was fed, is ended. */
    private static final long SILENCE_NS = 10 * SECOND_NS;

    private static final long REPORT_NS = 5 * SECOND_NS;
    /** Time without a picture after which the process may lack a key frame. */
    private static final long NO_PICTURE_NS = 3 * SECOND_NS;

    /**
     * Lead of the time line's zero before the first of what comes; what leaves the process is on the same time line.
     */
    private static final long LEAD_NS = 10 * SECOND_NS;
    /** An AAC frame is 1024 samples; FLV has milliseconds. */
    private static final long AAC_NS = 1024 * SECOND_NS / 48_000;

    private static final long AAC_TOLERANCE_NS = 40_000_000;

    private final Ffmpeg ffmpeg;
    private final Job job;
    private final Sink sink;
    private final SharedCounters<TranscodeCounter> counters;
    private final Runnable onClosed;
    private @Nullable CompletableFuture<TranscodeProcess> starting;
    private @Nullable TranscodeProcess running;
    private boolean isFed;
    /** Streams of sound begin here, so that they are mixed as they were together. */
    private long fedNs;

    private boolean awaitsKeyFrame = true;
    private int failures;
    private long nextStartNs = Long.MIN_VALUE;
    private long startedNs;
    private long zeroNs;
    private long heardNs;
    private long reportedNs;
    private long pictureNs;
    private long nextAudioNs = Long.MIN_VALUE / 2;

    /** @param onClosed called when it is closed */
    ProcessTranscoder(Ffmpeg ffmpeg, Job job, Sink sink, SharedCounters<TranscodeCounter> counters, Runnable onClosed) {
        this.ffmpeg = ffmpeg;
        this.job = job;
        this.sink = sink;
        this.counters = counters;
        this.onClosed = onClosed;
    }

    @Override
    public void onVideo(long atNs, byte[] frame, boolean isKeyFrame) {
        RtpFeed feed = running == null ? null : running.video();
        if (!isFed || feed == null || (awaitsKeyFrame && !isKeyFrame)) {
            if (isFed) {
                sink.onKeyFrameNeeded();
            }
            return;
        }
        awaitsKeyFrame = false;
        try {
            awaitsKeyFrame = !feed.vp8(atNs, frame);
        } catch (IOException _) {
            awaitsKeyFrame = true;
        }
        if (awaitsKeyFrame) {
            counters.increment(TranscodeCounter.DROPPED);
        }
    }

    @Override
    public void onAudio(int sound, long atNs, byte[] packet) {
        TranscodeProcess process = running;
        if (isFed && process != null && atNs >= fedNs) {
            try {
                process.sounds().get(sound).opus(atNs, packet);
            } catch (IOException _) {
                // Sound has a gap.
            }
        }
    }

    /** Takes what came back, and looks after the process. */
    @Override
    public void poll(long nowNs) {
        TranscodeProcess process = running;
        if (process == null) {
            start(nowNs);
            return;
        }
        try {
            feed(process, nowNs);
        } catch (IOException e) {
            LOG.debug("writing to a transcoding process failed", e);
        }
        for (FlvReader.Tag tag = process.poll(); tag != null; tag = process.poll()) {
            heardNs = nowNs;
            pictureNs = tag.format() == null ? pictureNs : nowNs;
            take(tag);
        }
        if (isFed && job.hasVideo() && nowNs - pictureNs > NO_PICTURE_NS) {
            pictureNs = nowNs;
            sink.onKeyFrameNeeded();
        }
        boolean isStuck = nowNs - heardNs > SILENCE_NS;
        if (process.isEnded() || isStuck) {
            LOG.warn(
                    "a transcoding process {}: {}",
                    isStuck ? "no output for 10 s" : "ended",
                    String.join("; ", process.complaints()));
            failures = nowNs - startedNs > GOOD_RUN_NS ? 0 : failures;
            fail(nowNs);
        }
    }

    private void start(long nowNs) {
        CompletableFuture<TranscodeProcess> pending = starting;
        if (pending == null && nowNs >= nextStartNs) {
            starting = new CompletableFuture<>();
            CompletableFuture<TranscodeProcess> started = starting;
            Thread.startVirtualThread(() -> {
                try {
                    started.complete(TranscodeProcess.start(ffmpeg, job));
                } catch (IOException | RuntimeException e) {
                    started.completeExceptionally(e);
                }
            });
        } else if (pending != null && pending.isDone()) {
            starting = null;
            if (pending.isCompletedExceptionally()) {
                LOG.warn("a transcoding process failed to start", pending.exceptionNow());
                fail(nowNs);
            } else {
                counters.increment(TranscodeCounter.STARTED);
                running = pending.resultNow();
                isFed = false;
                startedNs = nowNs;
                heardNs = nowNs;
                zeroNs = nowNs - LEAD_NS;
            }
        }
    }

    private void feed(TranscodeProcess process, long nowNs) throws IOException {
        if (!isFed) {
            isFed = process.isHeard(zeroNs);
            fedNs = nowNs;
            awaitsKeyFrame = true;
            reportedNs = nowNs;
            pictureNs = nowNs;
            if (isFed && job.hasVideo()) {
                sink.onKeyFrameNeeded();
            }
        } else if (nowNs - reportedNs > REPORT_NS) {
            reportedNs = nowNs;
            process.report(nowNs);
        }
    }

    private void take(FlvReader.Tag tag) {
        long atNs = zeroNs + (tag.timeMs() & 0xFFFFFFFFL) * 1_000_000L;
        TrackFormat format = tag.format();
        if (format != null) {
            counters.increment(TranscodeCounter.FRAMES);
            sink.onVideo(
                    atNs,
                    new Frame(tag.data(), tag.timeMs(), atNs, tag.isKeyFrame(), tag.isKeyFrame() ? format : null));
        } else {
            long exactNs = Math.abs(atNs - nextAudioNs) < AAC_TOLERANCE_NS ? nextAudioNs : atNs;
            nextAudioNs = exactNs + AAC_NS;
            sink.onAudio(exactNs, tag.data());
        }
    }

    private void fail(long nowNs) {
        counters.increment(TranscodeCounter.FAILED);
        stop();
        nextStartNs = nowNs + Math.min(LONGEST_PAUSE_NS, SECOND_NS << Math.min(failures, 10));
        failures++;
    }

    private void stop() {
        TranscodeProcess process = running;
        running = null;
        isFed = false;
        if (process != null) {
            process.close();
        }
    }

    @Override
    public void close() {
        stop();
        CompletableFuture<TranscodeProcess> pending = starting;
        if (pending != null) {
            var _ = pending.thenAccept(TranscodeProcess::close);
        }
        onClosed.run();
    }
}
