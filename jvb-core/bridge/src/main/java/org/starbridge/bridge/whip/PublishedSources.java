package org.starbridge.bridge.whip;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.RtpHeaderExtension;
import org.starbridge.colibri.Source;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.attribute.Rid;
import org.starbridge.sdp.attribute.Simulcast;
import org.starbridge.sdp.attribute.SsrcAttribute;
import org.starbridge.sdp.attribute.SsrcGroup;

/** Streams that a publisher sends, as its section describes them. */
final class PublishedSources {
    /** Orders of names of simulcast encodings, from the smallest picture to the largest. */
    private static final List<List<String>> LOW_TO_HIGH = List.of(
            List.of("l", "m", "h"), List.of("q", "h", "f"), List.of("low", "mid", "high"), List.of("lo", "mid", "hi"));

    private PublishedSources() {}

    /**
     * Returns whether the section names encodings that packets cannot name, and declares no SSRC: nothing tells which
     * is whose.
     */
    static boolean cannotBeKnown(MediaSection section, List<RtpHeaderExtension> chosen) {
        return section.attributes().all(Rid.class).stream().anyMatch(Rid::isSent)
                && !HeaderExtensionChoice.hasEncodingNames(chosen)
                && ssrcs(section).isEmpty();
    }

    /** Those of {@link #rids} that packets can name. */
    static List<String> rids(MediaSection section, List<RtpHeaderExtension> chosen) {
        return HeaderExtensionChoice.hasEncodingNames(chosen) ? rids(section) : List.of();
    }

    /** Names of simulcast encodings in the order of the offer; empty without simulcast. */
    static List<String> rids(MediaSection section) {
        Simulcast simulcast = section.attributes().first(Simulcast.class);
        if (simulcast == null) {
            return List.of();
        }
        List<String> declared = section.attributes().all(Rid.class).stream()
                .filter(Rid::isSent)
                .map(Rid::id)
                .toList();
        return simulcast.sent().stream()
                .map(stream -> stream.alternatives().getFirst().rid())
                .filter(declared::contains)
                .distinct()
                .toList();
    }

    /**
     * The source of a section that was accepted. Simulcast encodings are known by their names alone: Firefox declares
     * SSRCs as well, but not which is whose. Everything else is known by its section, and by the SSRCs that are
     * declared, if any are: these are the publisher's own, so another publisher may have the same.
     */
    static MediaSource of(NegotiatedSection section, String name) {
        if (!section.rids().isEmpty()) {
            List<Source> encodings = lowToHigh(section.rids()).stream()
                    .map(rid -> new Source(Source.NO_SSRC, name, null, rid, Map.of()))
                    .toList();
            return new MediaSource(section.kind(), name, false, encodings, List.of());
        }
        Set<Long> ssrcs = ssrcs(section.offered());
        List<org.starbridge.colibri.SsrcGroup> groups = new ArrayList<>();
        for (SsrcGroup group : section.offered().attributes().all(SsrcGroup.class)) {
            boolean isRepair = group.semantics().equals(org.starbridge.colibri.SsrcGroup.FID);
            boolean isKnown = isRepair || group.semantics().equals(org.starbridge.colibri.SsrcGroup.SIM);
            if (isKnown
                    && ssrcs.containsAll(group.ssrcs())
                    && (!isRepair || group.ssrcs().size() == 2)) {
                groups.add(new org.starbridge.colibri.SsrcGroup(group.semantics(), group.ssrcs()));
            }
        }
        String mid = section.offered().mid() == null
                ? section.offered().media()
                : section.offered().mid();
        List<Long> known = ssrcs.isEmpty() ? List.of(Source.NO_SSRC) : List.copyOf(ssrcs);
        return new MediaSource(
                section.kind(),
                name,
                false,
                known.stream()
                        .map(ssrc -> new Source(ssrc, name, null, null, mid, Map.of()))
                        .toList(),
                groups);
    }

    /** {@code a0} or {@code v0}: what Jitsi appends to an endpoint's id to name its first source. */
    static String suffix(MediaKind kind) {
        return kind == MediaKind.AUDIO ? "-a0" : "-v0";
    }

    private static Set<Long> ssrcs(MediaSection section) {
        Set<Long> ssrcs = new LinkedHashSet<>();
        section.attributes().all(SsrcAttribute.class).forEach(attribute -> ssrcs.add(attribute.ssrc()));
        return ssrcs;
    }

    /** Encodings are declared low to high. Names in usual orders are put so; others stay as they are. */
    static List<String> lowToHigh(List<String> rids) {
        List<String> names =
                rids.stream().map(rid -> rid.toLowerCase(Locale.ROOT)).toList();
        for (List<String> order : LOW_TO_HIGH) {
            if (order.containsAll(names)) {
                List<String> sorted = new ArrayList<>(rids);
                sorted.sort((a, b) -> Integer.compare(
                        order.indexOf(a.toLowerCase(Locale.ROOT)), order.indexOf(b.toLowerCase(Locale.ROOT))));
                return sorted;
            }
        }
        return rids;
    }
}
