package org.starbridge.jvb.conference;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.jvb.media.ForwardingTable.Use;
import org.starbridge.jvb.media.MediaKind;
import org.starbridge.jvb.selection.DeclaredSource;
import org.starbridge.jvb.selection.DeclaredSource.DeclaredSsrc;

/**
 * Reads the full set of sources that an endpoint declares. The second SSRC of an {@code FID} group carries retransmissions,
 * that of an {@code FEC-FR} group correction; the rest is media, and the {@code SIM} group says which of it are
 * alternatives of one picture, low to high. Group members that no {@code source} declares are ignored.
 */
final class SourceDeclarations {
    private SourceDeclarations() {}

    /**
     * @param taken SSRCs of other endpoints and of the bridge: these are skipped and counted
     * @throws Colibri2Exception bad request, when there are more than the limits allow
     */
    static List<DeclaredSource> read(
            List<MediaSource> declared, Set<Integer> taken, ConferenceLimits limits, ConferenceCounters counters) {
        Limits.require("sources of an endpoint", declared.size(), limits.sourcesPerEndpoint());
        int ssrcCount =
                declared.stream().mapToInt(source -> source.sources().size()).sum();
        Limits.require("SSRCs of an endpoint", ssrcCount, limits.ssrcsPerEndpoint());
        Set<Integer> seen = new HashSet<>(taken);
        List<DeclaredSource> sources = new ArrayList<>();
        for (MediaSource source : declared) {
            Limits.requireLength("source id", source.id(), limits.nameLength());
            MediaKind kind = NegotiatedMedia.kindOf(source.kind());
            if (kind == null) {
                counters.count(SoftProblem.UNKNOWN_MEDIA_KIND);
            } else {
                sources.add(read(source, kind, seen, counters));
            }
        }
        return List.copyOf(sources);
    }

    private static DeclaredSource read(
            MediaSource source, MediaKind kind, Set<Integer> seen, ConferenceCounters counters) {
        Map<Integer, Use> uses = new LinkedHashMap<>();
        Map<Integer, Integer> originals = new HashMap<>();
        for (Source declared : source.sources()) {
            int ssrc = (int) declared.ssrc();
            if (seen.add(ssrc)) {
                uses.put(ssrc, Use.MEDIA);
            } else {
                counters.count(SoftProblem.DUPLICATE_SSRC);
            }
        }
        List<Integer> simulcast = new ArrayList<>();
        for (SsrcGroup group : source.ssrcGroups()) {
            switch (group.semantics()) {
                case SsrcGroup.FID -> markSecond(group, Use.RETRANSMISSION, uses, originals);
                case SsrcGroup.FEC_FR -> markSecond(group, Use.CORRECTION, uses, originals);
                case SsrcGroup.SIM -> group.ssrcs().forEach(ssrc -> simulcast.add(ssrc.intValue()));
                default -> {} // semantics that say nothing about forwarding
            }
        }
        simulcast.removeIf(ssrc -> uses.get(ssrc) != Use.MEDIA);
        List<Integer> encodings = simulcast.isEmpty() ? mediaSsrcs(uses) : simulcast;
        List<DeclaredSsrc> ssrcs = new ArrayList<>();
        uses.forEach((ssrc, use) -> ssrcs.add(new DeclaredSsrc(ssrc, use, originals.getOrDefault(ssrc, ssrc))));
        return new DeclaredSource(source.id(), kind, ssrcs, encodings, !simulcast.isEmpty());
    }

    private static void markSecond(SsrcGroup group, Use use, Map<Integer, Use> uses, Map<Integer, Integer> originals) {
        if (group.ssrcs().size() != 2) {
            return;
        }
        int second = group.ssrcs().getLast().intValue();
        if (uses.replace(second, use) != null) {
            originals.put(second, group.ssrcs().getFirst().intValue());
        }
    }

    private static List<Integer> mediaSsrcs(Map<Integer, Use> uses) {
        return uses.entrySet().stream()
                .filter(entry -> entry.getValue() == Use.MEDIA)
                .map(Map.Entry::getKey)
                .toList();
    }
}
