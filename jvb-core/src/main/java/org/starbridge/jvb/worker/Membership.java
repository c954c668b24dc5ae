package org.starbridge.jvb.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.starbridge.jvb.endpoint.EndpointSession;
import org.starbridge.jvb.forward.Audience;
import org.starbridge.jvb.forward.ExtensionMaps;
import org.starbridge.jvb.forward.FanOut;
import org.starbridge.jvb.forward.FanOuts;
import org.starbridge.jvb.forward.OutgoingStream;
import org.starbridge.jvb.layers.SourceLayers;
import org.starbridge.jvb.media.ForwardingTable;
import org.starbridge.jvb.media.ForwardingTable.Participant;
import org.starbridge.jvb.media.ForwardingTable.Slot;
import org.starbridge.jvb.media.ForwardingTable.Stream;
import org.starbridge.jvb.media.ForwardingTable.Use;
import org.starbridge.jvb.media.MediaKind;
import org.starbridge.jvb.source.AudioPolicy;
import org.starbridge.jvb.source.IncomingStream;
import org.starbridge.jvb.source.Negotiation;
import org.starbridge.jvb.speech.SpeechWatch;
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
    private final AudioPolicy audio;
    private final SpeechWatch speech;
    private final ExtensionMaps extensionMaps = new ExtensionMaps();
    private final Map<String, ConferencePlan> plans = new HashMap<>();
    private final Map<String, Audience> audiences = new HashMap<>();
    /** A receiver of this worker, in the order of the plan. */
    private record Place(EndpointSession session, Participant participant) {}

    /** The plan that is being carried out; left standing when that failed. */
    private @Nullable ConferencePlan unfinished;

    Membership(
            int worker,
            Sessions sessions,
            FanOuts fanOuts,
            KeyFrameWishes keyFrameWishes,
            KeyFrameLimits keyFrameLimits,
            AudioPolicy audio,
            SpeechWatch speech) {
        this.worker = worker;
        this.sessions = sessions;
        this.fanOuts = fanOuts;
        this.keyFrameWishes = keyFrameWishes;
        this.keyFrameLimits = keyFrameLimits;
        this.audio = audio;
        this.speech = speech;
    }

    /** A new plan of a conference; one without members ends it. */
    void onPlan(ConferencePlan plan, long nowNs) {
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
        List<Place> places = new ArrayList<>();
        for (Member member : plan.members()) {
            EndpointSession session = local(member);
            if (session != null) {
                places.add(new Place(session, member.participant()));
            }
        }
        Audience audience = audiences.computeIfAbsent(plan.conferenceId(), Audience::new);
        for (Member sender : plan.members()) {
            for (PlannedStream stream : sender.streams()) {
                if (stream.isLowest()) {
                    connect(sender, stream, audience, places, nowNs);
                }
            }
        }
        listen(plan);
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
        speech.end(conferenceId);
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

    /** Everybody who sends anything takes part, with what it sends of audio. */
    private void listen(ConferencePlan plan) {
        if (plan.listener() != worker) {
            return;
        }
        Set<Integer> speakers = new TreeSet<>(); // who has a greater key came later
        Map<Integer, Integer> keys = new HashMap<>();
        for (Member member : plan.members()) {
            for (PlannedStream planned : member.streams()) {
                speakers.add(member.route().endpointKey());
                if (planned.stream().kind() == MediaKind.AUDIO
                        && planned.stream().use() == Use.MEDIA) {
                    keys.put(planned.handle(), member.route().endpointKey());
                }
            }
        }
        speech.members(plan.conferenceId(), speakers, keys);
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
        session.receiver()
                .negotiation(
                        audio.stripsRedundancy() ? Negotiation.withoutRedundancy(member.participant()) : negotiation);
        Set<Integer> handles = new HashSet<>();
        Map<Integer, SourceLayers> layers = new HashMap<>();
        for (PlannedStream planned : member.streams()) {
            handles.add(planned.handle());
            IncomingStream stream = session.incoming().find(planned.stream().ssrc());
            if (stream == null || stream.handle() != planned.handle()) {
                stream = new IncomingStream(planned.handle(), planned.stream(), keyFrameLimits.perSource(), audio);
                session.incoming().put(stream);
            }
            stream.update(planned.stream(), planned.workers());
            if (stream.layers() != null) {
                stream.place(
                        layers.computeIfAbsent(
                                planned.stream().lowest(), lowest -> layersOf(session, member.encodingsOf(lowest))),
                        planned.stream().encoding());
            }
        }
        session.incoming().retain(handles);
        session.incoming().declared();
    }

    /** What is known of the layers of a source, unless it has other encodings than it had. */
    private static SourceLayers layersOf(EndpointSession sender, List<PlannedStream> encodings) {
        IncomingStream lowest = encodings.isEmpty()
                ? null
                : sender.incoming().find(encodings.getFirst().stream().ssrc());
        SourceLayers known = lowest == null ? null : lowest.layers();
        int count = Math.max(1, encodings.size());
        return known != null && known.encodings() == count ? known : new SourceLayers(count);
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

    /** Makes the fan-outs of a source's encodings to this worker's receivers, each at its place among them. */
    private void connect(Member sender, PlannedStream lowest, Audience audience, List<Place> places, long nowNs) {
        List<PlannedStream> encodings = sender.encodingsOf(lowest.stream().ssrc());
        int[] handles = encodings.stream().mapToInt(PlannedStream::handle).toArray();
        @Nullable OutgoingStream[] outgoing = new @Nullable OutgoingStream[places.size()];
        boolean wishesKeyFrame = false;
        for (int i = 0; i < outgoing.length; i++) {
            EndpointSession receiver = places.get(i).session();
            for (PlannedStream other : encodings) {
                OutgoingStream former =
                        other.isLowest() ? null : receiver.outgoing().find(other.handle());
                if (former != null) {
                    former.pause(); // it was a source of its own
                }
            }
            Participant participant = places.get(i).participant();
            int target = receiver.route().equals(sender.route())
                    ? ForwardingTable.SUSPENDED
                    : participant.target(lowest.stream().ssrc());
            if (target == ForwardingTable.SUSPENDED) {
                OutgoingStream known = receiver.outgoing().find(lowest.handle());
                if (known != null) {
                    known.pause();
                }
                continue;
            }
            OutgoingStream stream = stream(sender, lowest, receiver, participant);
            boolean isNew = stream.resume();
            stream.muted(lowest.stream().muted());
            stream.target(handles, target);
            stream.retransmissionSsrc(retransmissionSsrc(sender, lowest.stream()));
            wishesKeyFrame |= stream.takeKeyFrameWish() || isNew;
            outgoing[i] = stream;
        }
        for (PlannedStream encoding : encodings) {
            putFanOut(sender, lowest, encoding, audience, outgoing, nowNs);
        }
        if (wishesKeyFrame
                && lowest.stream().kind() == MediaKind.VIDEO
                && lowest.stream().use() == Use.MEDIA) {
            keyFrameWishes.request(sender.route(), lowest.stream().ssrc());
        }
    }

    /** What brings a source to a receiver: the source's own stream, or a slot of the receiver's; paused if it is new. */
    private OutgoingStream stream(
            Member sender, PlannedStream lowest, EndpointSession receiver, Participant participant) {
        Slot slot = participant.slots().get(lowest.stream().ssrc());
        OutgoingStream stream = slot == null
                ? receiver.outgoing().find(lowest.handle())
                : receiver.outgoing().findBySsrc(slot.ssrc());
        if (stream == null && slot == null) {
            stream = new OutgoingStream(
                    lowest.handle(),
                    lowest.stream(),
                    receiver.receiver(),
                    extensionMaps,
                    sender.participant().extensionIds(),
                    keyFrameLimits.perReceiver());
            stream.pause();
            receiver.outgoing().add(stream);
            return stream;
        }
        if (stream == null) {
            stream = new OutgoingStream(
                    Objects.requireNonNull(slot),
                    lowest.stream().kind(),
                    receiver.receiver(),
                    keyFrameLimits.perReceiver());
        }
        if (slot != null) {
            receiver.outgoing().carry(stream, lowest.handle(), lowest.stream());
        }
        stream.negotiated(extensionMaps, sender.participant().extensionIds());
        return stream;
    }

    /** Packets of an encoding go to where they may be needed: not to who is to get a lower one. */
    private void putFanOut(
            Member sender,
            PlannedStream lowest,
            PlannedStream encoding,
            Audience audience,
            @Nullable OutgoingStream[] outgoing,
            long nowNs) {
        @Nullable OutgoingStream[] streams = new @Nullable OutgoingStream[outgoing.length];
        boolean isForSomebody = false;
        for (int i = 0; i < streams.length; i++) {
            OutgoingStream stream = outgoing[i];
            if (stream != null && stream.mayTake(encoding.stream().encoding(), nowNs)) {
                streams[i] = stream;
                isForSomebody = true;
            }
        }
        if (isForSomebody) {
            fanOuts.put(new FanOut(
                    encoding.handle(),
                    lowest.handle(),
                    sender.route(),
                    encoding.stream().kind(),
                    audience,
                    streams));
        } else {
            fanOuts.remove(encoding.handle());
        }
    }
}
