package org.starbridge.media.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.forward.ExtensionMaps;
import org.starbridge.media.forward.FanOut;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.forward.OutgoingStream;
import org.starbridge.media.forward.PayloadTypeMaps;
import org.starbridge.media.forward.ReceiverGroup;
import org.starbridge.media.plan.ConferencePlan.Member;
import org.starbridge.media.plan.ConferencePlan.PlannedStream;
import org.starbridge.media.source.KeyFrameLimits;
import org.starbridge.media.source.KeyFrameRequestSink;

/**
 * What one conference's receivers on this worker get: fan-outs, by the plan in force. A new plan costs what it changes: who
 * joins a room of thousands is connected to its senders, and nothing else is looked at but the lists. Owned by the worker.
 */
final class FanOutBuilder {
    private final FanOuts fanOuts;
    private final KeyFrameRequestSink keyFrameWishes;
    private final KeyFrameLimits keyFrameLimits;
    private final ExtensionMaps extensionMaps;
    private final PayloadTypeMaps payloadTypeMaps;
    private final ReceiverGroup audience;
    private @Nullable ConferencePlan plan;
    private List<PlannedReceiver> places = List.of();
    /** What each place gets of a source, by the handle of its lowest encoding; null for a place that does not get it. */
    private Map<Integer, @Nullable OutgoingStream[]> bySource = Map.of();

    FanOutBuilder(
            String conferenceId,
            FanOuts fanOuts,
            KeyFrameRequestSink keyFrameWishes,
            KeyFrameLimits keyFrameLimits,
            ExtensionMaps extensionMaps,
            PayloadTypeMaps payloadTypeMaps) {
        this.fanOuts = fanOuts;
        this.keyFrameWishes = keyFrameWishes;
        this.keyFrameLimits = keyFrameLimits;
        this.extensionMaps = extensionMaps;
        this.payloadTypeMaps = payloadTypeMaps;
        audience = new ReceiverGroup(conferenceId);
    }

    /** The plan in force, or null before the first one. */
    @Nullable
    ConferencePlan plan() {
        return plan;
    }

    /** Its receivers on this worker. */
    List<PlannedReceiver> places() {
        return places;
    }

    /** Whether a member of the next plan was in the plan in force already, as it is now. */
    boolean knows(Member member) {
        return plan != null && member.isAsOf(plan.version());
    }

    /** Nobody gets anything any more, not even what waits. */
    void clear() {
        audience.clear();
    }

    /** Carries out a plan; its senders and receivers were updated. */
    void connect(ConferencePlan next, List<PlannedReceiver> nextPlaces, long nowNs) {
        Map<Integer, @Nullable OutgoingStream[]> streams = new HashMap<>();
        for (Member sender : next.members()) {
            for (PlannedStream stream : sender.streams()) {
                if (stream.isLowest()) {
                    Source source = new Source(sender, stream);
                    streams.put(stream.handle(), connect(source, nextPlaces, nowNs));
                }
            }
        }
        plan = next;
        places = nextPlaces;
        bySource = streams;
    }

    /** A source with its encodings, low to high. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Source(Member sender, PlannedStream lowest, List<PlannedStream> encodings, int[] handles) {
        Source(Member sender, PlannedStream lowest) {
            this(sender, lowest, sender.encodingsOf(lowest.stream().ssrc()));
        }

        private Source(Member sender, PlannedStream lowest, List<PlannedStream> encodings) {
            this(
                    sender,
                    lowest,
                    encodings,
                    encodings.stream().mapToInt(PlannedStream::handle).toArray());
        }

        int ssrc() {
            return lowest.stream().ssrc();
        }

        /** The SSRC that repeats its packets, by the sender's FID groups; null if there is none. */
        @Nullable
        Integer retransmissionSsrc() {
            for (PlannedStream other : sender.streams()) {
                if (other.stream().use() == Use.RETRANSMISSION && other.stream().original() == ssrc()) {
                    return other.stream().ssrc();
                }
            }
            return null;
        }

        boolean hasKeyFrames() {
            Stream stream = lowest.stream();
            return stream.kind() == MediaKind.VIDEO && stream.use() == Use.MEDIA;
        }
    }

    /** Makes the fan-outs of a source's encodings to the receivers, each at its place among them. */
    private @Nullable OutgoingStream[] connect(Source source, List<PlannedReceiver> nextPlaces, long nowNs) {
        @Nullable
        OutgoingStream @Nullable [] before =
                knows(source.sender()) ? bySource.get(source.lowest().handle()) : null;
        @Nullable OutgoingStream[] streams = new @Nullable OutgoingStream[nextPlaces.size()];
        boolean wishesKeyFrame = false;
        for (int i = 0; i < streams.length; i++) {
            PlannedReceiver place = nextPlaces.get(i);
            boolean isNew = false;
            OutgoingStream stream;
            if (before != null && !place.isChanged()) {
                stream = before[place.before()]; // neither end has changed
            } else {
                stream = find(source, place);
                isNew = stream != null && aim(stream, source, place);
            }
            streams[i] = stream;
            wishesKeyFrame |= stream != null && (stream.takeKeyFrameRequest() || isNew);
        }
        for (PlannedStream encoding : source.encodings()) {
            putFanOut(source, encoding, streams, nowNs);
        }
        if (wishesKeyFrame && source.hasKeyFrames()) {
            keyFrameWishes.request(source.sender().route(), source.ssrc());
        }
        return streams;
    }

    /** What is to bring a source to a receiver; null if the receiver does not get it, and then nothing does. */
    private @Nullable OutgoingStream find(Source source, PlannedReceiver place) {
        EndpointSession receiver = place.session();
        for (PlannedStream other : source.encodings()) {
            OutgoingStream former =
                    other.isLowest() ? null : receiver.outgoing().find(other.handle());
            if (former != null) {
                former.pause(); // it was a source of its own
            }
        }
        if (target(source, place) != ForwardingTable.SUSPENDED) {
            return stream(source, receiver, place.member().transport());
        }
        OutgoingStream known = receiver.outgoing().find(source.lowest().handle());
        if (known != null) {
            known.pause();
        }
        return null;
    }

    private static int target(Source source, PlannedReceiver place) {
        return place.session().route().equals(source.sender().route())
                ? ForwardingTable.SUSPENDED
                : place.member().transport().target(source.ssrc());
    }

    /** The source's own stream, or a slot of the receiver's; paused if it is new. */
    private OutgoingStream stream(Source source, EndpointSession receiver, Transport transport) {
        PlannedStream lowest = source.lowest();
        SourceSlot slot = transport.slots().get(source.ssrc());
        OutgoingStream stream = slot == null
                ? receiver.outgoing().find(lowest.handle())
                : receiver.outgoing().findBySsrc(slot.ssrc());
        Map<String, Integer> extensionIds = source.sender().transport().extensionIds();
        if (stream == null && slot == null) {
            stream = new OutgoingStream(
                    lowest.handle(),
                    lowest.stream(),
                    receiver.receiver(),
                    extensionMaps,
                    extensionIds,
                    keyFrameLimits.perReceiver());
            stream.pause();
            stream.negotiated(payloadTypeMaps, source.sender().transport().payloadTypes());
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
        stream.negotiated(extensionMaps, extensionIds);
        stream.negotiated(payloadTypeMaps, source.sender().transport().payloadTypes());
        return stream;
    }

    /** Tells a stream what to bring; true if it brought nothing before, also because it was muted. */
    private static boolean aim(OutgoingStream stream, Source source, PlannedReceiver place) {
        boolean isNew = stream.resume();
        isNew |= stream.muted(source.lowest().stream().muted());
        stream.target(source.handles(), target(source, place));
        stream.retransmissionSsrc(source.retransmissionSsrc());
        return isNew;
    }

    /** Packets of an encoding go to where they may be needed: not to who is to get a lower one. */
    private void putFanOut(Source source, PlannedStream encoding, @Nullable OutgoingStream[] candidates, long nowNs) {
        @Nullable OutgoingStream[] streams = new @Nullable OutgoingStream[candidates.length];
        boolean isForSomebody = false;
        for (int i = 0; i < streams.length; i++) {
            OutgoingStream stream = candidates[i];
            if (stream != null && stream.mayTake(encoding.stream().encoding(), nowNs)) {
                streams[i] = stream;
                isForSomebody = true;
            }
        }
        if (isForSomebody) {
            fanOuts.put(new FanOut(
                    encoding.handle(),
                    source.lowest().handle(),
                    source.sender().route(),
                    encoding.stream().kind(),
                    audience,
                    streams));
        } else {
            fanOuts.remove(encoding.handle());
        }
    }
}
