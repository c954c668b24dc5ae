package org.starbridge.jvb.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.jvb.endpoint.EndpointSession;
import org.starbridge.jvb.forward.Audience;
import org.starbridge.jvb.forward.ExtensionMaps;
import org.starbridge.jvb.forward.FanOut;
import org.starbridge.jvb.forward.FanOuts;
import org.starbridge.jvb.forward.OutgoingStream;
import org.starbridge.jvb.media.ForwardingTable.Stream;
import org.starbridge.jvb.media.ForwardingTable.Use;
import org.starbridge.jvb.media.MediaKind;
import org.starbridge.jvb.source.IncomingStream;
import org.starbridge.jvb.source.Negotiation;
import org.starbridge.jvb.worker.ConferencePlan.Member;
import org.starbridge.jvb.worker.ConferencePlan.PlannedStream;
import org.starbridge.jvb.worker.WorkerSettings.KeyFrameLimits;

/**
 * Turns a conference's plan into what this worker's packets look up: incoming streams of its own endpoints, and fan-outs to
 * them. Owned by one worker; runs when a plan changes, never per packet.
 */
final class Membership {
    private final int worker;
    private final Sessions sessions;
    private final FanOuts fanOuts;
    private final KeyFrameWishes keyFrameWishes;
    private final KeyFrameLimits keyFrameLimits;
    private final ExtensionMaps extensionMaps = new ExtensionMaps();
    private final Map<String, ConferencePlan> plans = new HashMap<>();
    private final Map<String, Audience> audiences = new HashMap<>();
    /** The plan that is being carried out; left standing when that failed. */
    private @Nullable ConferencePlan unfinished;

    Membership(
            int worker,
            Sessions sessions,
            FanOuts fanOuts,
            KeyFrameWishes keyFrameWishes,
            KeyFrameLimits keyFrameLimits) {
        this.worker = worker;
        this.sessions = sessions;
        this.fanOuts = fanOuts;
        this.keyFrameWishes = keyFrameWishes;
        this.keyFrameLimits = keyFrameLimits;
    }

    /** A new plan of a conference; one without members ends it. */
    void onPlan(ConferencePlan plan) {
        ConferencePlan before = plans.get(plan.conferenceId());
        if (before != null && before.version() >= plan.version()) {
            return;
        }
        unfinished = plan;
        if (before != null) {
            removeVanished(before, plan);
        }
        for (Member member : plan.members()) {
            updateSender(member);
        }
        List<EndpointSession> receivers = new ArrayList<>();
        List<Set<Integer>> wanted = new ArrayList<>();
        for (Member member : plan.members()) {
            EndpointSession session = local(member);
            if (session != null) {
                receivers.add(session);
                wanted.add(member.participant().receivedStreams());
            }
        }
        Audience audience = audiences.computeIfAbsent(plan.conferenceId(), Audience::new);
        for (Member sender : plan.members()) {
            for (PlannedStream stream : sender.streams()) {
                connect(sender, stream, audience, receivers, wanted);
            }
        }
        if (plan.members().isEmpty()) {
            plans.remove(plan.conferenceId());
            forgetAudience(plan.conferenceId());
        } else {
            plans.put(plan.conferenceId(), plan);
        }
        unfinished = null;
    }

    /** Forgets a conference, also one whose plan was carried out by half. */
    void end(String conferenceId) {
        ConferencePlan nobody = new ConferencePlan(conferenceId, Long.MAX_VALUE, List.of());
        ConferencePlan half = unfinished;
        ConferencePlan known = plans.remove(conferenceId);
        forgetAudience(conferenceId);
        unfinished = null;
        if (half != null && half.conferenceId().equals(conferenceId)) {
            removeVanished(half, nobody);
        }
        if (known != null) {
            removeVanished(known, nobody);
        }
    }

    private void forgetAudience(String conferenceId) {
        Audience audience = audiences.remove(conferenceId);
        if (audience != null) {
            audience.clear();
        }
    }

    /** Conferences that are known. */
    int size() {
        return plans.size();
    }

    private @Nullable EndpointSession local(Member member) {
        return member.route().owner() == worker ? sessions.find(member.route().endpointKey()) : null;
    }

    private void removeVanished(ConferencePlan before, ConferencePlan now) {
        Set<Integer> present = new HashSet<>();
        now.members().forEach(member -> member.streams().forEach(stream -> present.add(stream.handle())));
        for (Member member : before.members()) {
            for (PlannedStream stream : member.streams()) {
                if (!present.contains(stream.handle())) {
                    fanOuts.remove(stream.handle());
                    sessions.all().forEach(session -> session.outgoing().remove(stream.handle()));
                }
            }
        }
    }

    private void updateSender(Member member) {
        EndpointSession session = local(member);
        if (session == null) {
            return;
        }
        Negotiation negotiation = new Negotiation(member.participant());
        session.incoming().negotiation(negotiation);
        session.receiver().negotiation(negotiation);
        Set<Integer> handles = new HashSet<>();
        for (PlannedStream planned : member.streams()) {
            handles.add(planned.handle());
            IncomingStream stream = session.incoming().find(planned.stream().ssrc());
            if (stream == null || stream.handle() != planned.handle()) {
                stream = new IncomingStream(planned.handle(), planned.stream(), keyFrameLimits.perSource());
                session.incoming().put(stream);
            }
            stream.update(planned.stream(), planned.workers());
        }
        session.incoming().retain(handles);
    }

    /** The SSRC that repeats a stream's packets, by the sender's FID groups; null if there is none. */
    private static @Nullable Integer retransmissionSsrc(Member sender, Stream media) {
        for (PlannedStream other : sender.streams()) {
            if (other.stream().use() == Use.RETRANSMISSION && other.stream().original() == media.ssrc()) {
                return other.stream().ssrc();
            }
        }
        return null;
    }

    /** Makes the fan-out of one stream to this worker's receivers, each at its place among them. */
    private void connect(
            Member sender,
            PlannedStream planned,
            Audience audience,
            List<EndpointSession> receivers,
            List<Set<Integer>> wanted) {
        @Nullable OutgoingStream[] outgoing = new @Nullable OutgoingStream[receivers.size()];
        boolean isForSomebody = false;
        boolean isNewToSomebody = false;
        for (int i = 0; i < receivers.size(); i++) {
            EndpointSession receiver = receivers.get(i);
            if (!wanted.get(i).contains(planned.stream().ssrc())
                    || receiver.route().equals(sender.route())) {
                OutgoingStream dropped = receiver.outgoing().find(planned.handle());
                if (dropped != null) {
                    dropped.pause();
                }
                continue;
            }
            OutgoingStream stream = receiver.outgoing().find(planned.handle());
            if (stream == null) {
                stream = new OutgoingStream(
                        planned.handle(),
                        planned.stream(),
                        receiver.receiver(),
                        extensionMaps,
                        sender.participant().extensionIds(),
                        keyFrameLimits.perReceiver());
                receiver.outgoing().add(stream);
                isNewToSomebody = true;
            } else {
                stream.negotiated(extensionMaps, sender.participant().extensionIds());
                isNewToSomebody |= stream.resume();
            }
            stream.muted(planned.stream().muted());
            stream.retransmissionSsrc(retransmissionSsrc(sender, planned.stream()));
            outgoing[i] = stream;
            isForSomebody = true;
        }
        if (!isForSomebody) {
            fanOuts.remove(planned.handle());
            return;
        }
        fanOuts.put(
                new FanOut(planned.handle(), sender.route(), planned.stream().kind(), audience, outgoing));
        if (isNewToSomebody
                && planned.stream().kind() == MediaKind.VIDEO
                && planned.stream().use() == Use.MEDIA) {
            keyFrameWishes.request(sender.route(), planned.stream().ssrc());
        }
    }
}
