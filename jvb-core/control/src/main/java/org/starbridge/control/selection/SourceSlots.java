package org.starbridge.control.selection;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The slots in which one receiver gets sources of one kind: which source is in which. Guarded by the owner of it; no
 * clock.
 *
 * <p>A source stays in its slot, also while the receiver does not get it, so that it comes back where it was. What
 * needs a slot takes, first, the one that has been empty for the longest time; then a new one, up to the limit; then
 * that of the source which the receiver has not got for the longest time. A slot is never given up: a receiver keeps
 * state for every SSRC that it ever saw, and so do we, so those of sources that left are used again.
 */
final class SourceSlots {
    private static final int MAX_MID_BYTES = 256;

    private final int limit;
    private final IntFunction<SourceSlot> fresh;
    private final List<Place> places = new ArrayList<>();
    private long round;

    /** A slot and what is in it. */
    private static final class Place {
        final SourceSlot slot;

        @Nullable
        Integer source;

        /** Round in which the receiver last got the source in it, or in which it became empty. */
        long lastUsed;

        Place(SourceSlot slot) {
            this.slot = slot;
        }
    }

    /**
     * No slots yet.
     *
     * @param limit how many there can be, 1 or more
     * @param fresh makes another slot; its argument is the slot's number, from 0 on
     */
    SourceSlots(int limit, IntFunction<SourceSlot> fresh) {
        this.limit = limit;
        this.fresh = fresh;
    }

    /**
     * Finds a place for what the receiver is to get.
     *
     * @param wanted sources that it is to get, the most important first; those beyond the limit get no place
     * @param others what it may get later: they get empty and new slots, never those of other sources
     * @return the slot of every source that has one, among them sources that are in neither list but still
     *     {@code present}
     */
    Map<Integer, SourceSlot> assign(List<Integer> wanted, List<Integer> others, Set<Integer> present) {
        round++;
        for (Place place : places) {
            if (place.source != null && !present.contains(place.source)) {
                place.source = null;
                place.lastUsed = round;
            }
        }
        List<Integer> first = wanted.subList(0, Math.min(limit, wanted.size()));
        Set<Integer> kept = new HashSet<>(first);
        Map<Integer, Place> bySource = bySource();
        for (int source : first) {
            Place place = bySource.get(source);
            if (place == null) {
                place = vacate(kept);
                place.source = source;
            }
            place.lastUsed = round;
        }
        bySource = bySource();
        for (int source : others) {
            Place place = bySource.containsKey(source) ? null : empty();
            if (place != null) {
                place.source = source;
                place.lastUsed = round;
            }
        }
        Map<Integer, SourceSlot> slots = new LinkedHashMap<>();
        bySource().forEach((source, place) -> slots.put(source, place.slot));
        return slots;
    }

    /** The slot that was made first; made now if there is none. */
    SourceSlot first() {
        if (places.isEmpty()) {
            places.add(new Place(fresh.apply(0)));
        }
        return places.getFirst().slot;
    }

    /** In the order in which the slots were made. */
    private Map<Integer, Place> bySource() {
        Map<Integer, Place> found = new LinkedHashMap<>();
        for (Place place : places) {
            if (place.source != null) {
                found.put(place.source, place);
            }
        }
        return found;
    }

    /** A place for a source that is to be got; there is one, since no more are kept than there can be slots. */
    private Place vacate(Set<Integer> kept) {
        Place place = empty();
        if (place != null) {
            return place;
        }
        for (Place each : places) {
            if (!kept.contains(each.source) && (place == null || each.lastUsed < place.lastUsed)) {
                place = each;
            }
        }
        if (place == null) {
            throw new IllegalStateException(kept.size() + " sources are kept in " + limit + " slots");
        }
        return place;
    }

    /** A place with nothing in it, made if there can be more; null if there is none. */
    private @Nullable Place empty() {
        Place longest = null;
        for (Place place : places) {
            if (place.source == null && (longest == null || place.lastUsed < longest.lastUsed)) {
                longest = place;
            }
        }
        if (longest == null && places.size() < limit) {
            longest = new Place(fresh.apply(places.size()));
            places.add(longest);
        }
        return longest;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        round = state.i64(round);
        List<Place> known = List.copyOf(places);
        int count = state.i32(known.size(), 0, limit);
        for (int i = 0; i < count; i++) {
            Place place = i < known.size() ? known.get(i) : null;
            SourceSlot slot = place == null ? new SourceSlot(0, 0, null) : place.slot;
            slot = new SourceSlot(
                    state.i32(slot.ssrc()),
                    state.i32(slot.retransmissionSsrc()),
                    state.<@Nullable String>optional(
                            slot.mid(), (each, mid) -> each.text(mid == null ? "" : mid, MAX_MID_BYTES)));
            Place read = place == null ? new Place(slot) : place;
            read.source = state.<@Nullable Integer>optional(
                    read.source, (each, source) -> each.i32(source == null ? 0 : source));
            read.lastUsed = state.i64(read.lastUsed);
            if (place == null) {
                places.add(read);
            }
        }
    }

    /** SSRCs of all slots. */
    List<Integer> ssrcs() {
        return places.stream()
                .flatMap(place -> Stream.of(place.slot.ssrc(), place.slot.retransmissionSsrc()))
                .toList();
    }
}
