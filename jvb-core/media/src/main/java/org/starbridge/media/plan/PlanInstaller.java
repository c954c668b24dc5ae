package org.starbridge.media.plan;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.EndpointTable;
import org.starbridge.media.forward.ExtensionMaps;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.forward.PayloadTypeMaps;
import org.starbridge.media.layers.SourceLayers;
import org.starbridge.media.plan.ConferencePlan.Member;
import org.starbridge.media.plan.ConferencePlan.PlannedStream;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.media.source.IncomingStream;
import org.starbridge.media.source.KeyFrameLimits;
import org.starbridge.media.source.KeyFrameRequestSink;
import org.starbridge.media.source.Negotiations;
import org.starbridge.media.speech.SpeechMonitor;

/**
 * Turns a conference's plan into what this worker's packets look up: incoming streams of its own endpoints, and fan-outs to
 * them. Owned by one worker; runs when a plan changes, never per packet.
 */
public final class PlanInstaller {
    private final int worker;
    private final EndpointTable sessions;
    private final FanOuts fanOuts;
    private final KeyFrameRequestSink keyFrameWishes;
    private final KeyFrameLimits keyFrameLimits;
    private final AudioPolicy audio;
    private final SpeechMonitor speech;
    private final Negotiations negotiations = new Negotiations();
    private final ExtensionMaps extensionMaps = new ExtensionMaps();
    private final PayloadTypeMaps payloadTypeMaps = new PayloadTypeMaps();
    /** What is in force. */
    private final Map<String, FanOutBuilder> conferences = new HashMap<>();

    /** The plan that is being carried out; left standing when that failed. */
    private @Nullable ConferencePlan unfinished;

    public PlanInstaller(
            int worker,
            EndpointTable sessions,
            FanOuts fanOuts,
            KeyFrameRequestSink keyFrameWishes,
            KeyFrameLimits keyFrameLimits,
            AudioPolicy audio,
            SpeechMonitor speech) {
        this.worker = worker;
        this.sessions = sessions;
        this.fanOuts = fanOuts;
        this.keyFrameWishes = keyFrameWishes;
        this.keyFrameLimits = keyFrameLimits;
        this.audio = audio;
        this.speech = speech;
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
        FanOutBuilder connections = known != null
                ? known
                : new FanOutBuilder(
                        plan.conferenceId(), fanOuts, keyFrameWishes, keyFrameLimits, extensionMaps, payloadTypeMaps);
        List<PlannedReceiver> places = PlannedReceiver.of(plan, connections, this::local);
        for (PlannedReceiver place : places) {
            if (place.isChanged()) {
                updateSender(place.session(), place.member());
            }
        }
        connections.connect(plan, places, nowNs);
        listen(plan);
        if (plan.members().isEmpty()) {
            forget(plan.conferenceId());
        } else {
            conferences.put(plan.conferenceId(), connections);
        }
        unfinished = null;
    }

    /** Forgets a conference, also one whose plan was carried out by half. */
    public void end(String conferenceId) {
        ConferencePlan nobody = new ConferencePlan(conferenceId, Long.MAX_VALUE, List.of());
        ConferencePlan half = unfinished;
        ConferencePlan known = forget(conferenceId);
        speech.end(conferenceId);
        unfinished = null;
        if (half != null && half.conferenceId().equals(conferenceId)) {
            removeVanished(half, nobody);
        }
        if (known != null) {
            removeVanished(known, nobody);
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

    /** Conferences that are known. */
    public int size() {
        return conferences.size();
    }

    /** Everybody who sends anything takes part, with what it sends of audio. */
    private void listen(ConferencePlan plan) {
        if (plan.listener() != worker) {
            return;
        }
        Set<Integer> speakers = new TreeSet<>(); // who has a greater key came later
        Map<Integer, Integer> keys = new HashMap<>();
        Set<Integer> insisted = new HashSet<>();
        for (Member member : plan.members()) {
            for (PlannedStream planned : member.streams()) {
                speakers.add(member.route().endpointKey());
                if (planned.stream().kind() == MediaKind.AUDIO
                        && planned.stream().use() == Use.MEDIA) {
                    keys.put(planned.handle(), member.route().endpointKey());
                    if (plan.insistedAudio().contains(planned.stream().ssrc())) {
                        insisted.add(planned.handle());
                    }
                }
            }
        }
        speech.members(plan.conferenceId(), speakers, keys, insisted);
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
                    fanOuts.clocks().forget(stream.handle());
                    sessions.all().forEach(session -> session.outgoing().remove(stream.handle()));
                }
            }
        }
    }

    private void updateSender(EndpointSession session, Member member) {
        Transport transport = member.transport();
        session.incoming().negotiation(negotiations.of(transport));
        session.receiver()
                .negotiation(
                        audio.stripsRedundancy()
                                ? negotiations.withoutRedundancy(transport)
                                : negotiations.of(transport));
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
            stream.targets(planned.targets());
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
}
