package org.starbridge.media.blackbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.Arrival;
import org.starbridge.media.api.ForwardingTable.Participant;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Reception;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.plan.ConferencePlan;
import org.starbridge.media.plan.ConferencePlan.Member;
import org.starbridge.media.plan.ConferencePlan.PlannedStream;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** Plans of who gets what as bytes, and back. Names of sources are left out. */
public final class PlanCodec {
    private static final int MAX_TEXT_BYTES = 1024;
    private static final int MAX_MEMBERS = 100_000;

    private PlanCodec() {}

    static byte[] plan(ConferencePlan plan) {
        return CommandCodec.written(state -> plan(state, plan));
    }

    public static ConferencePlan plan(byte[] bytes) throws StateException {
        ConferencePlan[] result = new ConferencePlan[1];
        CommandCodec.read(bytes, state -> result[0] = plan(state, null));
        return result[0];
    }

    private static ConferencePlan plan(State state, @Nullable ConferencePlan plan) throws StateException {
        return new ConferencePlan(
                state.text(plan == null ? "" : plan.conferenceId(), MAX_TEXT_BYTES),
                state.i64(plan == null ? 0 : plan.version()),
                state.list(plan == null ? List.of() : plan.members(), MAX_MEMBERS, PlanCodec::member),
                state.i32(plan == null ? 0 : plan.listener()),
                ssrcs(state, plan == null ? Set.of() : plan.insistedAudio()),
                numbers(state, plan == null ? Map.of() : plan.targets()));
    }

    private static Member member(State state, @Nullable Member member) throws StateException {
        return new Member(
                CommandCodec.route(state, member == null ? null : member.route()),
                transport(state, member == null ? null : member.transport()),
                state.list(member == null ? List.of() : member.streams(), MAX_MEMBERS, PlanCodec::planned),
                state.i64(member == null ? 0 : member.since()));
    }

    private static PlannedStream planned(State state, @Nullable PlannedStream planned) throws StateException {
        return new PlannedStream(
                state.i32(planned == null ? 0 : planned.handle()),
                stream(state, planned == null ? null : planned.stream()),
                state.i64(planned == null ? 0 : planned.workers()),
                state.i32(planned == null ? 0 : planned.participantKey()));
    }

    private static Transport transport(State state, @Nullable Transport transport) throws StateException {
        return new Transport(
                state.i32(transport == null ? 0 : transport.endpointKey()),
                state.map(
                        transport == null ? Map.of() : transport.payloadTypes(),
                        MAX_MEMBERS,
                        PlanCodec::number,
                        PlanCodec::payloadType),
                state.map(
                        transport == null ? Map.of() : transport.extensionIds(),
                        MAX_MEMBERS,
                        (s, text) -> s.text(text == null ? "" : text, MAX_TEXT_BYTES),
                        PlanCodec::number),
                state.bool(transport != null && transport.acceptsTwoByteExtensions()),
                state.list(transport == null ? List.of() : transport.participants(), MAX_MEMBERS, (s, one) -> {
                    int key = s.i32(one == null ? 0 : one.key());
                    return new Participant(
                            key, s.list(one == null ? List.of() : one.streams(), MAX_MEMBERS, PlanCodec::stream));
                }),
                ssrcs(state, transport == null ? Set.of() : transport.receivedStreams()),
                numbers(state, transport == null ? Map.of() : transport.targetLayers()),
                state.map(
                        transport == null ? Map.of() : transport.slots(),
                        MAX_MEMBERS,
                        PlanCodec::number,
                        PlanCodec::slot),
                state.choice(transport == null ? Reception.CHOSEN_LAYERS : transport.reception(), Reception.values()));
    }

    private static PayloadType payloadType(State state, @Nullable PayloadType type) throws StateException {
        return new PayloadType(
                state.i32(type == null ? 0 : type.number(), 0, 127),
                state.choice(type == null ? MediaKind.AUDIO : type.kind(), MediaKind.values()),
                state.text(type == null ? "" : type.encoding(), MAX_TEXT_BYTES),
                state.i32(type == null ? 0 : type.clockRateHz()),
                state.bool(type != null && type.supportsPli()),
                state.bool(type != null && type.supportsFir()),
                state.bool(type != null && type.supportsNack()),
                state.i32(type == null ? 0 : type.retransmits()),
                state.text(type == null ? "" : type.format(), MAX_TEXT_BYTES),
                state.bool(type != null && type.supportsRemb()),
                state.bool(type != null && type.supportsTransportFeedback()));
    }

    private static Stream stream(State state, @Nullable Stream stream) throws StateException {
        int ssrc = state.i32(stream == null ? 0 : stream.ssrc());
        return new Stream(
                ssrc,
                Integer.toUnsignedString(ssrc),
                state.choice(stream == null ? MediaKind.AUDIO : stream.kind(), MediaKind.values()),
                state.choice(stream == null ? Use.MEDIA : stream.use(), Use.values()),
                state.bool(stream != null && stream.muted()),
                state.i32(stream == null ? 0 : stream.original()),
                state.i32(stream == null ? 0 : stream.lowest()),
                state.i32(stream == null ? 0 : stream.encoding(), 0, 7),
                state.optional(stream == null ? null : stream.arrival(), PlanCodec::arrival));
    }

    private static Arrival arrival(State state, @Nullable Arrival arrival) throws StateException {
        return new Arrival(
                text(state, arrival == null ? null : arrival.rid()),
                text(state, arrival == null ? null : arrival.mid()),
                state.optional(arrival == null ? null : arrival.ssrc(), PlanCodec::number));
    }

    private static SourceSlot slot(State state, @Nullable SourceSlot slot) throws StateException {
        return new SourceSlot(
                state.i32(slot == null ? 0 : slot.ssrc()),
                state.i32(slot == null ? 0 : slot.retransmissionSsrc()),
                text(state, slot == null ? null : slot.mid()));
    }

    private static @Nullable String text(State state, @Nullable String value) throws StateException {
        return state.optional(value, (s, text) -> s.text(text == null ? "" : text, MAX_TEXT_BYTES));
    }

    private static int number(State state, @Nullable Integer value) throws StateException {
        return state.i32(value == null ? 0 : value);
    }

    private static Set<Integer> ssrcs(State state, Set<Integer> values) throws StateException {
        List<Integer> sorted = new ArrayList<>(values);
        sorted.sort(null);
        return Set.copyOf(state.list(sorted, MAX_MEMBERS, PlanCodec::number));
    }

    private static Map<Integer, Integer> numbers(State state, Map<Integer, Integer> values) throws StateException {
        return state.map(values, MAX_MEMBERS, PlanCodec::number, PlanCodec::number);
    }
}
