package org.starbridge.media.plan;

import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.plan.ConferencePlan.PlannedStream;

/**
 * The receiver gets one stream for each source, in which layers are chosen for it: under the SSRC of the source's
 * lowest encoding, or under that of one of the receiver's slots.
 */
final class ChosenLayers implements ReceiverPolicy {
    private final OutgoingStreamFactory factory;

    ChosenLayers(OutgoingStreamFactory factory) {
        this.factory = factory;
    }

    @Override
    public void connect(PlannedSource source, PlannedReceiver place, int index, SourceStreams streams) {
        EndpointSession receiver = place.session();
        for (PlannedStream encoding : source.encodings()) {
            OutgoingStream former =
                    encoding.isLowest() ? null : receiver.outgoing().find(encoding.handle());
            if (former != null) {
                former.pause(); // it was a source of its own, or came apart
            }
        }
        int target = place.target(source);
        if (target == ForwardingTable.SUSPENDED) {
            OutgoingStream known = receiver.outgoing().find(source.lowest().handle());
            if (known != null) {
                known.pause();
            }
            return;
        }
        OutgoingStream stream = stream(source, receiver, place.member().transport());
        stream.resume();
        stream.muted(source.lowest().stream().muted());
        stream.target(source.handles(), target);
        stream.retransmissionSsrc(source.retransmissionSsrc(source.lowest()));
        streams.put(index, stream);
    }

    private OutgoingStream stream(PlannedSource source, EndpointSession receiver, Transport transport) {
        SourceSlot slot = transport.slots().get(source.ssrc());
        return slot == null
                ? factory.ofEncoding(source, source.lowest(), receiver)
                : factory.ofSlot(source, slot, receiver);
    }

    @Override
    public OutgoingStreamFactory factory() {
        return factory;
    }

    /** Not of a higher one than the receiver is to get. */
    @Override
    public boolean mayTake(OutgoingStream stream, int encoding, long nowNs) {
        return stream.mayTake(encoding, nowNs);
    }
}
