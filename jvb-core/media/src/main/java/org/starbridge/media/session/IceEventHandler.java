package org.starbridge.media.session;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.demux.AddressAnnouncements;
import org.starbridge.media.demux.KnownTuples;
import org.starbridge.media.demux.Route;
import org.starbridge.media.demux.UfragTable;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.PeerSink;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.SocketAddresses;

/**
 * What becomes of what the ICE agents of one worker's endpoints put out: checks and answers are sent, tuples learned and
 * forgotten here and by the other workers, media goes where the agent says. Owned by the worker.
 */
public final class IceEventHandler implements SessionEvents, AutoCloseable {
    private final DatagramPort port;
    private final Egress egress;
    private final DropCounters drops;
    private final KnownTuples tuples;
    private final UfragTable ufrags;
    private final AddressAnnouncements announcements;
    private final Slab destination = Slab.allocate(SocketAddresses.SIZE_BYTES);

    public IceEventHandler(
            DatagramPort port,
            Egress egress,
            DropCounters drops,
            KnownTuples tuples,
            UfragTable ufrags,
            AddressAnnouncements announcements) {
        this.port = port;
        this.egress = egress;
        this.drops = drops;
        this.tuples = tuples;
        this.ufrags = ufrags;
        this.announcements = announcements;
    }

    @Override
    public PeerSink of(EndpointSession session) {
        PeerSink known = session.iceSink();
        if (known == null) {
            known = new Sink(session);
            session.iceSink(known);
        }
        return known;
    }

    @Override
    public void close() {
        destination.close();
    }

    private final class Sink implements PeerSink {
        private final EndpointSession session;

        Sink(EndpointSession session) {
            this.session = session;
        }

        @Override
        public void send(Tuple tuple, byte[] datagram) {
            long to = destination.address();
            if (isMedias(tuple)) {
                to = session.receiver().destination();
            } else {
                port.writeDestination(to, tuple.local().getAddress(), tuple.remote());
            }
            DropReason refused = egress.send(datagram, to);
            if (refused != null) {
                drops.count(refused);
            }
        }

        /** Whether there is a native copy of it already: nearly always. */
        private boolean isMedias(Tuple tuple) {
            return tuple.equals(session.mediaTuple());
        }

        private @Nullable Route routeOf(Tuple tuple) {
            return isMedias(tuple) ? tuples.find(session.receiver().destination()) : tuples.find(tuple);
        }

        @Override
        public void onHeard(Tuple tuple) {
            if (!session.route().equals(routeOf(tuple))) {
                take(tuple);
            }
        }

        @Override
        public void onAsked(Tuple tuple) {
            if (routeOf(tuple) == null) {
                take(tuple);
            }
        }

        private void take(Tuple tuple) {
            Route route = session.route();
            tuples.learn(tuple, route);
            announcements.announce(tuple, route);
        }

        @Override
        public void onForgotten(Tuple tuple) {
            Route route = session.route();
            if (route.equals(tuples.find(tuple))) {
                tuples.forget(tuple, route);
                announcements.forget(tuple, route);
            }
        }

        @Override
        public void onSelected(Tuple tuple) {
            port.writeDestination(
                    session.receiver().destination(), tuple.local().getAddress(), tuple.remote());
            session.mediaTuple(tuple);
        }

        @Override
        public void onRestartOver(int generation, boolean tookOver) {
            session.onIceRestartOver(generation, tookOver);
        }

        /** The first one stays to the end: by it the route is known. */
        @Override
        public void onUfragGone(String ufrag) {
            Route route = session.route();
            if (!ufrag.equals(route.ufrag())) {
                ufrags.remove(ufrag, route);
            }
        }

        @Override
        public void onState(IceState state) {
            session.onIceState(state);
        }
    }
}
