package org.starbridge.media.forward;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.StreamStats;

/**
 * The streams that one receiver gets, by the source stream's handle and by the SSRC that its feedback names. A slot
 * stays for the receiver's life, also while it carries nothing: its numbers continue above those that were sent. Owned
 * by the receiver's worker.
 */
public final class OutgoingStreams implements AutoCloseable {
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
}
