package org.starbridge.benchmarks.floor;

import org.starbridge.rtp.packet.Padding;

/**
 * The media of one conference that one look at the socket has brought: where each packet lies in the receive batch.
 * Owned by the floor's thread, and empty again after each fan-out.
 */
final class FloorBatch {
    /** As many as the bridge sends together at most. */
    static final int MAX_PACKETS = 32;

    private final FloorSource[] sources;
    private final long[] indices;
    private final long[] headers;
    private final int[] headerBytes;
    private final int[] payloadBytes;
    private int size;

    FloorBatch() {
        sources = new FloorSource[MAX_PACKETS];
        indices = new long[MAX_PACKETS];
        headers = new long[MAX_PACKETS];
        headerBytes = new int[MAX_PACKETS];
        payloadBytes = new int[MAX_PACKETS];
    }

    /** Adds a packet whose header is at {@code header} and whose payload follows it. */
    void add(FloorSource source, long index, long header, int headerLengthBytes, int payloadLengthBytes) {
        int i = size++;
        sources[i] = source;
        indices[i] = index;
        headers[i] = header;
        headerBytes[i] = headerLengthBytes;
        payloadBytes[i] = payloadLengthBytes;
    }

    boolean isFull() {
        return size == sources.length;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    FloorSource source(int i) {
        return sources[i];
    }

    long index(int i) {
        return indices[i];
    }

    long header(int i) {
        return headers[i];
    }

    int headerBytes(int i) {
        return headerBytes[i];
    }

    int payloadBytes(int i) {
        return payloadBytes[i];
    }

    /** Makes packet {@code i} longer by RTP padding, where its tag was; there is room for it in its receive slot. */
    void pad(int i, int paddingBytes) {
        Padding.write(headers[i], headers[i] + headerBytes[i] + payloadBytes[i], paddingBytes);
        payloadBytes[i] += paddingBytes;
    }
}
