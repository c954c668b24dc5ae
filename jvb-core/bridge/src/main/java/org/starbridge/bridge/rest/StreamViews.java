package org.starbridge.bridge.rest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.participant.EndpointDetails;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.api.StreamStats;

/** Streams and layers of one endpoint, as JSON-like maps. */
final class StreamViews {
    private StreamViews() {}

    static Map<String, Object> of(EndpointDetails details) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put(
                "receiver",
                details.streams().incoming().stream().map(StreamViews::incoming).toList());
        view.put(
                "sender",
                details.streams().outgoing().stream().map(StreamViews::outgoing).toList());
        Map<String, Object> layers = new LinkedHashMap<>();
        details.layers().forEach((ssrc, snapshot) -> layers.put(Integer.toUnsignedString(ssrc), layers(snapshot)));
        view.put("layers", layers);
        view.put("slots", details.slots().stream().map(StreamViews::slot).toList());
        return view;
    }

    private static Map<String, @Nullable Object> slot(EndpointDetails.Slot slot) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("kind", slot.kind().name().toLowerCase(Locale.ROOT));
        view.put("source", slot.source());
        view.put("ssrc", Integer.toUnsignedLong(slot.ssrc()));
        if (slot.kind() == MediaKind.VIDEO) {
            view.put("rtx_ssrc", Integer.toUnsignedLong(slot.retransmissionSsrc()));
        }
        view.put("mid", slot.mid());
        return view;
    }

    private static Map<String, Object> incoming(StreamStats.Incoming stream) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("source", stream.sourceName());
        view.put("ssrc", Integer.toUnsignedLong(stream.ssrc()));
        view.put("kind", stream.kind().name().toLowerCase(Locale.ROOT));
        view.put("use", stream.use().name().toLowerCase(Locale.ROOT));
        view.put("media_ssrc", Integer.toUnsignedLong(stream.original()));
        view.put("encoding", stream.encoding());
        view.put("codec", stream.codec());
        view.put("bytes", stream.bytes());
        view.put("packets", stream.packets());
        view.put("lost", stream.lost());
        view.put("packets_asked_for", stream.askedFor());
        view.put("key_frames", stream.keyFrames());
        view.put("key_frame_requests", stream.keyFrameRequests());
        return view;
    }

    private static Map<String, Object> outgoing(StreamStats.Outgoing stream) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("ssrc", Integer.toUnsignedLong(stream.ssrc()));
        view.put("kind", stream.kind().name().toLowerCase(Locale.ROOT));
        view.put("source", stream.sourceName());
        view.put("encoding", stream.encoding());
        view.put("packets", stream.packets());
        view.put("payload_bytes", stream.payloadBytes());
        return view;
    }

    private static List<Map<String, Object>> layers(LayersSnapshot snapshot) {
        return snapshot.layers().stream().map(StreamViews::layer).toList();
    }

    private static Map<String, Object> layer(LayersSnapshot.Layer layer) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("index", layer.id());
        view.put("encoding", layer.encoding());
        view.put("spatial", layer.spatialLayer());
        view.put("temporal", layer.temporalLayer());
        view.put("active", layer.isActive());
        view.put("height", layer.height());
        view.put("frames_per_second", layer.framesPerSecond());
        view.put("received_frames_per_second", layer.receivedFramesPerSecond());
        view.put("bps", layer.bitrateBps());
        view.put("target_bps", layer.targetBps());
        return view;
    }
}
