package org.starbridge.control.selection;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.MediaKind;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * A camera, microphone or screen as its owner declared it.
 *
 * @param name its Colibri2 name, {@code 1a2b3c4d-v0}
 * @param kind audio or video
 * @param ssrcs every SSRC of it, and what that carries
 * @param encodings SSRCs of its encodings, low to high quality: the {@code SIM} group if there is one
 * @param simulcast whether the encodings are alternatives of one picture, of which a receiver gets one
 * @param synthetic audio that a bridge makes, a translation say: only receivers that name it get it
 */
public record DeclaredSource(
        String name,
        MediaKind kind,
        List<DeclaredSsrc> ssrcs,
        List<Integer> encodings,
        boolean simulcast,
        boolean synthetic) {
    private static final int MAX_TEXT_BYTES = 4096;
    private static final int MAX_SSRCS = 1 << 16;
    private static final DeclaredSource NOTHING = new DeclaredSource("", MediaKind.AUDIO, List.of(), List.of(), false);

    /** One that its owner's client sends. */
    public DeclaredSource(
            String name, MediaKind kind, List<DeclaredSsrc> ssrcs, List<Integer> encodings, boolean simulcast) {
        this(name, kind, ssrcs, encodings, simulcast, false);
    }

    public DeclaredSource {
        ssrcs = List.copyOf(ssrcs);
        encodings = List.copyOf(encodings);
    }

    /**
     * One SSRC.
     *
     * @param original the SSRC whose packets it repeats or corrects; of media, its own
     * @param arrival how its packets are known, if not by the number, which then only stands for it; else null
     */
    public record DeclaredSsrc(
            int ssrc, ForwardingTable.Use use, int original, ForwardingTable.@Nullable Arrival arrival) {
        /** One whose number was declared. */
        public DeclaredSsrc(int ssrc, ForwardingTable.Use use, int original) {
            this(ssrc, use, original, null);
        }

        /** One that belongs to no group. */
        public DeclaredSsrc(int ssrc, ForwardingTable.Use use) {
            this(ssrc, use, ssrc);
        }
    }

    /** Number of encodings that can be alternatives of one picture; what is declared beyond that is not sent. */
    static final int MAX_ENCODINGS = 8;

    /**
     * The SSRCs under which a receiver gets this source. Of simulcast encodings that is the first, the lowest:
     * whichever goes to the receiver has its SSRC. Without simulcast it is every encoding.
     */
    public List<Integer> forwardedSsrcs() {
        return simulcast && !encodings.isEmpty() ? encodings.subList(0, 1) : encodings;
    }

    /** Returns which of several alternatives an SSRC carries, low to high quality; -1 if it is none of them. */
    int encodingOf(int ssrc) {
        int encoding = simulcast ? encodings.indexOf(ssrc) : -1;
        return encoding < MAX_ENCODINGS ? encoding : -1;
    }

    /** Its part of a snapshot; null when the record is read. */
    public static DeclaredSource state(State state, @Nullable DeclaredSource source) throws StateException {
        DeclaredSource known = source == null ? NOTHING : source;
        String name = state.text(known.name, MAX_TEXT_BYTES);
        MediaKind kind = state.choice(known.kind, MediaKind.values());
        List<DeclaredSsrc> ssrcs = state.list(known.ssrcs, MAX_SSRCS, DeclaredSource::ssrc);
        List<Integer> encodings =
                state.list(known.encodings, MAX_SSRCS, (each, ssrc) -> each.i32(ssrc == null ? 0 : ssrc));
        return new DeclaredSource(
                name, kind, ssrcs, encodings, state.bool(known.simulcast), state.bool(known.synthetic));
    }

    private static DeclaredSsrc ssrc(State state, @Nullable DeclaredSsrc ssrc) throws StateException {
        DeclaredSsrc known = ssrc == null ? new DeclaredSsrc(0, ForwardingTable.Use.MEDIA) : ssrc;
        return new DeclaredSsrc(
                state.i32(known.ssrc),
                state.choice(known.use, ForwardingTable.Use.values()),
                state.i32(known.original),
                state.<ForwardingTable.@Nullable Arrival>optional(known.arrival, DeclaredSource::arrival));
    }

    private static ForwardingTable.Arrival arrival(State state, ForwardingTable.@Nullable Arrival arrival)
            throws StateException {
        ForwardingTable.Arrival known = arrival == null ? new ForwardingTable.Arrival(null, null, null) : arrival;
        return new ForwardingTable.Arrival(
                state.<@Nullable String>optional(known.rid(), DeclaredSource::text),
                state.<@Nullable String>optional(known.mid(), DeclaredSource::text),
                state.<@Nullable Integer>optional(known.ssrc(), (each, ssrc) -> each.i32(ssrc == null ? 0 : ssrc)));
    }

    private static String text(State state, @Nullable String text) throws StateException {
        return state.text(text == null ? "" : text, MAX_TEXT_BYTES);
    }
}
