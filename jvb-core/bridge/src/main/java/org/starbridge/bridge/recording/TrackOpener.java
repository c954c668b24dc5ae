package org.starbridge.bridge.recording;

import org.starbridge.bridge.tap.StreamSink;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.time.SenderClock;

/** Records each stream of one endpoint as a track. One thread. */
final class TrackOpener implements StreamSink.Opener {
    private final String endpointId;
    private final RecordingFolder folder;
    private final SenderClock clock = new SenderClock();

    TrackOpener(String endpointId, RecordingFolder folder) {
        this.endpointId = endpointId;
        this.folder = folder;
    }

    @Override
    public StreamSink open(Stream declared, Codec codec, int clockRateHz, Runnable requestKeyFrame) {
        TrackRecorder.Track track = new TrackRecorder.Track(
                endpointId, declared.sourceName(), declared.encoding(), folder, clock, requestKeyFrame);
        return new TrackRecorder(track, codec, clockRateHz);
    }

    @Override
    public void onChanged(Stream before, Stream now) {
        if (before.muted() != now.muted()) {
            folder.events()
                    .add(
                            System.nanoTime(),
                            now.muted() ? "mute" : "unmute",
                            "endpoint",
                            endpointId,
                            "source",
                            now.sourceName());
        }
    }

    @Override
    public void onDropped(long packets) {
        folder.counters().increment(RecordingCounter.GAPS_QUEUE);
        folder.counters().add(RecordingCounter.DROPPED_PACKETS, packets);
        folder.events().add(System.nanoTime(), "gap", "endpoint", endpointId, "queue", packets);
    }
}
