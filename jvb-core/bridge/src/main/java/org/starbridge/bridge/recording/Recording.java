package org.starbridge.bridge.recording;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.tap.EndpointTap;
import org.starbridge.bridge.tap.ObservedMediaPlane;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Transport;

/** One recording of one conference. One thread. */
final class Recording {
    private final String conferenceId;
    private final String meetingId;
    private final RecordingFolder folder;
    private final ObservedMediaPlane media;
    /** By the endpoint's key. */
    private final Map<Integer, EndpointTap> taps = new HashMap<>();

    private long tableVersion = -1;
    private boolean isEnding;
    private boolean isClosed;
    private String reason = "";
    private @Nullable String speaker;

    Recording(String conferenceId, String meetingId, RecordingFolder folder, ObservedMediaPlane media) {
        this.conferenceId = conferenceId;
        this.meetingId = meetingId;
        this.folder = folder;
        this.media = media;
        folder.events()
                .add(
                        folder.events().startedNs(),
                        "start",
                        "meetingId",
                        meetingId,
                        "unixSeconds",
                        folder.startedAtMs() / 1e3);
    }

    String conferenceId() {
        return conferenceId;
    }

    String meetingId() {
        return meetingId;
    }

    RecordingFolder folder() {
        return folder;
    }

    /** Returns the reason why it ended; empty while it goes on. */
    String reason() {
        return reason;
    }

    /** Takes in who sends now, and what they sent. */
    void poll(long nowNs) {
        ForwardingTable table = media.table(conferenceId);
        if (table == null) {
            end("the conference has ended");
        } else if (!isEnding && table.version() != tableVersion) {
            tableVersion = table.version();
            update(table, nowNs);
        }
        DiskWriter.Failure failure = folder.failure();
        if (failure != null && !isEnding) {
            folder.counters().increment(failure.error());
            end(failure.sentence());
        }
        taps.values().forEach(tap -> tap.poll(nowNs));
        taps.values().removeIf(EndpointTap::isClosed);
        if (isEnding && taps.isEmpty() && !isClosed) {
            isClosed = true;
            folder.events().add(nowNs, "end", "reason", reason);
            folder.end();
        }
    }

    private void update(ForwardingTable table, long nowNs) {
        Map<Integer, Transport> sending = new HashMap<>();
        for (Transport transport : table.transports()) {
            if (!transport.streams().isEmpty()) {
                sending.put(transport.endpointKey(), transport);
            }
        }
        taps.forEach((key, tap) -> {
            if (!sending.containsKey(key)) {
                tap.end();
            }
        });
        sending.forEach((key, transport) -> {
            EndpointTap tap = taps.get(key);
            ObservedMediaPlane.Known sender = tap == null ? media.endpoint(key) : null;
            if (sender != null) {
                tap = new EndpointTap(sender, new TrackOpener(sender.id(), folder));
                taps.put(key, tap);
                folder.events().add(nowNs, "join", "endpoint", sender.id());
            }
            if (tap != null) {
                tap.update(transport);
            }
        });
    }

    /** Another endpoint is the dominant speaker; null if none is. */
    void onSpeaker(@Nullable String endpointId, long nowNs) {
        if (endpointId != null && !endpointId.equals(speaker)) {
            speaker = endpointId;
            folder.events().add(nowNs, "speaker", "endpoint", endpointId);
        }
    }

    /** Ends it; {@link #poll} until it {@link #isClosed}. */
    void end(String why) {
        if (!isEnding) {
            isEnding = true;
            reason = why;
            taps.values().forEach(EndpointTap::end);
        }
    }

    boolean isEnding() {
        return isEnding;
    }

    boolean isClosed() {
        return isClosed;
    }
}
