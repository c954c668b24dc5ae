package org.starbridge.media.forward;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.api.StreamStats;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The streams that one receiver gets, by the source stream's handle and by the SSRC that its feedback names. A slot
 * stays for the receiver's life, also while it carries nothing: its numbers continue above those that were sent. Owned
 * by the receiver's worker.
 */
public final class OutgoingStreams implements AutoCloseable {
    private static final int STREAM_PART = 10;
    private static final int MAX_STREAMS_IN_RECORD = 1 << 16;
    private static final int MAX_MID_BYTES = 255;

    private final Int2ObjectHashMap<OutgoingStream> byHandle = new Int2ObjectHashMap<>();
    private final Int2ObjectHashMap<OutgoingStream> bySsrc = new Int2ObjectHashMap<>();

    /** The stream of this handle, or null. */
    public @Nullable OutgoingStream find(int handle) {
        return byHandle.get(handle);
    }

    /** The stream that goes out under {@code ssrc}, or null; of two, the one that was added last. */
    public @Nullable OutgoingStream findBySsrc(int ssrc) {
        return bySsrc.get(ssrc);
    }

    /** All. */
    public Collection<OutgoingStream> all() {
        return byHandle.values();
    }

    /** Figures of all. */
    public List<StreamStats.Outgoing> figures() {
        List<StreamStats.Outgoing> figures = new ArrayList<>();
        for (OutgoingStream stream : all()) {
            figures.add(new StreamStats.Outgoing(
                    stream.ssrc(),
                    stream.kind(),
                    stream.sourceName(),
                    stream.currentEncoding(),
                    stream.packets(),
                    stream.payloadBytes()));
        }
        return figures;
    }

    /** Adds one whose handle is not in here; it is closed when it goes. */
    public void add(OutgoingStream stream) {
        byHandle.put(stream.handle(), stream);
        bySsrc.put(stream.ssrc(), stream);
    }

    /** A slot carries a source from now on, whichever slot carried it before. */
    public void carry(OutgoingStream slot, int handle, Stream source) {
        if (slot.handle() == handle) {
            return;
        }
        byHandle.remove(slot.handle(), slot);
        OutgoingStream before = byHandle.put(handle, slot);
        if (before != null) {
            before.carryNothing();
        }
        slot.carry(handle, source);
        bySsrc.put(slot.ssrc(), slot);
    }

    /** The source of this handle is gone: its own stream is closed, if there is one, and a slot carries nothing. */
    public void remove(int handle) {
        OutgoingStream gone = byHandle.remove(handle);
        if (gone == null) {
            return;
        }
        if (gone.isSourceSlot()) {
            gone.carryNothing();
        } else {
            bySsrc.remove(gone.ssrc(), gone);
            gone.close();
        }
    }

    /** Closes all. */
    @Override
    public void close() {
        byHandle.values().forEach(OutgoingStream::close);
        bySsrc.values().forEach(OutgoingStream::close); // also slots that carry nothing
        byHandle.clear();
        bySsrc.clear();
    }

    /** Adds a slot that carries nothing. */
    public void addSlot(OutgoingStream slot) {
        bySsrc.put(slot.ssrc(), slot);
    }

    /**
     * Its part of a snapshot.
     *
     * @param maker makes the streams that the plan has not made
     * @param more what belongs to a stream elsewhere
     */
    public void state(State state, Maker maker, StreamPart more) throws StateException {
        List<OutgoingStream> known = new ArrayList<>(bySsrc.values());
        int count = state.i32(known.size(), 0, MAX_STREAMS_IN_RECORD);
        for (int i = 0; i < count; i++) {
            OutgoingStream writing = state.isReading() ? null : known.get(i);
            state.part(STREAM_PART, 1, part -> {
                OutgoingStream stream = find(part, writing, maker);
                if (stream != null) {
                    more.state(part, stream);
                    stream.state(part);
                    more.end(part, stream);
                }
            });
        }
    }

    /** Returns the stream that a part is about; null if its source is gone. */
    private @Nullable OutgoingStream find(State part, @Nullable OutgoingStream writing, Maker maker)
            throws StateException {
        int ssrc = part.i32(writing == null ? 0 : writing.ssrc());
        boolean isSlot = part.bool(writing != null && writing.isSourceSlot());
        MediaKind kind = part.choice(writing == null ? MediaKind.AUDIO : writing.kind(), MediaKind.values());
        SourceSlot slot = isSlot ? slot(part, ssrc, writing) : null;
        int sourceSsrc = part.i32(writing == null ? 0 : writing.sourceSsrc());
        if (writing != null) {
            return writing;
        }
        OutgoingStream known = bySsrc.get(ssrc);
        if (known != null) {
            return known;
        }
        return slot == null ? maker.ofSource(ssrc) : maker.ofSlot(slot, kind, sourceSsrc);
    }

    private static SourceSlot slot(State part, int ssrc, @Nullable OutgoingStream writing) throws StateException {
        Integer repair = writing == null ? null : writing.keys().retransmissionSsrc();
        byte[] mid = writing == null ? null : writing.header().mid();
        int repairSsrc = part.i32(repair == null ? 0 : repair);
        boolean hasMid = part.bool(mid != null);
        byte[] name = hasMid ? part.bytes(mid == null ? new byte[0] : mid, MAX_MID_BYTES) : new byte[0];
        return new SourceSlot(ssrc, repairSsrc, hasMid ? new String(name, StandardCharsets.US_ASCII) : null);
    }

    /** Packets that are held for the beginning of a key frame: they are not in a snapshot. */
    public int heldPackets() {
        return bySsrc.values().stream().mapToInt(OutgoingStream::heldPackets).sum();
    }

    /** Makes streams of a snapshot that the receiver is not sent at present. */
    public interface Maker {
        /** The stream of a source under its SSRC; null if there is no such source any more. */
        @Nullable
        OutgoingStream ofSource(int ssrc);

        /** A slot that carries nothing, and had the source of an SSRC before. */
        OutgoingStream ofSlot(SourceSlot slot, MediaKind kind, int sourceSsrc);
    }

    /** State of a stream that is kept elsewhere. */
    @FunctionalInterface
    public interface StreamPart {
        void state(State state, OutgoingStream stream) throws StateException;

        /** The same, behind all that the stream knows itself. */
        default void end(State state, OutgoingStream stream) throws StateException {}
    }
}
