package org.starbridge.bridge.tap;

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

/** Reads the tap of one endpoint and gives each stream's packets to its sink. One thread. */
public final class EndpointTap implements TapQueue.Reader {
    /** 400 ms at 5 Mbit/s; it is to be read every 10 ms. */
    private static final int QUEUE_BYTES = 256 << 10;

    /** Two seconds of Opus at 64 kbit/s with its records. */
    private static final int AUDIO_QUEUE_BYTES = 32 << 10;

    private static final int READ_LIMIT = 2000;

    private final ObservedMediaPlane.Known sender;
    private final StreamSink.Opener opener;
    private final TapQueue queue;
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
        Codec codec;

        @Nullable
        StreamSink sink;

        OneStream(Stream declared) {
            this.declared = declared;
        }
    }

    /** One of all that the endpoint sends, not attached yet: {@link #poll} it. */
    public EndpointTap(ObservedMediaPlane.Known sender, StreamSink.Opener opener) {
        this(sender, opener, new TapQueue(QUEUE_BYTES));
    }

    private EndpointTap(ObservedMediaPlane.Known sender, StreamSink.Opener opener, TapQueue queue) {
        this.sender = sender;
        this.opener = opener;
        this.queue = queue;
    }

    /** One of the endpoint's sound alone, not attached yet: the media worker copies and asks for nothing else. */
    public static EndpointTap ofAudio(ObservedMediaPlane.Known sender, StreamSink.Opener opener) {
        return new EndpointTap(sender, opener, new TapQueue(AUDIO_QUEUE_BYTES, true));
    }

    /** Called with what the endpoint declares now. */
    public void update(Transport transport) {
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
            if (!known.declared.equals(stream)) {
                opener.onChanged(known.declared, stream);
            }
            known.declared = stream;
        });
    }

    /** Reads what came; also attaches and detaches the tap, which a busy worker may refuse at first. */
    public void poll(long nowNs) {
        if (isClosed) {
            return;
        }
        if (!isAttached && !isEnding) {
            isAttached = sender.endpoint().tap(queue);
        }
        queue.read(this, READ_LIMIT);
        for (OneStream stream : streams.values()) {
            if (stream.sink != null) {
                stream.sink.onTick(nowNs);
            }
        }
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
    public void end() {
        isEnding = true;
    }

    public boolean isClosed() {
        return isClosed;
    }

    private static void end(OneStream stream) {
        StreamSink sink = stream.sink;
        stream.sink = null;
        if (sink != null) {
            sink.end();
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
        StreamSink sink = sinkOf(stream, type, wireSsrc);
        if (sink != null) {
            sink.onPacket(new PacketOrder.Packet(
                    extSeq, arrivalNs, rtp.payloadType(), rtp.timestamp(), rtp.marker(), payload));
        }
    }

    private @Nullable StreamSink sinkOf(OneStream stream, @Nullable PayloadType type, int wireSsrc) {
        Codec codec = type == null ? null : type.isRedundancy() ? Codec.OPUS : Codec.of(type.encoding());
        if (stream.sink != null && stream.wireSsrc == wireSsrc && (codec == null || stream.codec == codec)) {
            return stream.sink;
        }
        if (codec == null || type == null || type.clockRateHz() <= 0) {
            return null;
        }
        end(stream);
        Stream declared = stream.declared;
        stream.wireSsrc = wireSsrc;
        stream.codec = codec;
        stream.sink = opener.open(
                declared, codec, type.clockRateHz(), () -> sender.endpoint().requestKeyFrame(declared.ssrc()));
        return stream.sink;
    }

    @Override
    public void onSenderReport(int ssrc, long ntp64, int rtpTimestamp, long arrivalNs) {
        OneStream stream = streams.get(ssrc);
        if (stream != null && stream.sink != null) {
            stream.sink.onSenderReport(ntp64, rtpTimestamp, arrivalNs);
        }
    }

    @Override
    public void onDropped(long packets) {
        opener.onDropped(packets);
    }
}
