package org.starbridge.bridge.recording;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.TapQueue;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.PacketOrder;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.RtpView;

/** The tracks of one endpoint, from its tap. One thread. */
final class EndpointTap implements TapQueue.Reader {
    /** 400 ms at 5 Mbit/s; it is read every 10 ms. */
    private static final int QUEUE_BYTES = 256 << 10;

    private static final int READ_LIMIT = 2000;

    private final ObservedMediaPlane.Known sender;
    private final RecordingFolder folder;
    private final TapQueue queue = new TapQueue(QUEUE_BYTES);
    private final RtpView rtp = new RtpView();
    /** By the SSRC as declared. */
    private final Map<Integer, OneStream> streams = new HashMap<>();

    private Map<Integer, PayloadType> payloadTypes = Map.of();
    private boolean isAttached;
    private boolean isUntapped;
    private boolean isEnding;
    private boolean isClosed;

    private static final class OneStream {
        Stream declared;
        int wireSsrc;

        @Nullable
        TrackRecorder track;

        OneStream(Stream declared) {
            this.declared = declared;
        }
    }

    EndpointTap(ObservedMediaPlane.Known sender, RecordingFolder folder) {
        this.sender = sender;
        this.folder = folder;
    }

    /** What the endpoint declares now. */
    void update(Transport transport, long nowNs) {
        payloadTypes = transport.payloadTypes();
        Map<Integer, Stream> declared = new HashMap<>();
        transport.streams().stream()
                .filter(stream -> stream.use() == Use.MEDIA)
                .forEach(stream -> declared.put(stream.ssrc(), stream));
        streams.entrySet().removeIf(entry -> {
            boolean isGone = !declared.containsKey(entry.getKey());
            if (isGone) {
                end(entry.getValue());
            }
            return isGone;
        });
        declared.forEach((ssrc, stream) -> {
            OneStream known = streams.computeIfAbsent(ssrc, _ -> new OneStream(stream));
            if (known.declared.muted() != stream.muted()) {
                folder.events()
                        .add(
                                nowNs,
                                stream.muted() ? "mute" : "unmute",
                                "endpoint",
                                sender.id(),
                                "source",
                                stream.sourceName());
            }
            known.declared = stream;
        });
    }

    /** Reads what came; also attaches and detaches the tap, which a busy worker may refuse at first. */
    void poll() {
        if (isClosed) {
            return;
        }
        if (!isAttached && !isEnding) {
            isAttached = sender.endpoint().tap(queue);
        }
        queue.read(this, READ_LIMIT);
        if (isAttached && isEnding && !isUntapped) {
            isUntapped = sender.endpoint().untap(queue);
        }
        if (isEnding && (queue.isDetached() || !isAttached)) {
            close();
        }
    }

    private void close() {
        queue.detach();
        queue.read(this, Integer.MAX_VALUE);
        streams.values().forEach(EndpointTap::end);
        streams.clear();
        queue.close();
        isClosed = true;
    }

    /** The endpoint left, or the recording ends: {@link #poll} until it {@link #isClosed}. */
    void end() {
        isEnding = true;
    }

    boolean isClosed() {
        return isClosed;
    }

    private static void end(OneStream stream) {
        TrackRecorder track = stream.track;
        stream.track = null;
        if (track != null) {
            track.end();
        }
    }

    @Override
    public void onPacket(int ssrc, int wireSsrc, long extSeq, long arrivalNs, long address, int lengthBytes) {
        OneStream stream = streams.get(ssrc);
        if (stream == null || rtp.wrap(address, lengthBytes) != null) {
            return;
        }
        PayloadType type = payloadTypes.get(rtp.payloadType());
        byte[] payload = Memory.copyOf(rtp.payloadAddress(), rtp.payloadLengthBytes());
        if (type != null && type.isRedundancy()) {
            payload = RedundantAudio.primary(payload);
        }
        TrackRecorder track = trackOf(stream, type, wireSsrc);
        if (track != null) {
            track.onPacket(new PacketOrder.Packet(
                    extSeq, arrivalNs, rtp.payloadType(), rtp.timestamp(), rtp.marker(), payload));
        }
    }

    private @Nullable TrackRecorder trackOf(OneStream stream, @Nullable PayloadType type, int wireSsrc) {
        TrackRecorder track = stream.track;
        Codec codec = type == null ? null : type.isRedundancy() ? Codec.OPUS : Codec.of(type.encoding());
        if (track != null && stream.wireSsrc == wireSsrc && (codec == null || track.codec() == codec)) {
            return track;
        }
        if (codec == null || type == null || type.clockRateHz() <= 0) {
            return null;
        }
        end(stream);
        Stream declared = stream.declared;
        stream.wireSsrc = wireSsrc;
        stream.track = new TrackRecorder(
                new TrackRecorder.Track(
                        sender.id(),
                        declared.sourceName(),
                        declared.encoding(),
                        folder,
                        () -> sender.endpoint().requestKeyFrame(declared.ssrc())),
                codec,
                type.clockRateHz());
        return stream.track;
    }

    @Override
    public void onSenderReport(int ssrc, long ntp64, int rtpTimestamp, long arrivalNs) {
        OneStream stream = streams.get(ssrc);
        TrackRecorder track = stream == null ? null : stream.track;
        if (track != null) {
            track.onSenderReport(ntp64, rtpTimestamp, arrivalNs);
        }
    }

    @Override
    public void onDropped(long packets) {
        folder.events().add(System.nanoTime(), "gap", "endpoint", sender.id(), "queue", packets);
    }
}
