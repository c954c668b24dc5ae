package org.starbridge.media.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.layers.RidBindings;
import org.starbridge.rtp.packet.HeaderExtensionIndex;

/**
 * The streams of an endpoint that were declared by the name of an encoding ({@code rid}) or of a media section
 * ({@code mid}): under which SSRCs they come is learnt from authenticated packets, as RFC 9143 section 9.2 and RFC 8852
 * say, and bounded by {@link RidBindings} and {@link SectionStreams}. Owned by the endpoint's worker.
 *
 * <p>Names of encodings are looked up source by source in the order of declaration, so of two sources with the same
 * names the second never gets a packet.
 */
final class NamedStreams {
    private final List<IncomingStream> streams;
    private final List<Source> sources = new ArrayList<>();
    private final SectionStreams sections;
    private final Int2ObjectHashMap<IncomingStream> bySsrc = new Int2ObjectHashMap<>();

    /** A source's encodings, low to high, each with what repeats its packets. */
    private static final class Source {
        private final RidBindings bindings;
        private final IncomingStream[] media;
        private final @Nullable IncomingStream[] repairs;

        Source(IncomingStream lowest, List<IncomingStream> all) {
            media = all.stream()
                    .filter(stream ->
                            stream.rid() != null && stream.use() == Use.MEDIA && stream.lowest() == lowest.ssrc())
                    .toArray(IncomingStream[]::new);
            bindings = new RidBindings(Arrays.stream(media)
                    .map(stream -> Objects.requireNonNull(stream.rid()))
                    .toList());
            repairs = new @Nullable IncomingStream[media.length];
            for (int i = 0; i < media.length; i++) {
                for (IncomingStream stream : all) {
                    if (stream.use() == Use.RETRANSMISSION && stream.original() == media[i].ssrc()) {
                        repairs[i] = stream;
                    }
                }
            }
        }

        @Nullable
        IncomingStream bind(int ssrc, long rid, int ridBytes, boolean isRepair) {
            int encoding =
                    isRepair ? bindings.bindRepair(ssrc, rid, ridBytes) : bindings.bindMedia(ssrc, rid, ridBytes);
            if (encoding == RidBindings.NONE) {
                return null;
            }
            return isRepair ? repairs[encoding] : media[encoding];
        }
    }

    /** @param streams those of them that are known by name, encodings of a source low to high */
    NamedStreams(List<IncomingStream> streams) {
        this.streams = List.copyOf(streams);
        for (IncomingStream stream : streams) {
            if (stream.rid() != null && stream.use() == Use.MEDIA && stream.isLowest()) {
                sources.add(new Source(stream, streams));
            }
            if (stream.isLocated()) {
                bySsrc.put(stream.wireSsrc(), stream);
            }
        }
        sections = new SectionStreams(
                streams.stream().filter(stream -> stream.mid() != null).toList());
    }

    /** Returns whether these are all, and in this order. */
    boolean consistsOf(List<IncomingStream> others) {
        return streams.equals(others);
    }

    /** Returns the stream that comes under an SSRC, as far as it was learnt. */
    @Nullable
    IncomingStream find(int ssrc) {
        return bySsrc.get(ssrc);
    }

    /** An authenticated packet of an SSRC that is not known: which stream it is of; null if it does not say. */
    @Nullable
    IncomingStream learn(IncomingPacket packet, Negotiation negotiation) {
        int ssrc = packet.rtp().ssrc();
        IncomingStream stream = bind(packet, negotiation.repairedRidId(), true);
        if (stream == null) {
            stream = bind(packet, negotiation.ridId(), false);
        }
        if (stream == null) {
            stream = sections.bind(packet, negotiation);
        }
        if (stream != null) {
            bySsrc.values().remove(stream);
            bySsrc.put(ssrc, stream);
            stream.comesUnder(ssrc);
        }
        return stream;
    }

    private @Nullable IncomingStream bind(IncomingPacket packet, int id, boolean isRepair) {
        HeaderExtensionIndex extensions = packet.extensions();
        long elementAddress = extensions.elementAddress(id);
        if (elementAddress == 0) {
            return null;
        }
        for (Source source : sources) {
            IncomingStream stream =
                    source.bind(packet.rtp().ssrc(), elementAddress, extensions.elementLengthBytes(id), isRepair);
            if (stream != null) {
                return stream;
            }
        }
        return null;
    }

    /**
     * Returns the stream to ask for a key frame of a stream: itself, or, as long as it never came, another encoding of
     * its source.
     */
    IncomingStream asked(IncomingStream stream) {
        if (stream.isLocated()) {
            return stream;
        }
        for (IncomingStream other : streams) {
            if (other.isLocated() && other.use() == Use.MEDIA && other.lowest() == stream.lowest()) {
                return other;
            }
        }
        return stream;
    }
}
