package org.starbridge.bridge.recording;

import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.tap.StreamSink;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.FrameAssembler.Frame;
import org.starbridge.recording.frame.PacketOrder;
import org.starbridge.recording.frame.TrackFormat;
import org.starbridge.recording.matroska.MatroskaTrack;
import org.starbridge.recording.time.SenderClock;
import org.starbridge.recording.time.TimedFrames;

/** Records one encoding of one source. A file ends and another one begins when the format changes. One thread. */
final class TrackRecorder implements StreamSink, TimedFrames.Sink {
    private static final long KEY_FRAME_REQUEST_NS = 500_000_000;

    private final Track track;
    private final Codec codec;
    private final int clockRateHz;
    private final TimedFrames frames;
    private @Nullable MatroskaTrack file;
    private DiskWriter.@Nullable Output output;
    private @Nullable TrackFormat format;
    private long lastArrivalNs;
    private boolean awaitsKeyFrame;
    private long keyFrameAskedNs = Long.MIN_VALUE / 2;

    /**
     * Source of a recorded track, and its destination.
     *
     * @param endpointId who sends it
     * @param source the source's name
     * @param encoding which of its encodings, 0 is the lowest
     * @param clock shared by the tracks of one sender
     */
    record Track(
            String endpointId,
            String source,
            int encoding,
            RecordingFolder folder,
            SenderClock clock,
            Runnable requestKeyFrame) {}

    TrackRecorder(Track track, Codec codec, int clockRateHz) {
        this.track = track;
        this.codec = codec;
        this.clockRateHz = clockRateHz;
        frames = new TimedFrames(codec, new PacketOrder(), clockRateHz, track.clock(), this);
    }

    @Override
    public void onPacket(PacketOrder.Packet packet) {
        lastArrivalNs = packet.arrivalNs();
        frames.onPacket(packet);
    }

    @Override
    public void onTick(long nowNs) {
        frames.onTick(nowNs);
    }

    @Override
    public void onSenderReport(long ntp64, int rtpTimestamp, long arrivalNs) {
        frames.onSenderReport(ntp64, rtpTimestamp, arrivalNs);
        DiskWriter.Output open = output;
        if (open != null) {
            double seconds = (ntp64 >>> 32) - 2_208_988_800L + (ntp64 & 0xFFFFFFFFL) / 0x1p32;
            track.folder()
                    .events()
                    .add(
                            arrivalNs,
                            "clock",
                            "file",
                            open.name(),
                            "rtpTimestamp",
                            rtpTimestamp & 0xFFFFFFFFL,
                            "unixSeconds",
                            seconds);
        }
    }

    @Override
    public void onFrame(long timeNs, Frame frame) {
        if (awaitsKeyFrame && !frame.isKeyFrame()) {
            onKeyFrameNeeded();
            return;
        }
        awaitsKeyFrame = false;
        TrackFormat told = frame.format();
        if (told != null && !told.equals(format)) {
            closeFile();
            begin(told, frame);
        }
        MatroskaTrack open = file;
        if (open != null) {
            write(open.add(track.folder().events().timeMs(timeNs), frame.isKeyFrame(), frame.data()));
        }
    }

    private void begin(TrackFormat told, Frame frame) {
        format = told;
        MatroskaTrack opened = new MatroskaTrack(
                told,
                track.endpointId() + " " + track.source() + " " + track.encoding(),
                track.folder().startedAtMs());
        DiskWriter.Output made = track.folder()
                .file(
                        track.endpointId() + "-" + track.source() + "-" + track.encoding(),
                        MatroskaTrack.extension(codec));
        file = opened;
        output = made;
        made.begin(opened.header());
        track.folder()
                .events()
                .add(
                        frame.arrivalNs(),
                        "file",
                        "file",
                        made.name(),
                        "endpoint",
                        track.endpointId(),
                        "source",
                        track.source(),
                        "encoding",
                        track.encoding(),
                        "codec",
                        codec.name(),
                        "width",
                        told.width(),
                        "height",
                        told.height(),
                        "clockRate",
                        clockRateHz,
                        "rtpTimestamp",
                        frame.timestamp() & 0xFFFFFFFFL);
    }

    private void write(byte[] cluster) {
        MatroskaTrack open = file;
        DiskWriter.Output written = output;
        if (open != null && written != null && cluster.length > 0 && !written.append(cluster)) {
            open.onLost(cluster);
            awaitsKeyFrame = codec.isVideo();
            track.folder().counters().increment(RecordingCounter.GAPS_DISK);
            track.folder().counters().add(RecordingCounter.DROPPED_BYTES, cluster.length);
            gap("disk", cluster.length);
        }
    }

    @Override
    public void onGap(long packets) {
        track.folder().counters().increment(RecordingCounter.GAPS_PACKETS);
        gap("packets", packets);
    }

    private void gap(String what, long count) {
        DiskWriter.Output open = output;
        if (open != null) {
            track.folder().events().add(lastArrivalNs, "gap", "file", open.name(), what, count);
        }
    }

    @Override
    public void onKeyFrameNeeded() {
        if (lastArrivalNs - keyFrameAskedNs > KEY_FRAME_REQUEST_NS) {
            keyFrameAskedNs = lastArrivalNs;
            track.requestKeyFrame().run();
        }
    }

    @Override
    public void end() {
        frames.end();
        closeFile();
    }

    private void closeFile() {
        MatroskaTrack open = file;
        DiskWriter.Output written = output;
        if (open != null && written != null) {
            write(open.end());
            boolean hasIndex = written.append(open.index());
            written.end(hasIndex ? open.finalHeader() : open.header());
        }
        file = null;
        output = null;
        format = null;
    }
}
