package org.starbridge.media.session;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.demux.AnnouncedTuples;
import org.starbridge.media.demux.Route;
import org.starbridge.media.demux.UfragTable;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.PeerSink;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;

/**
 * Handler of what the ICE agents of one worker's endpoints put out: checks and answers are sent, tuples learned and
 * forgotten here and by the other workers, media goes where the agent says. Owned by the worker.
 */
public final class IceEventHandler implements SessionEvents {
    private final TransportDatagrams datagrams;
    private final AnnouncedTuples tuples;
    private final UfragTable ufrags;

    public IceEventHandler(TransportDatagrams datagrams, AnnouncedTuples tuples, UfragTable ufrags) {
        this.datagrams = datagrams;
        this.tuples = tuples;
        this.ufrags = ufrags;
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

    private final class Sink implements PeerSink {
        private final EndpointSession session;

        Sink(EndpointSession session) {
            this.session = session;
        }

        @Override
        public void send(Tuple tuple, byte[] datagram) {
            datagrams.send(session, tuple, datagram);
        }

        private @Nullable Route routeOf(Tuple tuple) {
            return tuple.equals(session.mediaTuple()) // nearly always, and there is a native copy of it
                    ? tuples.find(session.receiver().destination())
                    : tuples.find(tuple);
        }

        @Override
        public void onHeard(Tuple tuple) {
            if (!session.route().equals(routeOf(tuple))) {
                tuples.learn(tuple, session.route());
            }
        }

        @Override
        public void onAsked(Tuple tuple) {
            if (routeOf(tuple) == null) {
                tuples.learn(tuple, session.route());
            }
        }

        @Override
        public void onForgotten(Tuple tuple) {
            tuples.forget(tuple, session.route());
        }

        @Override
        public void onSelected(Tuple tuple) {
            datagrams.selectForMedia(session, tuple);
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
