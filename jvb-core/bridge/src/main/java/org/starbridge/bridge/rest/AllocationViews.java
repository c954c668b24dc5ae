package org.starbridge.bridge.rest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.bandwidth.Reason;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.Layer;
import org.starbridge.lastn.allocation.SourceAllocation;
import org.starbridge.media.api.BandwidthEstimate;

/**
 * Views of what a receiver gets of others' video, and why, as JSON-like maps: all of it is read off the
 * {@link Allocation} itself.
 */
final class AllocationViews {
    private AllocationViews() {}

    /** As tools know it. */
    static Map<String, Object> bitrateController(
            Allocation allocation, BandwidthEstimate allocatedBy, ReceiverConstraints constraints) {
        Map<String, Object> totals = totals(allocation);
        Map<String, Object> bySource = new LinkedHashMap<>();
        for (SourceAllocation source : allocation.sources()) {
            Map<String, @Nullable Object> layers = new LinkedHashMap<>();
            layers.put("target", layer(source.target()));
            layers.put("ideal", layer(source.ideal()));
            bySource.put(source.name(), layers);
        }
        totals.put("allocations", bySource);
        Map<String, @Nullable Object> allocator = new LinkedHashMap<>();
        allocator.put("trustBwe", allocation.budget().basis() != Budget.Basis.ESTIMATES_NOT_TRUSTED);
        allocator.put("bweBps", bps(allocation.budget().bps()));
        allocator.put("allocation", totals);
        allocator.put("allocationSettings", settings(constraints));
        allocator.put("effectiveConstraints", allocation.effectiveMaxHeightsPx());
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("bitrate_allocator", allocator);
        view.put("forwarded_sources", allocation.forwardedSources());
        view.put("oversending", allocation.isOversending());
        view.put("why", why(allocation, allocatedBy));
        return view;
    }

    /** The same without what is said of each source. */
    static Map<String, Object> brief(Allocation allocation) {
        Map<String, @Nullable Object> allocator = new LinkedHashMap<>();
        allocator.put("bweBps", bps(allocation.budget().bps()));
        allocator.put("allocation", totals(allocation));
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("bitrate_allocator", allocator);
        view.put("oversending", allocation.isOversending());
        return view;
    }

    private static Map<String, Object> totals(Allocation allocation) {
        Map<String, Object> totals = new LinkedHashMap<>();
        totals.put("idealBps", allocation.idealBps());
        totals.put("targetBps", allocation.targetBps());
        totals.put("oversending", allocation.isOversending());
        totals.put("has_suspended_sources", !allocation.suspendedSources().isEmpty());
        totals.put("suspended_sources", allocation.suspendedSources());
        return totals;
    }

    private static Map<String, Object> settings(ReceiverConstraints constraints) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("on_stage_sources", constraints.onStageSources());
        view.put("selected_sources", constraints.selectedSources());
        view.put("video_constraints", constraints.maxHeightPx());
        view.put("last_n", constraints.lastN());
        view.put("default_constraints", constraints.defaultMaxHeightPx());
        view.put("max_temporal_layer", constraints.maxTemporalLayer());
        return view;
    }

    /**
     * For each source which layer is sent, and for which reason; most important first. Where bandwidth is the reason,
     * also what bound the estimate.
     */
    static Map<String, Object> why(Allocation allocation, BandwidthEstimate allocatedBy) {
        Map<String, @Nullable Object> budget = new LinkedHashMap<>();
        budget.put("bps", bps(allocation.budget().bps()));
        budget.put("basis", lower(allocation.budget().basis()));
        budget.put("tolerance_bps", allocation.budget().toleranceBps());
        String bound = bound(allocation.budget(), allocatedBy);
        if (allocatedBy.isKnown()) {
            budget.put("estimate", EstimateViews.of(allocatedBy));
        }
        Map<String, Object> lastN = new LinkedHashMap<>();
        lastN.put("count", allocation.lastN().count());
        lastN.put("limit", lower(allocation.lastN().limit()));
        Map<String, Object> sources = new LinkedHashMap<>();
        allocation.sources().forEach(source -> sources.put(source.name(), why(source, bound)));
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("budget", budget);
        view.put("last_n", lastN);
        view.put("sources", sources);
        return view;
    }

    /**
     * Returns what limits the budget: a reason of the estimate, or another basis. Without an estimate a link counts as
     * overloaded by the losses in receiver reports only.
     */
    private static String bound(Budget budget, BandwidthEstimate allocatedBy) {
        return switch (budget.basis()) {
            case ESTIMATE, OVERLOAD -> lower(allocatedBy.isKnown() ? allocatedBy.reason() : Reason.LOSS);
            case ASSUMED, ESTIMATES_NOT_TRUSTED, NO_RTX, NO_ESTIMATE, STARTING -> lower(budget.basis());
        };
    }

    private static Map<String, @Nullable Object> why(SourceAllocation source, String bound) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("reason", lower(source.reason()));
        if (source.reason().isDenial()) {
            view.put("estimate_reason", bound);
        }
        view.put("priority", lower(source.priority()));
        view.put("max_height", source.maxHeightPx());
        view.put("target", layer(source.target()));
        view.put("ideal", layer(source.ideal()));
        view.put("preferred", layer(source.preferred()));
        view.put("needed_bps", source.neededBps());
        view.put("available_bps", bps(source.availableBps()));
        List<Object> layers = new ArrayList<>();
        for (int i = 0; i < source.layers().size(); i++) {
            Map<String, @Nullable Object> layer =
                    new LinkedHashMap<>(layer(source.layers().get(i)));
            layer.put("verdict", lower(source.verdicts().get(i)));
            layers.add(layer);
        }
        view.put("layers", layers);
        return view;
    }

    private static Map<String, Object> layer(@Nullable Layer layer) {
        if (layer == null) {
            return Map.of();
        }
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("index", layer.id());
        view.put("encoding", layer.encoding());
        view.put("spatial", layer.spatial());
        view.put("temporal", layer.temporal());
        view.put("height", layer.heightPx());
        view.put("frames_per_second", layer.framesPerSecond());
        view.put("bps", layer.bitrateBps());
        return view;
    }

    /** Null for no limit. */
    private static @Nullable Long bps(long bitrateBps) {
        return bitrateBps >= Budget.UNLIMITED_BPS ? null : bitrateBps;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
