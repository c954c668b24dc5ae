package org.starbridge.hammer.media.layer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.dependency.DependencyDescriptor;
import org.starbridge.rtp.dependency.DependencyFault;
import org.starbridge.rtp.dependency.DependencyStructure;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** Reads the descriptors of a recording's packets, in their order, from a key frame on. One thread. */
public final class RecordedFramesBuilder {
    private static final int MAX_DESCRIPTOR_BYTES = 255;

    private final DependencyDescriptor descriptor = new DependencyDescriptor();
    private final List<RecordedFrames.Frame> frames = new ArrayList<>();
    private final Map<Integer, Integer> framesByNumber = new HashMap<>();
    private @Nullable DependencyStructure structure;
    private final int heightPx;
    private int picture = -1;
    private int timestamp;

    private RecordedFramesBuilder(int heightPx) {
        this.heightPx = heightPx;
    }

    /**
     * Reads them.
     *
     * @param descriptors one for each packet; not changed after this
     * @param timestamps the RTP timestamp of each packet, from any origin
     * @param hashes of the payload of each packet
     * @param heightPx of the picture, if the structure does not tell the sizes of the layers; -1 if it is unknown
     * @throws IllegalArgumentException if one cannot be read, or if a frame refers to one that is not there
     */
    public static RecordedFrames read(byte[][] descriptors, int[] timestamps, long[] hashes, int heightPx) {
        try (Slab slab = Slab.allocate(MAX_DESCRIPTOR_BYTES + 1)) {
            return new RecordedFramesBuilder(heightPx).read(descriptors, timestamps, hashes, slab.address());
        }
    }

    private RecordedFrames read(byte[][] descriptors, int[] timestamps, long[] hashes, long address) {
        int[] frameOfPacket = new int[descriptors.length];
        for (int packet = 0; packet < descriptors.length; packet++) {
            byte[] bytes = descriptors[packet];
            if (bytes.length > MAX_DESCRIPTOR_BYTES) {
                throw new IllegalArgumentException("packet " + packet + ": a descriptor of " + bytes.length
                        + " bytes; expected at most " + MAX_DESCRIPTOR_BYTES);
            }
            Memory.copyIn(bytes, 0, address, bytes.length);
            DependencyFault fault = descriptor.wrap(address, bytes.length, structure);
            if (fault != null) {
                throw new IllegalArgumentException("packet " + packet + ": a dependency descriptor with the fault "
                        + fault + "; expected one that can be read");
            }
            structure = descriptor.structure();
            if (packet == 0 || timestamps[packet] != timestamp) {
                timestamp = timestamps[packet];
                picture++;
            }
            if (descriptor.isStartOfFrame()) {
                begin(packet);
            } else if (frames.isEmpty() || frames.getLast().number() != descriptor.frameNumber()) {
                throw new IllegalArgumentException(
                        "packet " + packet + " of a frame without its first packet; expected whole frames");
            } else {
                extend(packet);
            }
            frameOfPacket[packet] = frames.size() - 1;
        }
        return new RecordedFrames(
                descriptors, frameOfPacket, frames.toArray(RecordedFrames.Frame[]::new), heights(), hashes);
    }

    private void begin(int packet) {
        int[] references = new int[descriptor.frameDiffs()];
        for (int i = 0; i < references.length; i++) {
            int number = descriptor.frameNumber() - descriptor.frameDiff(i) & 0xFFFF;
            Integer frame = framesByNumber.get(number);
            if (frame == null) {
                throw new IllegalArgumentException("packet " + packet + " refers to frame number " + number
                        + ", which is not there; expected a recording that begins with a key frame");
            }
            references[i] = frame;
        }
        framesByNumber.put(descriptor.frameNumber(), frames.size());
        frames.add(new RecordedFrames.Frame(
                picture,
                packet,
                packet,
                descriptor.template(),
                descriptor.spatialLayer(),
                descriptor.temporalLayer(),
                descriptor.frameNumber(),
                references,
                descriptor.hasStructure() && references.length == 0));
    }

    private void extend(int packet) {
        RecordedFrames.Frame frame = frames.removeLast();
        frames.add(new RecordedFrames.Frame(
                frame.picture(),
                frame.firstPacket(),
                packet,
                frame.template(),
                frame.spatial(),
                frame.temporal(),
                frame.number(),
                frame.references(),
                frame.isKey()));
    }

    private int[] heights() {
        if (structure == null || !structure.hasResolutions()) {
            return heightPx < 0 ? new int[0] : new int[] {heightPx};
        }
        int[] heights = new int[structure.highestSpatialLayer() + 1];
        for (int layer = 0; layer < heights.length; layer++) {
            heights[layer] = Math.min(structure.width(layer), structure.height(layer));
        }
        return heights;
    }
}
