package org.starbridge.media.worker;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ConnectionReport;
import org.starbridge.media.api.EndpointListener;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.media.api.TapQueue;
import org.starbridge.media.capture.PacketCapture;
import org.starbridge.media.demux.AnnouncedTuples;
import org.starbridge.media.demux.KnownTuples;
import org.starbridge.media.demux.Route;
import org.starbridge.media.demux.UfragTable;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.EndpointTable;
import org.starbridge.media.endpoint.SessionSnapshot;
import org.starbridge.media.endpoint.SessionSnapshot.Keys;
import org.starbridge.media.feedback.KeyFrameRequester;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.OutgoingStreams;
import org.starbridge.media.plan.PlanInstaller;
import org.starbridge.media.queue.WorkerCommands;
import org.starbridge.media.ring.RingLookback;
import org.starbridge.media.session.DtlsEventHandler;
import org.starbridge.media.session.EndpointAdmission;
import org.starbridge.media.session.EndpointRemoval;
import org.starbridge.media.session.IceAgentFactory;
import org.starbridge.media.session.IceEventHandler;
import org.starbridge.media.session.ReceiverFactory;
import org.starbridge.media.session.SessionEvents;
import org.starbridge.media.session.TransportDatagrams;
import org.starbridge.media.session.TransportFactory;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.ice.IceAgent;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.srtp.SrtpCrypto;

/**
 * The sessions of one worker's endpoints, from admission to removal: the rooms of {@link org.starbridge.media.session}
 * put together, and the commands that reach them. Owned by the worker.
 */
final class EndpointSessions implements AutoCloseable {
    private final SrtpCrypto crypto;
    private final KeyFrameRequester keyFrameRequests;
    /** That of the endpoint's packets, for a replay. */
    private final Supplier<RingLookback> ring;

    private final EndpointTable sessions;
    private final UfragTable ufrags;
    private final AtomicInteger endpoints = new AtomicInteger();
    private final TransportDatagrams datagrams;
    private final IceEventHandler iceEvents;
    private final DtlsEventHandler dtlsEvents;
    private final IceAgentFactory iceAgents;
    private final EndpointAdmission admission;
    private final EndpointRemoval removal;

    EndpointSessions(
            WorkerContext context,
            WorkerSettings settings,
            WorkerCommands commands,
            EndpointTable sessions,
            KnownTuples tuples,
            Egress egress,
            WorkerFigures figures,
            KeyFrameRequester keyFrameRequests,
            Supplier<RingLookback> ring) {
        this.ring = ring;
        this.sessions = sessions;
        this.keyFrameRequests = keyFrameRequests;
        crypto = settings.crypto();
        ufrags = context.ufrags();
        datagrams = new TransportDatagrams(context.port(), egress, figures.drops);
        iceEvents =
                new IceEventHandler(datagrams, new AnnouncedTuples(tuples, context.announcements()), context.ufrags());
        dtlsEvents = new DtlsEventHandler(settings.crypto(), commands, sessions, datagrams, keyFrameRequests);
        iceAgents = new IceAgentFactory(settings.sessions(), figures.ice);
        removal = new EndpointRemoval(
                endpoints, sessions, ufrags, context.announcements(), figures.dtlsDrops, egress, dtlsEvents);
        admission = new EndpointAdmission(
                new TransportFactory(settings.sessions(), iceAgents, dtlsEvents),
                new ReceiverFactory(settings.retransmission(), settings.downlink()),
                sessions,
                removal,
                context.errors());
    }

    /** Endpoints that were given to the worker and did not expire yet. Any thread. */
    AtomicInteger endpoints() {
        return endpoints;
    }

    /** Takes what the ICE agents of sessions put out. */
    SessionEvents iceEvents() {
        return iceEvents;
    }

    /** Returns the part that removes endpoints. */
    EndpointRemoval removal() {
        return removal;
    }

    void onAddEndpoint(
            Route route,
            EndpointSpec spec,
            EndpointListener listener,
            EndpointSession.StatsSink statsSink,
            long nowNs) {
        admission.onAddEndpoint(route, spec, listener, statsSink, nowNs);
    }

    void onIceRestart(Route route, int generation, IceCredentials local, long nowNs) {
        EndpointSession session = sessions.take(route.endpointKey());
        if (session == null) {
            ufrags.remove(local.ufrag(), route);
            return;
        }
        IceAgent agent = iceAgents.make(session.spec().iceRole(), local, route.uniquePort());
        session.transport().onIceRestart(nowNs, generation, agent, iceEvents.of(session));
        sessions.reschedule(session);
    }

    void onRemoteTransport(int endpointKey, RemoteTransport remote, long nowNs) {
        EndpointSession session = sessions.take(endpointKey);
        if (session != null) {
            session.transport().onRemote(nowNs, remote, iceEvents.of(session));
            sessions.reschedule(session);
        }
    }

    void onKeyFrameRequest(int endpointKey, int ssrc, int encoding) {
        EndpointSession session = sessions.take(endpointKey);
        if (session != null && session.incoming().requestKeyFrame(ssrc, encoding)) {
            sessions.reschedule(session);
        }
    }

    void onTap(int endpointKey, TapQueue tap) {
        EndpointSession session = sessions.take(endpointKey);
        if (session != null) {
            session.incoming().tap(tap);
            sessions.reschedule(session);
        } else {
            tap.detach();
        }
    }

    void onUntap(int endpointKey, TapQueue tap) {
        EndpointSession session = sessions.take(endpointKey);
        if (session != null) {
            session.incoming().untap(tap);
        }
    }

    void onCapture(int endpointKey, TapQueue queue, boolean hasPayloads) {
        EndpointSession session = sessions.take(endpointKey);
        if (session != null) {
            session.receiver().capture(new PacketCapture(queue, hasPayloads));
        } else {
            queue.detach();
        }
    }

    void onEndCapture(int endpointKey, TapQueue queue) {
        EndpointSession session = sessions.take(endpointKey);
        PacketCapture capture = session == null ? null : session.receiver().capture();
        if (session != null && capture != null && capture.isInto(queue)) {
            session.receiver().capture(null);
        }
    }

    void onAllocation(int endpointKey, long wantedBps, long allocatedBps, long nowNs) {
        EndpointSession session = sessions.take(endpointKey);
        if (session != null) {
            session.onAllocation(wantedBps, allocatedBps, nowNs);
            sessions.reschedule(session);
        }
    }

    void onRecordBandwidth(int endpointKey, boolean isOn, long nowNs) {
        EndpointSession session = sessions.take(endpointKey);
        if (session != null) {
            session.receiver().congestion().record(isOn, nowNs);
        }
    }

    void onBandwidthTrace(int endpointKey, Consumer<byte[]> reader, long nowNs) {
        EndpointSession session = sessions.take(endpointKey);
        if (session != null) {
            reader.accept(session.receiver().congestion().trace(nowNs));
        }
    }

    void onConnectionReport(int endpointKey, Consumer<ConnectionReport> reader) {
        EndpointSession session = sessions.take(endpointKey);
        if (session != null) {
            reader.accept(session.report());
        }
    }

    void onHeard(int endpointKey, int handle, boolean isHeard) {
        EndpointSession session = sessions.take(endpointKey);
        if (session != null) {
            session.incoming().hear(handle, isHeard);
        }
    }

    /** Ends all sessions. */
    void expireAll() {
        removal.expireAll();
        dtlsEvents.close();
    }

    @Override
    public void close() {
        datagrams.close();
    }

    /** Writes an endpoint's snapshot; null if it is gone. */
    byte @Nullable [] onSnapshot(int endpointKey, PlanInstaller plans, long nowNs) throws StateException {
        EndpointSession session = sessions.take(endpointKey);
        return session == null ? null : snapshotOf(session, plans, Keys.WRITTEN).write(session, nowNs);
    }

    /** The same of a session, without keys, for a log. */
    byte[] snapshotWithoutKeys(EndpointSession session, PlanInstaller plans, long nowNs) throws StateException {
        return snapshotOf(session, plans, Keys.LEFT_OUT).write(session, nowNs);
    }

    /** Reads an endpoint's snapshot into its session. */
    void onRestore(int endpointKey, byte[] record, PlanInstaller plans, long nowNs) throws StateException {
        EndpointSession session = sessions.take(endpointKey);
        if (session == null) {
            throw new StateException("the endpoint has ended");
        }
        snapshotOf(session, plans, Keys.WRITTEN).read(session, record, nowNs);
        session.transport().ufrags().forEach(ufrag -> ufrags.add(ufrag, session.route()));
        sessions.reschedule(session);
    }

    /** Publishes an endpoint's figures now. */
    void onPublishFigures(int endpointKey, long nowNs) {
        EndpointSession session = sessions.take(endpointKey);
        if (session != null) {
            session.publishFigures(nowNs);
            sessions.reschedule(session);
        }
    }

    private SessionSnapshot snapshotOf(EndpointSession session, PlanInstaller plans, Keys keys) throws StateException {
        OutgoingStreams.Maker maker = plans.makerOf(session);
        if (maker == null) {
            throw new StateException("the endpoint is in no conference with a plan");
        }
        return new SessionSnapshot(
                crypto,
                local -> iceAgents.make(
                        session.spec().iceRole(), local, session.route().uniquePort()),
                maker,
                new StreamState(session, plans, keys),
                iceEvents.of(session),
                keys);
    }

    /** What the worker knows of outgoing streams, and for logs what may be sent again. */
    private final class StreamState implements OutgoingStreams.StreamPart {
        private static final int SENT_PART = 1000;

        private final EndpointSession session;
        private final PlanInstaller plans;
        private final Keys keys;

        StreamState(EndpointSession session, PlanInstaller plans, Keys keys) {
            this.session = session;
            this.plans = plans;
            this.keys = keys;
        }

        @Override
        public void state(State state, OutgoingStream stream) throws StateException {
            keyFrameRequests.state(state, stream);
            plans.state(state, session, stream);
        }

        @Override
        public void end(State state, OutgoingStream stream) throws StateException {
            if (state.isReading() || keys == Keys.LEFT_OUT) {
                state.part(SENT_PART, 1, part -> stream.sentState(part, ring));
            }
        }
    }
}
