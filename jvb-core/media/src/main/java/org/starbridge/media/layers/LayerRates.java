package org.starbridge.media.layers;

import java.util.Arrays;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Bytes and frames of each layer of a source over the last second: one row of buckets of {@value #BUCKET_NS} ns for
 * each layer, which move on together. A packet costs one or two additions, a reading {@value #BUCKETS}. Owned by one
 * worker.
 */
final class LayerRates {
    static final long BUCKET_NS = 20_000_000;
    static final int BUCKETS = 50;

    private static final int ROW = BUCKETS + 1; // the last second, and the bucket that is being filled
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final LayerAxes axes;
    private final int[] bytes;
    private final byte[] frames;
    private long bucket = NEVER;
    private int column;

    LayerRates(LayerAxes axes) {
        this.axes = axes;
        bytes = new int[axes.layers() * ROW];
        frames = new byte[bytes.length];
    }

    /** A packet of a layer; one that came before others counts as now. */
    void add(int layerId, int lengthBytes, long nowNs) {
        advance(nowNs);
        bytes[axes.layer(layerId) * ROW + column] += lengthBytes;
    }

    /** Returns what came in the last second, in bits, the bucket that is being filled left out. */
    long bitsPerSecond(int layerId, long nowNs) {
        advance(nowNs);
        int row = axes.layer(layerId) * ROW;
        long sum = 0;
        for (int i = row; i < row + ROW; i++) {
            sum += bytes[i];
        }
        return (sum - bytes[row + column]) * 8;
    }

    /** A frame of a layer came to its end. */
    void addFrame(int layerId, long nowNs) {
        advance(nowNs);
        int cell = axes.layer(layerId) * ROW + column;
        if (frames[cell] < Byte.MAX_VALUE) {
            frames[cell]++;
        }
    }

    /** Returns the frames that came in the last second, the bucket that is being filled left out. */
    int framesPerSecond(int layerId, long nowNs) {
        advance(nowNs);
        int row = axes.layer(layerId) * ROW;
        int sum = 0;
        for (int i = row; i < row + ROW; i++) {
            sum += frames[i];
        }
        return sum - frames[row + column];
    }

    private void advance(long nowNs) {
        long now = Math.floorDiv(nowNs, BUCKET_NS);
        if (now <= bucket) {
            return;
        }
        if (now - bucket >= ROW) {
            Arrays.fill(bytes, 0);
            Arrays.fill(frames, (byte) 0);
            column = 0;
        } else {
            for (long i = bucket; i < now; i++) {
                column = column + 1 == ROW ? 0 : column + 1;
                for (int row = 0; row < bytes.length; row += ROW) {
                    bytes[row + column] = 0;
                    frames[row + column] = 0;
                }
            }
        }
        bucket = now;
    }

    /** Its part of a snapshot; frames are counted from the beginning. */
    void state(State state) throws StateException {
        boolean hasBegun = state.bool(bucket != NEVER);
        long now = Math.floorDiv(state.nowNs(), BUCKET_NS);
        long distance = state.i64(hasBegun ? bucket - now : 0);
        bucket = hasBegun ? now + distance : NEVER;
        column = state.i32(column, 0, ROW - 1);
        state.ints(bytes);
    }
}
