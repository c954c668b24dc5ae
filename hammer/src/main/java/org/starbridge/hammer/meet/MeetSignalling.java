package org.starbridge.hammer.meet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jitsi.xmpp.extensions.jingle.JingleAction;
import org.starbridge.colibri.MediaSource;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.signalling.BridgeTransport;
import org.starbridge.hammer.client.signalling.ClientTransport;
import org.starbridge.hammer.client.signalling.Signalling;
import org.starbridge.hammer.media.Codec;

/** Endpoints as participants of a room that a focus invites. */
final class MeetSignalling implements Signalling {
    private final MeetRoom place;
    private final Codec videoCodec;
    private final boolean rtx;
    private final boolean sourcesLater;
    private final List<String> features;
    private final long timeoutMs;
    private final Map<String, Seat> seats = new ConcurrentHashMap<>();

    /** One endpoint in the room; {@code answer} speaks for it in its session. */
    private record Seat(EndpointPlan plan, Participant participant, Answer answer) {}

    /**
     * @param rtx whether retransmissions are to have a stream of their own
     * @param sourcesLater whether sources come by source-add and go by source-remove, instead of coming with the
     *     session-accept
     * @param channel what may carry the bridge channel
     * @param timeoutMs for each answer, and for the invitation
     */
    MeetSignalling(
            MeetRoom place, Codec videoCodec, boolean rtx, boolean sourcesLater, ChannelKind channel, long timeoutMs) {
        this.place = place;
        this.videoCodec = videoCodec;
        this.rtx = rtx;
        this.sourcesLater = sourcesLater;
        this.timeoutMs = timeoutMs;
        features = Features.of(rtx, channel.asksForData());
    }

    @Override
    public String conference() {
        return place.room();
    }

    @Override
    public boolean isOpenedByFirst() {
        return false;
    }

    @Override
    public BridgeTransport enter(EndpointPlan plan, ClientTransport own, boolean isFirst)
            throws IOException, InterruptedException {
        Participant participant = Participant.connect(place, plan.id(), features, timeoutMs);
        try {
            participant.requestConference();
            participant.enter(plan.sources());
            Offer offer = new Offer(participant.awaitInvitation(), plan.id(), videoCodec, rtx);
            BridgeTransport bridge = offer.bridgeSide(place.server().host());
            seats.put(plan.id(), new Seat(plan, participant, new Answer(offer, plan.id())));
            return bridge;
        } catch (IOException | InterruptedException | RuntimeException e) {
            participant.close();
            throw e;
        }
    }

    @Override
    public void answer(EndpointPlan plan, ClientTransport side) throws IOException, InterruptedException {
        Seat seat = seat(plan);
        List<MediaSource> sources = plan.sources();
        seat.participant().send(seat.answer().accept(side, sourcesLater ? List.of() : sources));
        seat.participant().send(seat.answer().candidates(side));
        if (sourcesLater && !sources.isEmpty()) {
            seat.participant().send(seat.answer().sources(JingleAction.SOURCEADD, sources));
        }
    }

    private Seat seat(EndpointPlan plan) {
        Seat seat = seats.get(plan.id());
        if (seat == null) {
            throw new IllegalStateException("endpoint " + plan.id() + " has not joined the room");
        }
        return seat;
    }

    /** All endpoints leave; then the focus ends the conference. */
    @Override
    public void end() throws IOException, InterruptedException {
        if (sourcesLater) {
            for (Seat seat : seats.values()) {
                List<MediaSource> sources = seat.plan().sources();
                if (!sources.isEmpty()) {
                    seat.participant().send(seat.answer().sources(JingleAction.SOURCEREMOVE, sources));
                }
            }
        }
        close();
    }

    /**
     * Among them, which participants the focus has not told of all others' sources: a real client would not show these.
     */
    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (Seat seat : seats.values()) {
            warnings.addAll(seat.participant().warnings());
            List<Long> others = seats.values().stream()
                    .filter(other -> !other.plan().id().equals(seat.plan().id()))
                    .flatMap(other -> other.plan().ssrcs().stream())
                    .toList();
            long untold = seat.participant().untold(others);
            if (untold > 0) {
                warnings.add("the focus has not signalled to " + seat.plan().id() + " " + untold + " of "
                        + others.size() + " SSRCs of others");
            }
        }
        return warnings;
    }

    @Override
    public void close() {
        seats.values().forEach(seat -> seat.participant().close());
    }
}
