package org.starbridge.media.projection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.starbridge.rtp.codec.VideoCodec;
import org.starbridge.rtp.codec.Vp9DescriptorWriter;
import org.starbridge.rtp.dependency.DependencyDescriptorWriter;
import org.starbridge.rtp.dependency.DependencyStructure;
import org.starbridge.rtp.dependency.DependencyStructureBuilder;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * A camera with spatial and temporal layers inside one SSRC, in VP9 or described by a dependency descriptor. Each
 * packet knows the truth about its frame: which frames it was made from.
 */
public final class LayeredSource {
    /** When a frame refers to the spatial layer below it. */
    public enum InterLayer {
        /** The layers are independent. */
        NEVER,
        KEY_PICTURES,
        LOWEST_TEMPORAL_LAYER,
        ALL
    }

    /** How its frames say what they depend on. */
    public enum Wire {
        VP9,
        VP9_FLEXIBLE,
        /** As browsers send VP9 with one layer: it has no others. */
        VP9_WITHOUT_LAYERS,
        DESCRIPTOR,
        /**
         * As browsers send VP8 beside a dependency descriptor: without picture ids, with one spatial layer. Of a source
         * with several encodings all take their frame numbers from one row.
         */
        VP8;

        /** Whether the dependency descriptor tells what a frame depends on. */
        public boolean isDescribed() {
            return this == DESCRIPTOR || this == VP8;
        }
    }

    /**
     * A layer frame; {@code references} are the ids of those that it was made from, {@code chained} those of the frames
     * before it in the chain of each spatial layer, -1 where it begins.
     */
    public record Frame(
            int id,
            int picture,
            int spatial,
            int temporal,
            boolean isKey,
            List<Integer> references,
            List<Integer> chained) {}

    /** A packet as it is sent; {@code payload} and {@code descriptor} as on the wire, the latter empty for none. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Packet(
            VideoCodec codec,
            int encoding,
            long extSeq,
            int timestamp,
            boolean marker,
            byte[] payload,
            byte[] descriptor,
            Frame frame) {}

    private static final int[][] PATTERNS = {{0}, {0, 1}, {0, 2, 1, 2}};
    private static final int PACKETS_OF_A_FRAME = 3;
    /** Of VP8, as with three encodings. */
    private static final int FRAME_NUMBER_STEP = 3;

    private static final int MAX_CHAIN_DIFF = 255;

    private static final byte[] VP8_KEY_FRAME = {0x10, 0, 0, 0, (byte) 0x9D, 0x01, 0x2A, 0x40, 1, (byte) 0xF0, 0};
    private static final byte[] VP8_FRAME = {0x10, 1, 2, 3};
    private static final byte[] VP8_REST = {0, 0, 2, 3};

    private final Random random;
    private final Wire wire;
    private final InterLayer interLayer;
    private final int[] pattern;
    private final int encoding;
    private final int maxSpatialLayers;
    private final int frameNumberStep;
    private final List<Frame> frames = new ArrayList<>();
    private final int[] lastOfLayerZero;
    private final int[] lastOfLayerOne;
    private final int[] lastOfChain;
    private final boolean hasChains;
    private int spatialLayers;
    private int mostSent = DependencyStructure.MAX_SPATIAL_LAYERS;
    private int position;
    private int picture = -1;
    private int pictureId;
    private int tl0PicIdx = 250;
    private long extSeq;
    private int frameNumber = 65_500;
    private int templateIdOffset;
    private boolean isKeyDue = true;
    private DependencyStructure structure;
    private Map<String, Integer> templates = Map.of();

    /** A source; its numbers are near their wraps. */
    public LayeredSource(
            Random random, Wire wire, InterLayer interLayer, int spatialLayers, int temporalLayers, int encoding) {
        this.random = random;
        this.wire = wire;
        this.interLayer = interLayer;
        this.encoding = encoding;
        boolean hasLayers = wire != Wire.VP9_WITHOUT_LAYERS;
        pattern = PATTERNS[hasLayers ? temporalLayers - 1 : 0];
        maxSpatialLayers = hasLayers && wire != Wire.VP8 ? spatialLayers : 1;
        frameNumberStep = wire == Wire.VP8 ? FRAME_NUMBER_STEP : 1;
        this.spatialLayers = maxSpatialLayers;
        lastOfLayerZero = new int[maxSpatialLayers];
        lastOfLayerOne = new int[maxSpatialLayers];
        lastOfChain = new int[maxSpatialLayers];
        extSeq = 65_000L + random.nextInt(500);
        pictureId = 32_700 + random.nextInt(60);
        templateIdOffset = random.nextInt(64);
        hasChains = random.nextBoolean();
        structure = makeStructure();
    }

    /** The next picture is a key picture. */
    public void requestKeyFrame() {
        isKeyDue = true;
    }

    /** The next key picture has as many. */
    void spatialLayers(int count) {
        if (count != spatialLayers) {
            spatialLayers = count;
            isKeyDue = true;
        }
    }

    /** However many spatial layers it names, it never has more. */
    public void sendAtMost(int count) {
        mostSent = count;
        isKeyDue = true;
    }

    /** Spatial layers that come. */
    private int sentLayers() {
        return Math.min(spatialLayers, mostSent);
    }

    /** The encoder leaves out a picture: its number is missing. */
    void skipPicture() {
        pictureId = pictureId + 1 & 0x7FFF;
    }

    int temporalLayers() {
        return pattern.length == 4 ? 3 : pattern.length;
    }

    /** The next picture. */
    public List<Packet> capture() {
        boolean isKey = isKeyDue;
        if (isKey) {
            position = 0;
            templateIdOffset = templateIdOffset + structure.templates() & 63;
            structure = makeStructure();
        }
        isKeyDue = false;
        picture++;
        pictureId = pictureId + 1 & 0x7FFF;
        int temporal = pattern[position++ % pattern.length];
        if (temporal == 0) {
            tl0PicIdx = tl0PicIdx + 1 & 0xFF;
        }
        List<Packet> packets = new ArrayList<>();
        for (int spatial = 0; spatial < sentLayers(); spatial++) {
            Frame frame = frame(isKey, spatial, temporal);
            int count = 1 + random.nextInt(PACKETS_OF_A_FRAME);
            for (int part = 0; part < count; part++) {
                boolean isLast = part == count - 1;
                packets.add(packet(frame, part == 0, isLast, isLast && spatial == sentLayers() - 1));
            }
            frameNumber += frameNumberStep;
        }
        return packets;
    }

    private Frame frame(boolean isKey, int spatial, int temporal) {
        List<Integer> references = new ArrayList<>();
        if (refersDown(isKey, spatial, temporal)) {
            references.add(frames.size() - 1);
        }
        if (!isKey) {
            boolean isAfterOne = temporal == 2 && pattern.length == 4 && position % 4 == 0;
            references.add(isAfterOne ? lastOfLayerOne[spatial] : lastOfLayerZero[spatial]);
        }
        if (isKey && spatial == 0) {
            Arrays.fill(lastOfChain, -1);
        }
        List<Integer> chained =
                Arrays.stream(lastOfChain, 0, spatialLayers).boxed().toList();
        Frame frame = new Frame(frames.size(), picture, spatial, temporal, isKey, references, chained);
        for (int chain = spatial; chain < spatialLayers && temporal == 0; chain++) {
            if (chain == spatial || isNeededAbove(isKey, temporal)) {
                lastOfChain[chain] = frame.id;
            }
        }
        frames.add(frame);
        if (temporal == 0) {
            lastOfLayerZero[spatial] = frame.id;
        } else if (temporal == 1) {
            lastOfLayerOne[spatial] = frame.id;
        }
        return frame;
    }

    private boolean refersDown(boolean isKey, int spatial, int temporal) {
        return spatial > 0
                && switch (interLayer) {
                    case NEVER -> false;
                    case KEY_PICTURES -> isKey;
                    case LOWEST_TEMPORAL_LAYER -> temporal == 0;
                    case ALL -> true;
                };
    }

    private Packet packet(Frame frame, boolean isStart, boolean isEnd, boolean marker) {
        VideoCodec codec = switch (wire) {
            case VP8 -> VideoCodec.VP8;
            case DESCRIPTOR -> VideoCodec.AV1;
            case VP9, VP9_FLEXIBLE, VP9_WITHOUT_LAYERS -> VideoCodec.VP9;
        };
        byte[] payload = switch (wire) {
            case VP8 -> isStart ? (frame.isKey ? VP8_KEY_FRAME : VP8_FRAME) : VP8_REST;
            case DESCRIPTOR -> new byte[] {0x10, 1, 2, 3};
            case VP9, VP9_FLEXIBLE, VP9_WITHOUT_LAYERS -> vp9(frame, isStart, isEnd);
        };
        byte[] descriptor = wire.isDescribed() ? descriptor(frame, isStart, isEnd) : new byte[0];
        return new Packet(codec, encoding, extSeq++, picture * 3000, marker, payload, descriptor, frame);
    }

    private byte[] vp9(Frame frame, boolean isStart, boolean isEnd) {
        boolean isReferred =
                frame.spatial < spatialLayers - 1 && refersDown(frame.isKey, frame.spatial + 1, frame.temporal);
        Vp9DescriptorWriter writer = new Vp9DescriptorWriter()
                .frame(isStart, isEnd, !frame.isKey, !isReferred)
                .pictureId(pictureId, 15);
        if (wire != Wire.VP9_WITHOUT_LAYERS) {
            writer.layer(
                    frame.temporal,
                    true,
                    frame.spatial,
                    refersDown(frame.isKey, frame.spatial, frame.temporal),
                    tl0PicIdx);
        }
        if (wire == Wire.VP9_FLEXIBLE) {
            writer.flexible(frame.references.stream()
                    .map(frames::get)
                    .filter(other -> other.picture != frame.picture)
                    .mapToInt(other -> frame.picture - other.picture)
                    .toArray());
        }
        if (frame.isKey && frame.spatial == 0 && isStart) {
            int[] sizes = new int[2 * spatialLayers];
            for (int i = 0; i < spatialLayers; i++) {
                sizes[2 * i] = 320 << i;
                sizes[2 * i + 1] = 180 << i;
            }
            writer.spatialLayers(spatialLayers).sizes(sizes);
        }
        try (Slab slab = Slab.allocate(64)) {
            int length = writer.write(slab.address(), 64);
            Memory.put8(slab.address() + length, 0xFE);
            return Memory.copyOf(slab.address(), length + 1);
        }
    }

    /** A target for each spatial and temporal layer; what is of it, by the rules of this source. */
    private String indications(boolean isKey, int spatial, int temporal) {
        StringBuilder letters = new StringBuilder();
        for (int s = 0; s < spatialLayers; s++) {
            for (int t = 0; t < temporalLayers(); t++) {
                boolean isOf = temporal <= t && (s == spatial || (s > spatial && isNeededAbove(isKey, temporal)));
                boolean maySwitch = isKey || (s == spatial && temporal == 0);
                letters.append(!isOf ? '-' : maySwitch ? 'S' : 'R');
            }
        }
        return letters.toString();
    }

    private boolean isNeededAbove(boolean isKey, int temporal) {
        return switch (interLayer) {
            case NEVER -> false;
            case KEY_PICTURES -> isKey;
            case LOWEST_TEMPORAL_LAYER -> isKey || temporal == 0;
            case ALL -> true;
        };
    }

    private static final int[] NO_CHAINS = {};

    /** Templates of all frames of one round of the pattern; only those of key pictures have no difference over it. */
    private DependencyStructure makeStructure() {
        TreeSet<String> rows = new TreeSet<>();
        for (int spatial = 0; spatial < spatialLayers; spatial++) {
            rows.add(row(true, spatial, 0, 0));
            for (int i = 0; i < pattern.length; i++) {
                rows.add(row(false, spatial, pattern[i], distance(i)));
            }
        }
        int targets = spatialLayers * temporalLayers();
        int[] chains = hasChains
                ? IntStream.range(0, targets)
                        .map(target -> target / temporalLayers())
                        .toArray()
                : NO_CHAINS;
        int[] chainDiffs = hasChains ? new int[spatialLayers] : NO_CHAINS;
        DependencyStructureBuilder builder = new DependencyStructureBuilder(templateIdOffset, targets, chains);
        templates = new HashMap<>();
        for (String row : rows) {
            String[] fields = row.split(" ", -1);
            int[] diffs = fields[3].isEmpty()
                    ? NO_CHAINS
                    : Arrays.stream(fields[3].split(",", -1))
                            .mapToInt(Integer::parseInt)
                            .toArray();
            templates.put(row, templates.size());
            builder.template(Integer.parseInt(fields[0]), Integer.parseInt(fields[1]), fields[2], chainDiffs, diffs);
        }
        for (int spatial = 0; spatial < spatialLayers; spatial++) {
            builder.resolution(spatial, 320 << spatial, 180 << spatial);
        }
        return builder.build();
    }

    /** How many pictures before a picture at a place of the pattern the one is that it refers to. */
    private int distance(int place) {
        return pattern.length < 4 ? (place == 0 ? pattern.length : 1) : new int[] {4, 1, 2, 1}[place];
    }

    private String row(boolean isKey, int spatial, int temporal, int distance) {
        List<String> diffs = new ArrayList<>();
        if (refersDown(isKey, spatial, temporal)) {
            diffs.add("1");
        }
        if (!isKey) {
            diffs.add(Integer.toString(distance * sentLayers() * frameNumberStep));
        }
        return spatial + " " + temporal + " " + indications(isKey, spatial, temporal) + " " + String.join(",", diffs);
    }

    private byte[] descriptor(Frame frame, boolean isStart, boolean isEnd) {
        int distance = frame.isKey ? 0 : frame.picture - frames.get(frame.references.getLast()).picture;
        String row = row(frame.isKey, frame.spatial, frame.temporal, distance);
        DependencyDescriptorWriter writer = new DependencyDescriptorWriter(structure);
        Integer template = templates.get(row);
        writer.frame(isStart, isEnd, template == null ? anyTemplate(frame) : template, frameNumber);
        if (frame.isKey && frame.spatial == 0 && isStart) {
            writer.withStructure();
        }
        if (template == null || random.nextInt(10) == 0) {
            writer.indications(indications(frame.isKey, frame.spatial, frame.temporal))
                    .frameDiffs(frame.references.stream()
                            .mapToInt(id -> (frame.id - id) * frameNumberStep)
                            .toArray());
        }
        if (hasChains) {
            writer.chainDiffs(frame.chained.stream()
                    .mapToInt(id -> id < 0 ? 0 : Math.min((frame.id - id) * frameNumberStep, MAX_CHAIN_DIFF))
                    .toArray());
        }
        try (Slab slab = Slab.allocate(512)) {
            return Memory.copyOf(slab.address(), writer.write(slab.address(), 512));
        }
    }

    private int anyTemplate(Frame frame) {
        String layers = frame.spatial + " " + frame.temporal + " ";
        return templates.entrySet().stream()
                .filter(each -> each.getKey().startsWith(layers))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    /** Whether its descriptors name chains. */
    public boolean hasChains() {
        return hasChains;
    }

    int maxSpatialLayers() {
        return maxSpatialLayers;
    }
}
