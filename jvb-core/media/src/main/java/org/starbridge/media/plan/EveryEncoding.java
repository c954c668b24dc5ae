package org.starbridge.media.plan;

import org.starbridge.lastn.LayerId;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.plan.ConferencePlan.PlannedStream;

/**
 * The receiver gets every encoding of each source up to that of its target layer, under the encoding's own SSRC, and
 * chooses itself: another bridge, for instance. The highest one goes up to the target's spatial layer, the others
 * whole.
 */
final class EveryEncoding implements ReceiverPolicy {
    private final OutgoingStreamFactory factory;

    EveryEncoding(OutgoingStreamFactory factory) {
        this.factory = factory;
    }

    @Override
    public void connect(PlannedSource source, PlannedReceiver place, int index, SourceStreams streams) {
        int target = place.target(source);
        int highest = target == ForwardingTable.SUSPENDED ? -1 : LayerId.encoding(target);
        for (int i = 0; i < source.encodings().size(); i++) {
            PlannedStream encoding = source.encodings().get(i);
            if (i > highest) {
                pause(encoding, place.session());
                if (i > 0) {
                    streams.leaveOut(index, i); // else it would go through the lowest one's
                }
            } else {
                OutgoingStream stream = factory.ofEncoding(source, encoding, place.session());
                int spatial = i < highest ? LayerId.MAX_LAYERS - 1 : LayerId.spatial(target);
                stream.resume();
                stream.muted(encoding.stream().muted());
                stream.targetAllUpTo(spatial);
                stream.retransmissionSsrc(source.retransmissionSsrc(encoding));
                streams.put(index, i, stream);
            }
        }
    }

    private static void pause(PlannedStream encoding, EndpointSession receiver) {
        OutgoingStream known = receiver.outgoing().find(encoding.handle());
        if (known != null) {
            known.pause();
        }
    }

    @Override
    public OutgoingStreamFactory factory() {
        return factory;
    }

    @Override
    public boolean mayTake(OutgoingStream stream, int encoding, long nowNs) {
        return true;
    }
}
