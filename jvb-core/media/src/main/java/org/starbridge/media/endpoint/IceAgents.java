package org.starbridge.media.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.ice.IceAgent;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceSink;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;

/**
 * The ICE agents of one peer: the one whose pair carries media and, after an ICE restart (RFC 8445 section 9), a second
 * a second one with its own credentials. When the second has a pair, media goes there; the first stays for a while, for
 * what is under way, and ends. A second one without a pair in time ends, and all is as before. DTLS notices nothing of
 * it. Owned by the endpoint's worker.
 */
public final class IceAgents {
    private final IceRestartTimes times;
    private Seat current;
    private @Nullable Seat pending;
    private long pendingUntilNs = Long.MAX_VALUE;
    private @Nullable Seat retiring;
    private long retiringUntilNs = Long.MAX_VALUE;
    private long nowNs;
    private boolean isClosed;

    /** One agent, and no restart yet. */
    public IceAgents(IceAgent first, IceRestartTimes times) {
        this.times = times;
        current = new Seat(0, first);
    }

    /** The agent that carries media. */
    IceAgent current() {
        return current.agent;
    }

    /** Returns why the agent has found no way so far, a sentence for people. */
    String whyFailed() {
        return IceFailure.sentence(current.agent.counters());
    }

    /** A restart, in place of one that may be under way. */
    void restart(long nowNs, int generation, IceAgent agent, PeerSink out) {
        if (isClosed) {
            out.onUfragGone(agent.localCredentials().ufrag());
            out.onRestartOver(generation, false);
            return;
        }
        giveUp(out);
        pending = new Seat(generation, agent);
        pendingUntilNs = nowNs + times.timeoutNs();
    }

    /** The peer's credentials and candidates; those of a restart that is over have no effect. */
    void onRemote(long nowNs, RemoteTransport remote, PeerSink out) {
        Seat seat = seatOf(remote.iceRestart());
        if (seat == null) {
            return;
        }
        IceSink sink = seat.sink(nowNs, out);
        for (IceCandidate candidate : remote.candidates()) {
            seat.agent.addRemoteCandidate(nowNs, candidate, sink);
        }
        if (remote.credentials() != null) {
            seat.agent.remoteCredentials(nowNs, remote.credentials(), sink);
        }
    }

    private @Nullable Seat seatOf(@Nullable Integer generation) {
        if (generation == null || generation == current.generation) {
            return current;
        }
        return pending != null && pending.generation == generation ? pending : null;
    }

    /**
     * A STUN message.
     *
     * @param ufrag the local fragment that it names; null if it names none, as in an answer
     */
    void onStun(long nowNs, @Nullable String ufrag, Tuple tuple, byte[] message, PeerSink out) {
        Seat seat = addressee(ufrag, message);
        seat.agent.onDatagram(nowNs, tuple, message, seat.sink(nowNs, out));
    }

    private Seat addressee(@Nullable String ufrag, byte[] message) {
        if (isAlone()) {
            return current;
        }
        for (Seat other : others()) {
            if (ufrag == null ? other.agent.hasAsked(message) : ufrag.equals(other.ufrag())) {
                return other;
            }
        }
        return current;
    }

    /** Returns whether no restart is under way: nearly always. */
    private boolean isAlone() {
        return pending == null && retiring == null;
    }

    private List<Seat> others() {
        if (isAlone()) {
            return List.of();
        }
        List<Seat> others = new ArrayList<>(2);
        if (pending != null) {
            others.add(pending);
        }
        if (retiring != null) {
            others.add(retiring);
        }
        return others;
    }

    void onTimeout(long nowNs, PeerSink out) {
        runTimers(nowNs, current, out);
        if (!isAlone()) {
            for (Seat other : others()) {
                runTimers(nowNs, other, out);
            }
        }
        if (nowNs >= pendingUntilNs) {
            giveUp(out);
        }
        if (nowNs >= retiringUntilNs) {
            retire(out);
        }
    }

    private static void runTimers(long nowNs, Seat seat, PeerSink out) {
        if (nowNs >= seat.agent.nextDeadlineNs()) {
            seat.agent.onTimeout(nowNs, seat.sink(nowNs, out));
        }
    }

    long nextDeadlineNs() {
        long deadlineNs = Math.min(current.agent.nextDeadlineNs(), Math.min(pendingUntilNs, retiringUntilNs));
        if (pending != null) {
            deadlineNs = Math.min(deadlineNs, pending.agent.nextDeadlineNs());
        }
        if (retiring != null) {
            deadlineNs = Math.min(deadlineNs, retiring.agent.nextDeadlineNs());
        }
        return deadlineNs;
    }

    /** The user fragments by which peers may still ask for one of them. */
    List<String> ufrags() {
        List<String> ufrags = new ArrayList<>(3);
        ufrags.add(current.ufrag());
        others().forEach(other -> ufrags.add(other.ufrag()));
        return ufrags;
    }

    private void giveUp(PeerSink out) {
        Seat givenUp = pending;
        pending = null;
        pendingUntilNs = Long.MAX_VALUE;
        if (givenUp != null) {
            end(givenUp, out);
            out.onRestartOver(givenUp.generation, false);
        }
    }

    private void retire(PeerSink out) {
        Seat retired = retiring;
        retiring = null;
        retiringUntilNs = Long.MAX_VALUE;
        if (retired != null) {
            end(retired, out);
        }
    }

    private void end(Seat ended, PeerSink out) {
        ended.agent.close(ended.sink(nowNs, out));
        out.onUfragGone(ended.ufrag());
    }

    private void takeOver(Seat successor, PeerSink out) {
        retire(out); // of a restart before
        retiring = current;
        retiringUntilNs = nowNs + times.transitionNs();
        current = successor;
        pending = null;
        pendingUntilNs = Long.MAX_VALUE;
        out.onRestartOver(successor.generation, true);
    }

    private boolean isKnown(Tuple tuple) {
        return current.agent.isKnown(tuple)
                || (pending != null && pending.agent.isKnown(tuple))
                || (retiring != null && retiring.agent.isKnown(tuple));
    }

    void close() {
        isClosed = true;
        current.agent.close();
        others().forEach(other -> other.agent.close());
        pendingUntilNs = Long.MAX_VALUE;
        retiringUntilNs = Long.MAX_VALUE;
    }

    /** One agent, and how what it puts out is to be taken at the moment. */
    private final class Seat implements IceSink {
        private final int generation;
        private final IceAgent agent;
        private @Nullable PeerSink out;

        Seat(int generation, IceAgent agent) {
            this.generation = generation;
            this.agent = agent;
        }

        String ufrag() {
            return agent.localCredentials().ufrag();
        }

        IceSink sink(long now, PeerSink sink) {
            nowNs = now;
            out = sink;
            return this;
        }

        private PeerSink out() {
            PeerSink sink = out;
            if (sink == null) {
                throw new IllegalStateException("an ICE agent reported an event before it was started");
            }
            return sink;
        }

        @Override
        public void send(Tuple tuple, byte[] datagram) {
            out().send(tuple, datagram);
        }

        @Override
        public void onHeard(Tuple tuple) {
            out().onHeard(tuple);
        }

        @Override
        public void onAsked(Tuple tuple) {
            out().onAsked(tuple);
        }

        /** Another agent may go on with it: a peer may restart ICE and stay where it is. */
        @Override
        public void onForgotten(Tuple tuple) {
            if (!isKnown(tuple)) {
                out().onForgotten(tuple);
            }
        }

        @Override
        public void onSelected(Tuple tuple) {
            if (this == pending) {
                takeOver(this, out());
            }
            if (this == current) {
                out().onSelected(tuple);
            }
        }

        @Override
        public void onState(IceState state) {
            if (this == current) {
                out().onState(state);
            }
        }
    }

    /**
     * Its part of a snapshot: the agent that carries media. A restart that is under way is not in it, as if it had
     * found no pair in time.
     *
     * @param maker makes an agent with other credentials than the first one's: a restart took over
     */
    void state(State state, Function<IceCredentials, IceAgent> maker) throws StateException {
        int generation = state.i32(current.generation);
        IceCredentials local = IceAgent.credentials(state, current.agent.localCredentials());
        if (!local.equals(current.agent.localCredentials()) || generation != current.generation) {
            current = new Seat(generation, maker.apply(local));
        }
        current.agent.state(state);
    }

    /** Tells the owner what it has to know of an agent that was read. */
    void resume(long nowNs, PeerSink out) {
        current.agent.resume(current.sink(nowNs, out));
    }
}
