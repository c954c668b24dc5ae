package org.starbridge.media.demux;

import org.starbridge.transport.ice.Tuple;

/** Tells the other workers which tuples belong to this worker's endpoints. */
public interface AddressAnnouncements {
    void announce(Tuple tuple, Route route);

    void forget(Tuple tuple, Route route);

    void forget(Route route);
}
