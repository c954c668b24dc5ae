package org.starbridge.rtp.packet;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;

/**
 * A view of the video layers allocation element (webrtc.org/experiments/rtp-hdrext/video-layers-allocation00): which
 * encodings and layers a sender sends now, what each is to cost and how large its pictures are. Owned by one thread;
 * filled again by every {@link #parse}.
 *
 * <pre>
 *   +-+-+-+-+-+-+-+-+
 *   |RID| NS| sl_bm |   RID: the stream it is sent on; NS: streams - 1; sl_bm: spatial layers of each stream
 *   +-+-+-+-+-+-+-+-+
 *   |sl0_bm |sl1_bm |   only if sl_bm is 0: one for each stream, padded to a byte
 *   +-+-+-+-+-+-+-+-+
 *   |#tl|#tl|#tl|#tl|   temporal layers - 1 of each active spatial layer, padded to a byte
 *   +-+-+-+-+-+-+-+-+
 *   : target, kbit/s:   leb128, for each temporal layer, what it depends on included
 *   +-+-+-+-+-+-+-+-+
 *   : width - 1, height - 1 (16 bits each), frames per second (8): for each active spatial layer, or for none
 *   +-+-+-+-+-+-+-+-+
 * </pre>
 *
 * <p>A single byte of 0 means that nothing is sent.
 */
public final class LayersAllocation {
    /** {@code a=extmap} URI. */
    public static final String URI = "http://www.webrtc.org/experiments/rtp-hdrext/video-layers-allocation00";
    /** Streams (encodings) that fit. */
    public static final int MAX_STREAMS = 4;
    /** Spatial layers of a stream, and temporal layers of a spatial layer. */
    public static final int MAX_LAYERS = 4;

    private static final int SIZE_BYTES = 5;
    private static final int MAX_LEB128_BYTES = 5;

    private final int[] masks = new int[MAX_STREAMS];
    private final int[] temporalLayers = new int[MAX_STREAMS * MAX_LAYERS];
    private final long[] targetKbps = new long[MAX_STREAMS * MAX_LAYERS * MAX_LAYERS];
    private final int[] widths = new int[MAX_STREAMS * MAX_LAYERS];
    private final int[] heights = new int[MAX_STREAMS * MAX_LAYERS];
    private final int[] framesPerSecond = new int[MAX_STREAMS * MAX_LAYERS];
    private int streamIndex;
    private int streams;
    private boolean hasSizes;

    private long position;
    private long end;

    /** A view of nothing; {@link #parse} comes first. */
    public LayersAllocation() {}

    /** Reads an element's data; null if it is well formed, else why not, and then there are no streams. */
    public @Nullable LayersAllocationFault parse(long elementAddress, int lengthBytes) {
        clear();
        if (lengthBytes <= 0) {
            return LayersAllocationFault.EMPTY;
        }
        position = elementAddress;
        end = elementAddress + lengthBytes;
        int first = Memory.u8(position++);
        if (first == 0 && lengthBytes == 1) {
            return null;
        }
        streamIndex = first >>> 6;
        streams = (first >>> 4 & 3) + 1;
        LayersAllocationFault fault =
                streamIndex >= streams ? LayersAllocationFault.BAD_STREAM : parseLayers(first & 0x0F);
        if (fault != null) {
            clear();
        }
        return fault;
    }

    private void clear() {
        streamIndex = 0;
        streams = 0;
        hasSizes = false;
        Arrays.fill(masks, 0);
        Arrays.fill(temporalLayers, 0);
    }

    private @Nullable LayersAllocationFault parseLayers(int commonMask) {
        if (!parseMasks(commonMask) || !parseTemporalLayers()) {
            return LayersAllocationFault.TRUNCATED;
        }
        LayersAllocationFault fault = parseTargets();
        if (fault != null || position == end) {
            return fault;
        }
        return parseSizes() ? null : LayersAllocationFault.TRAILING_BYTES;
    }

    private boolean parseMasks(int commonMask) {
        if (commonMask != 0) {
            Arrays.fill(masks, 0, streams, commonMask);
            return true;
        }
        for (int stream = 0; stream < streams; stream++) {
            if (position >= end) {
                return false;
            }
            int both = Memory.u8(position);
            masks[stream] = (stream & 1) == 0 ? both >>> 4 : both & 0x0F;
            position += (stream & 1) != 0 || stream == streams - 1 ? 1 : 0;
        }
        return true;
    }

    private boolean parseTemporalLayers() {
        int read = 0;
        int bits = 0;
        for (int layer = 0; layer < MAX_STREAMS * MAX_LAYERS; layer++) {
            if (!isActive(layer / MAX_LAYERS, layer % MAX_LAYERS)) {
                continue;
            }
            if (read % 4 == 0) {
                if (position >= end) {
                    return false;
                }
                bits = Memory.u8(position++);
            }
            temporalLayers[layer] = (bits >>> (6 - 2 * (read % 4)) & 3) + 1;
            read++;
        }
        return true;
    }

    private @Nullable LayersAllocationFault parseTargets() {
        for (int layer = 0; layer < MAX_STREAMS * MAX_LAYERS; layer++) {
            for (int temporal = 0; temporal < temporalLayers[layer]; temporal++) {
                long value = 0;
                int bytes = 0;
                int next;
                do {
                    if (bytes == MAX_LEB128_BYTES) {
                        return LayersAllocationFault.BAD_NUMBER;
                    }
                    if (position >= end) {
                        return LayersAllocationFault.TRUNCATED;
                    }
                    next = Memory.u8(position++);
                    value |= (next & 0x7FL) << (7 * bytes++);
                } while ((next & 0x80) != 0);
                targetKbps[layer * MAX_LAYERS + temporal] = value;
            }
        }
        return null;
    }

    private boolean parseSizes() {
        int active = 0;
        for (int mask : masks) {
            active += Integer.bitCount(mask);
        }
        if (end - position != (long) active * SIZE_BYTES) {
            return false;
        }
        for (int layer = 0; layer < MAX_STREAMS * MAX_LAYERS; layer++) {
            if (isActive(layer / MAX_LAYERS, layer % MAX_LAYERS)) {
                widths[layer] = Memory.u16(position) + 1;
                heights[layer] = Memory.u16(position + 2) + 1;
                framesPerSecond[layer] = Memory.u8(position + 4);
                position += SIZE_BYTES;
            }
        }
        hasSizes = true;
        return true;
    }

    /** The stream that it was sent on, 0 to 3. */
    public int streamIndex() {
        return streamIndex;
    }

    /** Streams (encodings), 1 to {@value #MAX_STREAMS}; 0 if nothing is sent. */
    public int streams() {
        return streams;
    }

    /** Returns whether a spatial layer (0 to 3) of a stream (0 to 3) is sent. */
    public boolean isActive(int stream, int spatialLayer) {
        return (masks[stream] >>> spatialLayer & 1) != 0;
    }

    /** Returns whether anything of a stream (0 to 3) is sent. */
    public boolean isActive(int stream) {
        return masks[stream] != 0;
    }

    /** Temporal layers of an active spatial layer, 1 to {@value #MAX_LAYERS}; 0 of one that is not sent. */
    public int temporalLayers(int stream, int spatialLayer) {
        return temporalLayers[stream * MAX_LAYERS + spatialLayer];
    }

    /** Returns the target bitrate of a layer, all that it depends on included; 0 of one that is not sent. */
    public long targetBps(int stream, int spatialLayer, int temporalLayer) {
        int layer = stream * MAX_LAYERS + spatialLayer;
        return temporalLayer < temporalLayers[layer] ? targetKbps[layer * MAX_LAYERS + temporalLayer] * 1000 : 0;
    }

    /** Returns whether sizes and frame rates were given. */
    public boolean hasSizes() {
        return hasSizes;
    }

    /** The width of an active layer in pixels, 1 to 65536; 0 if not told. */
    public int width(int stream, int spatialLayer) {
        return isTold(stream, spatialLayer) ? widths[stream * MAX_LAYERS + spatialLayer] : 0;
    }

    /** The height of an active layer in pixels, 1 to 65536; 0 if not told. */
    public int height(int stream, int spatialLayer) {
        return isTold(stream, spatialLayer) ? heights[stream * MAX_LAYERS + spatialLayer] : 0;
    }

    /** The smaller one of width and height, by which constraints on heights go; 0 if not told. */
    public int smallerSide(int stream, int spatialLayer) {
        return Math.min(width(stream, spatialLayer), height(stream, spatialLayer));
    }

    /** The highest frame rate of an active layer, 0 to 255; 0 if not told. */
    public int framesPerSecond(int stream, int spatialLayer) {
        return isTold(stream, spatialLayer) ? framesPerSecond[stream * MAX_LAYERS + spatialLayer] : 0;
    }

    private boolean isTold(int stream, int spatialLayer) {
        return hasSizes && isActive(stream, spatialLayer);
    }
}
