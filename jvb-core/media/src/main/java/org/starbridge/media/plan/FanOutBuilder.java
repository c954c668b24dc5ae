package org.starbridge.media.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.demux.Route;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.feedback.KeyFrameRequester;
import org.starbridge.media.forward.FanOut;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.OutgoingStreams;
import org.starbridge.media.forward.ReceiverGroup;
import org.starbridge.media.plan.ConferencePlan.Member;
import org.starbridge.media.plan.ConferencePlan.PlannedStream;
import org.starbridge.media.source.KeyFrameRequestSink;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Fan-outs for one conference's receivers on this worker, by the plan in force. A new plan costs what it changes: an
 * endpoint that joins a room of thousands is connected to its senders, and nothing else is looked at but the lists.
 * Owned by the worker.
 */
final class FanOutBuilder {
    private final FanOuts fanOuts;
    private final KeyFrameRequester keyFrameRequests;
    private final ReceiverPolicies policies;
    private final ReceiverGroup group;
    private @Nullable ConferencePlan plan;
    private List<PlannedReceiver> receivers = List.of();
    /** Streams that bring a source to its receivers, by the handle of its lowest encoding. */
    private Map<Integer, SourceStreams> bySource = Map.of();

    FanOutBuilder(String conferenceId, FanOuts fanOuts, KeyFrameRequester keyFrameRequests, ReceiverPolicies policies) {
        this.fanOuts = fanOuts;
        this.keyFrameRequests = keyFrameRequests;
        this.policies = policies;
        group = new ReceiverGroup(conferenceId);
    }

    /** The plan in force, or null before the first one. */
    @Nullable
    ConferencePlan plan() {
        return plan;
    }

    /** Its receivers on this worker, by their places. */
    List<PlannedReceiver> receivers() {
        return receivers;
    }

    /** Returns whether a member of the next plan was in the plan in force already, as it is now. */
    boolean knows(Member member) {
        return plan != null && member.isAsOf(plan.version());
    }

    /** Disconnects all receivers; waiting packets are dropped. */
    void clear() {
        group.clear();
    }

    /** Carries out a plan; its senders and receivers were updated. */
    void connect(ConferencePlan next, List<PlannedReceiver> nextReceivers, long nowNs) {
        group.onFanOutsChanged();
        Map<Integer, SourceStreams> streams = new HashMap<>();
        for (Member sender : next.members()) {
            for (PlannedStream stream : sender.streams()) {
                if (stream.isLowest()) {
                    PlannedSource source = PlannedSource.of(sender, stream);
                    streams.put(stream.handle(), connect(source, nextReceivers, nowNs));
                }
            }
        }
        plan = next;
        receivers = nextReceivers;
        bySource = streams;
    }

    /** Makes the fan-outs of a source's encodings to the receivers, each at its place among them. */
    private SourceStreams connect(PlannedSource source, List<PlannedReceiver> nextReceivers, long nowNs) {
        SourceStreams before =
                knows(source.sender()) ? bySource.get(source.lowest().handle()) : null;
        SourceStreams streams = new SourceStreams(source.encodings().size(), nextReceivers.size());
        for (int place = 0; place < streams.places(); place++) {
            PlannedReceiver receiver = nextReceivers.get(place);
            if (before != null && !receiver.isChanged()) {
                streams.copy(place, before, receiver.before()); // neither end has changed
            } else {
                policies.of(receiver).connect(source, receiver, place, streams);
            }
        }
        for (int encoding = 0; encoding < source.encodings().size(); encoding++) {
            putFanOut(source, encoding, streams, nextReceivers, nowNs);
        }
        if (source.hasKeyFrames()) {
            requestKeyFrames(source, streams, nowNs);
        }
        return streams;
    }

    /** Asks for the key frames that receivers wait for, once for all receivers. */
    private void requestKeyFrames(PlannedSource source, SourceStreams streams, long nowNs) {
        int chosen = 0;
        int apart = 0;
        for (int place = 0; place < streams.places(); place++) {
            for (int encoding = 0; encoding < source.encodings().size(); encoding++) {
                OutgoingStream stream = streams.get(place, encoding);
                boolean isAnother = encoding == 0 || streams.isApart(place, encoding);
                if (stream == null || !isAnother) {
                    continue;
                }
                if (stream.takeKeyFrameRequest(nowNs)) {
                    int awaited = stream.awaitedEncoding();
                    chosen |= awaited >= 0 ? 1 << awaited : 0;
                    apart |= awaited >= 0 ? 0 : 1 << encoding;
                }
                keyFrameRequests.follow(stream, nowNs);
            }
        }
        Route sender = source.sender().route();
        for (int encoding = 0; encoding < source.encodings().size(); encoding++) {
            if ((chosen >>> encoding & 1) != 0) {
                keyFrameRequests.request(sender, source.ssrc(), encoding);
            }
            if ((apart >>> encoding & 1) != 0) {
                int ssrc = source.encodings().get(encoding).stream().ssrc();
                keyFrameRequests.request(sender, ssrc, KeyFrameRequestSink.ITSELF);
            }
        }
    }

    /** Packets of an encoding go to where they may be needed. */
    private void putFanOut(
            PlannedSource source, int encoding, SourceStreams candidates, List<PlannedReceiver> receivers, long nowNs) {
        @Nullable OutgoingStream[] streams = new @Nullable OutgoingStream[candidates.places()];
        boolean isForSomebody = false;
        for (int place = 0; place < streams.length; place++) {
            OutgoingStream stream = candidates.get(place, encoding);
            if (stream != null && policies.of(receivers.get(place)).mayTake(stream, encoding, nowNs)) {
                streams[place] = stream;
                isForSomebody = true;
            }
        }
        PlannedStream stream = source.encodings().get(encoding);
        if (isForSomebody) {
            fanOuts.put(new FanOut(
                    stream.handle(),
                    source.lowest().handle(),
                    source.sender().route(),
                    stream.stream().kind(),
                    group,
                    streams));
        } else {
            fanOuts.remove(stream.handle());
        }
    }

    /** Makes streams of a snapshot that a receiver is not sent at present; null if it is no receiver. */
    OutgoingStreams.@Nullable Maker makerOf(EndpointSession session) {
        ConferencePlan inForce = plan;
        for (PlannedReceiver receiver : receivers) {
            if (receiver.session() == session && inForce != null) {
                return new PausedStreams(inForce, session, policies.of(receiver).factory());
            }
        }
        return null;
    }

    /**
     * The part of a receiver's snapshot about which encodings of a source go to it. That was decided with an earlier
     * plan, when more could still be of use than now.
     */
    void state(State state, EndpointSession session, OutgoingStream stream) throws StateException {
        int place = placeOf(session);
        PlannedSource source = place < 0 ? null : sourceOf(stream);
        int encodings = 0;
        for (int i = 0; source != null && i < source.encodings().size(); i++) {
            FanOut fanOut = fanOuts.find(source.handles()[i]);
            encodings |= fanOut != null && fanOut.streams()[place] == stream ? 1 << i : 0;
        }
        encodings = state.i32(encodings);
        for (int i = 0;
                source != null && state.isReading() && i < source.encodings().size();
                i++) {
            put(source, i, place, (encodings >>> i & 1) != 0 ? stream : null);
        }
    }

    private int placeOf(EndpointSession session) {
        for (int place = 0; place < receivers.size(); place++) {
            PlannedReceiver receiver = receivers.get(place);
            if (receiver.session() == session && policies.of(receiver) instanceof ChosenLayers) {
                return place;
            }
        }
        return -1;
    }

    private @Nullable PlannedSource sourceOf(OutgoingStream stream) {
        ConferencePlan inForce = plan;
        for (Member sender : inForce == null ? List.<Member>of() : inForce.members()) {
            for (PlannedStream planned : sender.streams()) {
                if (planned.handle() == stream.handle() && planned.isLowest()) {
                    return PlannedSource.of(sender, planned);
                }
            }
        }
        return null;
    }

    private void put(PlannedSource source, int encoding, int place, @Nullable OutgoingStream stream) {
        PlannedStream planned = source.encodings().get(encoding);
        FanOut before = fanOuts.find(planned.handle());
        if (before == null && stream == null) {
            return;
        }
        @Nullable
        OutgoingStream[] streams = before == null
                ? new @Nullable OutgoingStream[receivers.size()]
                : before.streams().clone();
        streams[place] = stream;
        group.onFanOutsChanged();
        fanOuts.put(new FanOut(
                planned.handle(),
                source.lowest().handle(),
                source.sender().route(),
                planned.stream().kind(),
                group,
                streams));
    }
}
