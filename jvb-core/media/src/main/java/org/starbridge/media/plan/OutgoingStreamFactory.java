package org.starbridge.media.plan;

import java.util.Map;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.mapping.ExtensionMaps;
import org.starbridge.media.mapping.PayloadTypeMaps;
import org.starbridge.media.plan.ConferencePlan.PlannedStream;
import org.starbridge.media.source.KeyFrameLimit;

/** Finds or makes the streams that bring sources to receivers, with what both sides negotiated. Owned by one worker. */
final class OutgoingStreamFactory {
    private final KeyFrameLimit keyFrameLimit;
    private final ExtensionMaps extensionMaps = new ExtensionMaps();
    private final PayloadTypeMaps payloadTypeMaps = new PayloadTypeMaps();

    /** @param keyFrameLimit of the requests of each receiver for each stream */
    OutgoingStreamFactory(KeyFrameLimit keyFrameLimit) {
        this.keyFrameLimit = keyFrameLimit;
    }

    /** Returns the stream that brings an encoding to a receiver under the encoding's own SSRC; paused if it is new. */
    OutgoingStream ofEncoding(PlannedSource source, PlannedStream encoding, EndpointSession receiver) {
        Map<String, Integer> extensionIds = source.sender().transport().extensionIds();
        OutgoingStream stream = receiver.outgoing().find(encoding.handle());
        if (stream == null) {
            stream = new OutgoingStream(
                    encoding.handle(),
                    encoding.stream(),
                    receiver.receiver(),
                    extensionMaps,
                    extensionIds,
                    keyFrameLimit);
            stream.pause();
            receiver.outgoing().add(stream);
        }
        negotiate(stream, source);
        return stream;
    }

    /** The slot that brings a source to a receiver; it carries nothing if it is new. */
    OutgoingStream ofSlot(PlannedSource source, SourceSlot slot, EndpointSession receiver) {
        Stream lowest = source.lowest().stream();
        OutgoingStream stream = receiver.outgoing().findBySsrc(slot.ssrc());
        if (stream == null) {
            stream = new OutgoingStream(slot, lowest.kind(), receiver.receiver(), keyFrameLimit);
        }
        receiver.outgoing().carry(stream, source.lowest().handle(), lowest);
        negotiate(stream, source);
        return stream;
    }

    private void negotiate(OutgoingStream stream, PlannedSource source) {
        stream.negotiated(extensionMaps, source.sender().transport().extensionIds());
        stream.negotiated(payloadTypeMaps, source.sender().transport().payloadTypes());
    }

    /** A slot that carries nothing. */
    OutgoingStream emptySlot(SourceSlot slot, MediaKind kind, EndpointSession receiver) {
        OutgoingStream stream = new OutgoingStream(slot, kind, receiver.receiver(), keyFrameLimit);
        receiver.outgoing().addSlot(stream);
        return stream;
    }
}
