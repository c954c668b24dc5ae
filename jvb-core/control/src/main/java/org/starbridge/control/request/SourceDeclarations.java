package org.starbridge.control.request;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.starbridge.colibri.MediaSource;
import org.starbridge.colibri.Source;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.control.selection.DeclaredSource.DeclaredSsrc;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.packet.StreamIdentifier;

/**
 * Reads the full set of sources that an endpoint declares. The second SSRC of an {@code FID} group carries
 * retransmissions, that of an {@code FEC-FR} group correction; the rest is media, and the {@code SIM} group says which
 * of it are alternatives of one picture, low to high. Group members that no {@code source} declares are ignored.
 * Without a {@code SIM} group, encodings with a {@code rid} are alternatives, in the order of declaration; of one
 * without an SSRC the packets will tell it, and a number that is made from the name stands for it, the same each time.
 */
public final class SourceDeclarations {
    private static final int MAX_NAMED = FrameFacts.MAX_ENCODINGS;

    private SourceDeclarations() {}

    /**
     * Reads them.
     *
     * @param taken SSRCs of other endpoints and of the bridge: these cannot be used
     * @throws org.starbridge.colibri.Colibri2Exception bad request, when something cannot be used and {@code problems}
     *     refuse
     */
    public static List<DeclaredSource> read(
            List<MediaSource> declared, Set<Integer> taken, ConferenceLimits limits, RequestProblems problems) {
        Set<Integer> seen = new HashSet<>(taken);
        List<DeclaredSource> sources = new ArrayList<>();
        int room = limits.ssrcsPerEndpoint();
        for (MediaSource source : declared) {
            MediaKind kind = MediaDescriptions.kindOf(source.kind());
            if (kind == null) {
                problems.count(RequestWarning.UNKNOWN_MEDIA_KIND);
            } else if (!problems.isBeyond("sources of an endpoint", sources.size() + 1, limits.sourcesPerEndpoint())
                    && !problems.isBeyond(
                            "characters in a source id", source.id().length(), limits.nameLength())) {
                DeclaredSource read = read(source, kind, seen, room, limits, problems);
                room -= read.ssrcs().size();
                sources.add(read);
            }
        }
        return List.copyOf(sources);
    }

    private static DeclaredSource read(
            MediaSource source,
            MediaKind kind,
            Set<Integer> seen,
            int room,
            ConferenceLimits limits,
            RequestProblems problems) {
        Map<Integer, Use> uses = new LinkedHashMap<>();
        Map<Integer, String> rids = new HashMap<>();
        List<Integer> named = new ArrayList<>();
        int limit = limits.ssrcsPerEndpoint();
        Map<Integer, Integer> originals = new HashMap<>();
        for (Source declared : source.sources()) {
            String rid = declared.rid();
            if (rid != null && !declared.hasSsrc()) {
                if (kind == MediaKind.VIDEO && !rids.containsValue(rid)) {
                    declareByName(source, rid, seen, uses, originals, rids, named, limit - room, limits, problems);
                }
                continue;
            }
            int ssrc = (int) declared.ssrc();
            if (problems.isBeyond("SSRCs of an endpoint", limit - room + uses.size() + 1, limit)) {
                continue;
            }
            if (seen.add(ssrc)) {
                uses.put(ssrc, Use.MEDIA);
                if (rid != null) {
                    named.add(ssrc);
                }
            } else {
                problems.raise(
                        RequestWarning.DUPLICATE_SSRC,
                        "source " + source.id() + ": ssrc " + declared.ssrc()
                                + " belongs to another source, another endpoint or the bridge: choose another one");
            }
        }
        List<Integer> simulcast = new ArrayList<>();
        for (SsrcGroup group : source.ssrcGroups()) {
            switch (group.semantics()) {
                case SsrcGroup.FID -> markSecond(source, group, Use.RETRANSMISSION, uses, originals, problems);
                case SsrcGroup.FEC_FR -> markSecond(source, group, Use.CORRECTION, uses, originals, problems);
                case SsrcGroup.SIM -> addMembers(source, group, simulcast, uses, problems);
                default -> {} // semantics that say nothing about forwarding
            }
        }
        if (simulcast.isEmpty() && named.size() > 1) {
            simulcast.addAll(named);
        }
        simulcast.removeIf(ssrc -> uses.get(ssrc) != Use.MEDIA);
        List<Integer> encodings = simulcast.isEmpty() ? mediaSsrcs(uses) : simulcast;
        List<DeclaredSsrc> ssrcs = new ArrayList<>();
        uses.forEach((ssrc, use) ->
                ssrcs.add(new DeclaredSsrc(ssrc, use, originals.getOrDefault(ssrc, ssrc), rids.get(ssrc))));
        return new DeclaredSource(source.id(), kind, ssrcs, encodings, !simulcast.isEmpty());
    }

    /** An encoding without an SSRC, and its retransmissions. */
    private static void declareByName(
            MediaSource source,
            String rid,
            Set<Integer> seen,
            Map<Integer, Use> uses,
            Map<Integer, Integer> originals,
            Map<Integer, String> rids,
            List<Integer> named,
            int others,
            ConferenceLimits limits,
            RequestProblems problems) {
        if (problems.isBeyond("SSRCs of an endpoint", others + uses.size() + 2, limits.ssrcsPerEndpoint())
                || problems.isBeyond("encodings of a source by name", named.size() + 1, MAX_NAMED)
                || problems.isBeyond("characters in a rid", rid.length(), StreamIdentifier.MAX_LENGTH_BYTES)) {
            return;
        }
        int media = placeholder(source.id() + "/" + rid, seen);
        int repair = placeholder(source.id() + "/" + rid + "/rtx", seen);
        uses.put(media, Use.MEDIA);
        uses.put(repair, Use.RETRANSMISSION);
        originals.put(repair, media);
        rids.put(media, rid);
        rids.put(repair, rid);
        named.add(media);
    }

    private static int placeholder(String name, Set<Integer> seen) {
        int ssrc = name.hashCode();
        while (ssrc == 0 || !seen.add(ssrc)) {
            ssrc += 0x9E37_79B9;
        }
        return ssrc;
    }

    private static void markSecond(
            MediaSource source,
            SsrcGroup group,
            Use use,
            Map<Integer, Use> uses,
            Map<Integer, Integer> originals,
            RequestProblems problems) {
        List<Long> members = group.ssrcs();
        boolean isPair = members.size() == 2
                && !members.getFirst().equals(members.getLast())
                && uses.containsKey(members.getFirst().intValue())
                && uses.containsKey(members.getLast().intValue());
        if (isPair) {
            uses.put(members.getLast().intValue(), use);
            originals.put(members.getLast().intValue(), members.getFirst().intValue());
        } else {
            problems.raise(
                    RequestWarning.UNUSABLE_GROUP,
                    "source " + source.id() + ": group " + group.semantics() + " " + abbreviated(members)
                            + ": expected two different SSRCs of the source");
        }
    }

    private static void addMembers(
            MediaSource source,
            SsrcGroup group,
            List<Integer> simulcast,
            Map<Integer, Use> uses,
            RequestProblems problems) {
        for (long member : group.ssrcs()) {
            if (uses.containsKey((int) member) && !simulcast.contains((int) member)) {
                simulcast.add((int) member);
            } else {
                problems.raise(
                        RequestWarning.UNUSABLE_GROUP,
                        "source " + source.id() + ": group " + group.semantics() + ": " + member
                                + " is not among the SSRCs of the source, or twice in the group");
            }
        }
    }

    private static String abbreviated(List<Long> ssrcs) {
        return ssrcs.size() <= 4 ? ssrcs.toString() : ssrcs.size() + " SSRCs";
    }

    private static List<Integer> mediaSsrcs(Map<Integer, Use> uses) {
        return uses.entrySet().stream()
                .filter(entry -> entry.getValue() == Use.MEDIA)
                .map(Map.Entry::getKey)
                .toList();
    }
}
