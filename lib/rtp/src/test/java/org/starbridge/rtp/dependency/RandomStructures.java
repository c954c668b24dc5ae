package org.starbridge.rtp.dependency;

import java.util.Arrays;
import java.util.Random;

/** Structures of all sizes for property tests; they follow the format, not what an encoder would do. */
final class RandomStructures {
    private static final int[] NO_CHAINS = {};

    private RandomStructures() {}

    static DependencyStructure next(Random random) {
        int targets = 1 + random.nextInt(random.nextInt(4) == 0 ? 32 : 9);
        int[] protectedBy = random.nextInt(4) == 0 ? NO_CHAINS : ints(random, targets, 0, random.nextInt(targets));
        int chains =
                protectedBy.length == 0 ? 0 : Arrays.stream(protectedBy).max().getAsInt() + 1;
        DependencyStructureBuilder builder = new DependencyStructureBuilder(random.nextInt(64), targets, protectedBy);
        int templates = 1 + random.nextInt(random.nextInt(4) == 0 ? 64 : 16);
        int spatial = 0;
        int temporal = 0;
        for (int i = 0; i < templates; i++) {
            builder.template(
                    spatial,
                    temporal,
                    indications(random, targets),
                    ints(random, chains, 0, 15),
                    ints(random, random.nextInt(random.nextInt(8) == 0 ? 17 : 4), 1, 16));
            switch (random.nextInt(4)) {
                case 0 -> temporal = Math.min(temporal + 1, DependencyStructure.MAX_TEMPORAL_LAYERS - 1);
                case 1 -> {
                    temporal = spatial < DependencyStructure.MAX_SPATIAL_LAYERS - 1 ? 0 : temporal;
                    spatial = Math.min(spatial + 1, DependencyStructure.MAX_SPATIAL_LAYERS - 1);
                }
                default -> {}
            }
        }
        boolean hasSizes = random.nextBoolean();
        for (int layer = 0; hasSizes && layer < DependencyStructure.MAX_SPATIAL_LAYERS; layer++) {
            builder.resolution(layer, 1 + random.nextInt(1 << 16), 1 + random.nextInt(1 << 16));
        }
        return builder.build();
    }

    static String indications(Random random, int targets) {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < targets; i++) {
            letters.append("-DSR".charAt(random.nextInt(4)));
        }
        return letters.toString();
    }

    static int[] ints(Random random, int count, int least, int most) {
        return random.ints(count, least, most + 1).toArray();
    }
}
