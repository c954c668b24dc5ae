package org.starbridge.media.api;

import java.util.List;

/**
 * Figures of every stream from and to one endpoint, for people who look for what is wrong. Counters run from the
 * stream's start.
 *
 * @param incoming what it sends
 * @param outgoing what it is sent
 */
public record StreamStats(List<Incoming> incoming, List<Outgoing> outgoing) {
    /** Not asked for before. */
    public static final StreamStats NONE = new StreamStats(List.of(), List.of());

    public StreamStats {
        incoming = List.copyOf(incoming);
        outgoing = List.copyOf(outgoing);
    }

    /**
     * A stream that the endpoint sends.
     *
     * @param sourceName the Colibri2 source it belongs to
     * @param original the SSRC whose packets it repeats or corrects; of media, its own
     * @param encoding which of its source's encodings it is, 0 = the lowest
     * @param codec of its last packet, {@code VP8}; empty before the first
     * @param bytes of its packets, with their headers
     * @param packets that came
     * @param lost that did not
     * @param askedFor packets that it was asked for again (NACK), each time counted
     * @param keyFrames that began
     * @param keyFrameRequests that it was sent
     */
    public record Incoming(
            String sourceName,
            int ssrc,
            MediaKind kind,
            ForwardingTable.Use use,
            int original,
            int encoding,
            String codec,
            long bytes,
            long packets,
            long lost,
            long askedFor,
            long keyFrames,
            long keyFrameRequests) {}

    /**
     * A stream that the endpoint is sent.
     *
     * @param ssrc under which it gets it
     * @param sourceName the Colibri2 source that it carries now, or carried last; empty if none
     * @param encoding which of the source's encodings it gets now, {@link ForwardingTable#SUSPENDED} if none
     * @param payloadBytes of its packets
     */
    public record Outgoing(
            int ssrc, MediaKind kind, String sourceName, int encoding, long packets, long payloadBytes) {}
}
