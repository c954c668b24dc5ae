package org.starbridge.media.plan;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.EndpointTable;
import org.starbridge.media.feedback.KeyFrameRequester;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.OutgoingStreams;
import org.starbridge.media.plan.ConferencePlan.Member;
import org.starbridge.media.plan.ConferencePlan.PlannedStream;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.media.source.KeyFrameLimits;
import org.starbridge.media.speech.SpeechMonitor;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Turns a conference's plan into what this worker's packets look up: incoming streams of its own endpoints, and
 * fan-outs to them. Owned by one worker; runs when a plan changes, never per packet.
 */
public final class PlanInstaller {
    private final int worker;
    private final EndpointTable sessions;
    private final FanOuts fanOuts;
    private final KeyFrameRequester keyFrameRequests;
    private final SpeechMembers speech;
    private final SenderUpdater senders;
    private final ReceiverPolicies policies;
    /** Conferences whose plans are in force. */
    private final Map<String, FanOutBuilder> conferences = new HashMap<>();

    /** The plan that is being carried out; left standing when that failed. */
    private @Nullable ConferencePlan unfinished;

    public PlanInstaller(
            int worker,
            EndpointTable sessions,
            FanOuts fanOuts,
            KeyFrameRequester keyFrameRequests,
            KeyFrameLimits keyFrameLimits,
            AudioPolicy audio,
            SpeechMonitor speech) {
        this.worker = worker;
        this.sessions = sessions;
        this.fanOuts = fanOuts;
        this.keyFrameRequests = keyFrameRequests;
        this.speech = new SpeechMembers(worker, speech);
        senders = new SenderUpdater(audio, keyFrameLimits.perSource());
        policies = new ReceiverPolicies(keyFrameLimits);
    }

    /** A new plan of a conference; one without members ends it. */
    public void onPlan(ConferencePlan plan, long nowNs) {
        FanOutBuilder known = conferences.get(plan.conferenceId());
        ConferencePlan before = known == null ? null : known.plan();
        if (before != null && before.version() >= plan.version()) {
            return;
        }
        unfinished = plan;
        if (before != null) {
            removeVanished(before, plan);
        }
        FanOutBuilder builder =
                known != null ? known : new FanOutBuilder(plan.conferenceId(), fanOuts, keyFrameRequests, policies);
        List<PlannedReceiver> receivers = PlannedReceiver.of(plan, builder, worker, sessions);
        for (PlannedReceiver receiver : receivers) {
            if (receiver.isChanged()) {
                senders.update(receiver.session(), receiver.member());
            }
            SenderUpdater.updateTargets(receiver.session(), receiver.member(), plan);
        }
        builder.connect(plan, receivers, nowNs);
        for (PlannedReceiver receiver : receivers) {
            if (receiver.isChanged()) {
                sessions.reschedule(receiver.session()); // it may have negotiated feedback
            }
        }
        speech.update(plan);
        if (plan.members().isEmpty()) {
            forget(plan.conferenceId());
        } else {
            conferences.put(plan.conferenceId(), builder);
        }
        unfinished = null;
    }

    /** Forgets a conference, also one whose plan was carried out in part. */
    public void end(String conferenceId) {
        ConferencePlan empty = new ConferencePlan(conferenceId, Long.MAX_VALUE, List.of());
        ConferencePlan half = unfinished;
        ConferencePlan known = forget(conferenceId);
        speech.end(conferenceId);
        unfinished = null;
        if (half != null && half.conferenceId().equals(conferenceId)) {
            removeVanished(half, empty);
        }
        if (known != null) {
            removeVanished(known, empty);
        }
    }

    /** The plan that was in force, or null. */
    private @Nullable ConferencePlan forget(String conferenceId) {
        FanOutBuilder gone = conferences.remove(conferenceId);
        if (gone == null) {
            return null;
        }
        gone.clear();
        return gone.plan();
    }

    /** The plan of a conference that is in force, or null. */
    public @Nullable ConferencePlan planOf(String conferenceId) {
        FanOutBuilder known = conferences.get(conferenceId);
        return known == null ? null : known.plan();
    }

    /** Conferences that are known. */
    public int size() {
        return conferences.size();
    }

    private void removeVanished(ConferencePlan before, ConferencePlan now) {
        Set<Integer> present = new HashSet<>();
        now.members().forEach(member -> member.streams().forEach(stream -> present.add(stream.handle())));
        for (Member member : before.members()) {
            for (PlannedStream stream : member.streams()) {
                if (!present.contains(stream.handle())) {
                    fanOuts.remove(stream.handle());
                    fanOuts.clocks().forget(stream.handle());
                    sessions.all().forEach(session -> session.outgoing().remove(stream.handle()));
                }
            }
        }
    }

    /** Makes streams of an endpoint's snapshot that it is not sent at present; null if no plan is in force. */
    public OutgoingStreams.@Nullable Maker makerOf(EndpointSession session) {
        FanOutBuilder builder = conferences.get(session.spec().conferenceId());
        return builder == null ? null : builder.makerOf(session);
    }

    /** Encodings of its source that go to a receiver through a stream: a part of the receiver's snapshot. */
    public void state(State state, EndpointSession session, OutgoingStream stream) throws StateException {
        FanOutBuilder builder = conferences.get(session.spec().conferenceId());
        if (builder == null) {
            throw new StateException("the endpoint is in no conference with a plan");
        }
        builder.state(state, session, stream);
    }
}
