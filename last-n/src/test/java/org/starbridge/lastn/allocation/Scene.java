package org.starbridge.lastn.allocation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.allocation.VideoSource.Content;
import org.starbridge.lastn.allocation.VideoSource.State;

/** A receiver's view of a conference, put together word by word. */
final class Scene {
    private final List<VideoSource> sources = new ArrayList<>();
    private final Map<String, Integer> heightsPx = new HashMap<>();
    private List<String> onStage = List.of();
    private List<String> selected = List.of();
    private int lastN = -1;
    private int defaultHeightPx = 180;
    private int maxTemporalLayer = -1;
    private LastN.Limits limits = LastN.Limits.NONE;
    private AllocationPolicy policy = AllocationPolicy.defaults();
    private Allocation previous = Allocation.NOTHING;
    private long nowNs;

    static Layer layer(int encoding, int temporal, int heightPx, double fps, long kbps) {
        return new Layer(LayerId.of(encoding, 0, temporal), heightPx, fps, kbps * 1000);
    }

    /** Three encodings of three temporal layers; of each encoding all layers' rates. */
    static List<Layer> simulcast(long kbps180, long kbps360, long kbps720) {
        List<Layer> layers = new ArrayList<>();
        long[] kbps = {kbps180, kbps360, kbps720};
        double[] fps = {7.5, 15, 30};
        double[] share = {0.4, 0.65, 1};
        for (int encoding = 0; encoding < 3; encoding++) {
            for (int temporal = 0; temporal < 3; temporal++) {
                long part = Math.round(kbps[encoding] * share[temporal]);
                layers.add(layer(encoding, temporal, 180 << encoding, fps[temporal], part));
            }
        }
        return layers;
    }

    Scene camera(String name) {
        return camera(name, simulcast(200, 500, 1500));
    }

    Scene camera(String name, List<Layer> layers) {
        sources.add(new VideoSource(name, Content.CAMERA, State.ENABLED, layers));
        return this;
    }

    Scene desktop(String name, List<Layer> layers) {
        sources.add(new VideoSource(name, Content.DESKTOP, State.ENABLED, layers));
        return this;
    }

    Scene source(VideoSource source) {
        sources.add(source);
        return this;
    }

    Scene onStage(String... names) {
        onStage = List.of(names);
        return this;
    }

    Scene selected(String... names) {
        selected = List.of(names);
        return this;
    }

    Scene height(String name, int heightPx) {
        heightsPx.put(name, heightPx);
        return this;
    }

    Scene defaultHeight(int heightPx) {
        defaultHeightPx = heightPx;
        return this;
    }

    Scene maxTemporalLayer(int layer) {
        maxTemporalLayer = layer;
        return this;
    }

    Scene lastN(int count) {
        lastN = count;
        return this;
    }

    Scene limits(LastN.Limits bridges) {
        limits = bridges;
        return this;
    }

    /** Others get nothing while one on stage is below its preferred quality, as in Jitsi Videobridge. */
    Scene strict() {
        return policy(new AllocationPolicy(
                360, 30, true, 500_000, AllocationPolicy.StageOrder.STRICT, AllocationPolicy.Hesitation.DEFAULT));
    }

    Scene policy(AllocationPolicy bridges) {
        policy = bridges;
        return this;
    }

    /** From now on, what is allocated goes on from this. */
    Scene after(Allocation allocation, long laterNs) {
        previous = allocation;
        nowNs += laterNs;
        return this;
    }

    Allocation allocate(long kbps) {
        return allocate(new Budget(kbps * 1000, Budget.Basis.ESTIMATE));
    }

    Allocation allocate(Budget budget) {
        return new Allocator(policy)
                .allocate(
                        sources,
                        new ReceiverConstraints(lastN, onStage, selected, defaultHeightPx, heightsPx, maxTemporalLayer),
                        limits,
                        budget,
                        previous,
                        nowNs);
    }

    /** What is sent, as {@code name height@fps} and the reason. */
    static List<String> describe(Allocation allocation) {
        List<String> lines = new ArrayList<>();
        for (SourceAllocation source : allocation.sources()) {
            lines.add(source.name() + " " + quality(source.target()) + " " + source.reason());
        }
        return lines;
    }

    private static String quality(@org.jspecify.annotations.Nullable Layer layer) {
        if (layer == null) {
            return "-";
        }
        String fps = layer.framesPerSecond() < 0 ? "?" : String.valueOf((int) layer.framesPerSecond());
        return layer.heightPx() + "@" + fps;
    }
}
