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
import org.starbridge.media.api.ForwardingTable.Arrival;
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
 * A source with a {@code mid} is known by its media section: its SSRC is learnt likewise, or only tells under which it
 * comes at first.
 */
public final class SourceDeclarations {
    private static final int MAX_NAMED = FrameFacts.MAX_ENCODINGS;

    /**
     * Reads them.
     *
     * @param taken these cannot be used; what only other participants have is never refused, since it becomes free when
     *     they leave ({@link SsrcHandover})
     * @throws org.starbridge.colibri.Colibri2Exception bad request, when something cannot be used and {@code problems}
     *     refuse
     */
    public static List<DeclaredSource> read(
            List<MediaSource> declared, TakenSsrcs taken, ConferenceLimits limits, RequestProblems problems) {
        Set<Integer> seen = taken.all();
        Set<Integer> own = new HashSet<>();
        List<DeclaredSource> sources = new ArrayList<>();
        int room = limits.ssrcsPerEndpoint();
        for (MediaSource source : declared) {
            MediaKind kind = MediaDescriptions.kindOf(source.kind());
            if (kind == null) {
                problems.count(RequestWarning.UNKNOWN_MEDIA_KIND);
            } else if (!problems.isBeyond("sources of an endpoint", sources.size() + 1, limits.sourcesPerEndpoint())
                    && !problems.isBeyond(
                            "characters in a source id", source.id().length(), limits.nameLength())) {
                SourceDeclarations one =
                        new SourceDeclarations(source, kind, taken.others(), seen, own, room, limits, problems);
                DeclaredSource read = one.read();
                room -= read.ssrcs().size() + one.awaited.size();
                sources.add(read);
            }
        }
        return List.copyOf(sources);
    }

    private final MediaSource source;
    private final MediaKind kind;
    private final Set<Integer> others;
    /** SSRCs of the conference. */
    private final Set<Integer> seen;
    /** SSRCs of the endpoint. */
    private final Set<Integer> own;
    /** Number of SSRCs of the endpoint's other sources. */
    private final int ofOtherSources;

    private final ConferenceLimits limits;
    private final RequestProblems problems;
    private final Map<Integer, Use> uses = new LinkedHashMap<>();
    private final Map<Integer, Arrival> arrivals = new HashMap<>();
    private final Map<Integer, Integer> originals = new HashMap<>();
    private final Set<String> rids = new HashSet<>();
    private final List<Integer> named = new ArrayList<>();
    /** Stand-ins for SSRCs that are only the endpoint's. */
    private final Map<Integer, Integer> standIns = new HashMap<>();
    /** SSRCs that others have for now. */
    private final Set<Integer> awaited = new HashSet<>();

    private SourceDeclarations(
            MediaSource source,
            MediaKind kind,
            Set<Integer> others,
            Set<Integer> seen,
            Set<Integer> own,
            int room,
            ConferenceLimits limits,
            RequestProblems problems) {
        this.source = source;
        this.kind = kind;
        this.others = others;
        this.seen = seen;
        this.own = own;
        this.ofOtherSources = limits.ssrcsPerEndpoint() - room;
        this.limits = limits;
        this.problems = problems;
    }

    private DeclaredSource read() {
        for (Source declared : source.sources()) {
            String rid = declared.rid();
            String mid = declared.mid();
            if (rid != null && !declared.hasSsrc()) {
                declareByName(rid);
            } else if (mid != null && rid == null) {
                declareInSection(mid, declared);
            } else {
                declareBySsrc(declared);
            }
        }
        List<Integer> simulcast = new ArrayList<>();
        for (SsrcGroup group : source.ssrcGroups()) {
            switch (group.semantics()) {
                case SsrcGroup.FID -> markSecond(group, Use.RETRANSMISSION);
                case SsrcGroup.FEC_FR -> markSecond(group, Use.CORRECTION);
                case SsrcGroup.SIM -> addMembers(group, simulcast);
                default -> {} // semantics that say nothing about forwarding
            }
        }
        addRetransmissions();
        if (simulcast.isEmpty() && named.size() > 1) {
            simulcast.addAll(named);
        }
        simulcast.removeIf(ssrc -> uses.get(ssrc) != Use.MEDIA);
        List<Integer> encodings = simulcast.isEmpty() ? mediaSsrcs() : simulcast;
        List<DeclaredSsrc> ssrcs = new ArrayList<>();
        uses.forEach((ssrc, use) ->
                ssrcs.add(new DeclaredSsrc(ssrc, use, originals.getOrDefault(ssrc, ssrc), arrivals.get(ssrc))));
        return new DeclaredSource(
                source.id(),
                kind,
                ssrcs,
                encodings,
                !simulcast.isEmpty(),
                source.synthetic() && kind == MediaKind.AUDIO);
    }

    private boolean isRoomFor(int more) {
        int before = ofOtherSources + uses.size() + awaited.size();
        return !problems.isBeyond("SSRCs of an endpoint", before + more, limits.ssrcsPerEndpoint());
    }

    private void declareBySsrc(Source declared) {
        int ssrc = (int) declared.ssrc();
        if (!isRoomFor(1)) {
            return;
        }
        if (!own.contains(ssrc) && seen.add(ssrc)) {
            own.add(ssrc);
            uses.put(ssrc, Use.MEDIA);
            if (declared.rid() != null) {
                named.add(ssrc);
            }
        } else if (!own.contains(ssrc) && others.contains(ssrc)) {
            awaited.add(ssrc);
            problems.count(RequestWarning.DUPLICATE_SSRC);
        } else {
            raiseDuplicate(declared, "another source of the endpoint or the bridge");
        }
    }

    private void raiseDuplicate(Source declared, String owner) {
        problems.raise(
                RequestWarning.DUPLICATE_SSRC,
                "source " + source.id() + ": ssrc " + declared.ssrc() + " belongs to " + owner
                        + ": choose another one");
    }

    /** An encoding without an SSRC, and its retransmissions. */
    private void declareByName(String rid) {
        if (kind != MediaKind.VIDEO
                || !rids.add(rid)
                || !isRoomFor(2)
                || problems.isBeyond("encodings of a source by name", named.size() + 1, MAX_NAMED)
                || problems.isBeyond("characters in a rid", rid.length(), StreamIdentifier.MAX_LENGTH_BYTES)) {
            return;
        }
        int media = placeholder(source.id() + "/" + rid, seen);
        int repair = placeholder(source.id() + "/" + rid + "/rtx", seen);
        uses.put(media, Use.MEDIA);
        uses.put(repair, Use.RETRANSMISSION);
        originals.put(repair, media);
        arrivals.put(media, Arrival.ofEncoding(rid));
        arrivals.put(repair, Arrival.ofEncoding(rid));
        named.add(media);
    }

    /** An SSRC that only its media section has to know, so another endpoint may have the same. */
    private void declareInSection(String mid, Source declared) {
        if (!isRoomFor(1) || problems.isBeyond("characters in a mid", mid.length(), limits.nameLength())) {
            return;
        }
        if (!declared.hasSsrc()) {
            int ssrc = placeholder(source.id(), seen);
            uses.put(ssrc, Use.MEDIA);
            arrivals.put(ssrc, Arrival.inSection(mid, null));
            return;
        }
        int first = (int) declared.ssrc();
        if (!own.add(first)) {
            raiseDuplicate(declared, "another SSRC of the endpoint");
            return;
        }
        int ssrc = seen.add(first) ? first : placeholder(source.id() + "/" + declared.ssrc(), seen);
        standIns.put(first, ssrc);
        uses.put(ssrc, Use.MEDIA);
        arrivals.put(ssrc, Arrival.inSection(mid, first));
    }

    /** Adds retransmissions: what is in a media section may come again under an SSRC that was not declared. */
    private void addRetransmissions() {
        for (int media : mediaSsrcs()) {
            Arrival arrival = arrivals.get(media);
            String mid = arrival == null ? null : arrival.mid();
            if (mid != null && !originals.containsValue(media) && isRoomFor(1)) {
                int repair = placeholder(source.id() + "/rtx", seen);
                uses.put(repair, Use.RETRANSMISSION);
                originals.put(repair, media);
                arrivals.put(repair, Arrival.inSection(mid, null));
            }
        }
    }

    private static int placeholder(String name, Set<Integer> seen) {
        int ssrc = name.hashCode();
        while (ssrc == 0 || !seen.add(ssrc)) {
            ssrc += 0x9E37_79B9;
        }
        return ssrc;
    }

    /** The number that a member of a group has in the conference. */
    private int standIn(long member) {
        return standIns.getOrDefault((int) member, (int) member);
    }

    private void markSecond(SsrcGroup group, Use use) {
        List<Long> members = group.ssrcs();
        boolean isPair = members.size() == 2
                && !members.getFirst().equals(members.getLast())
                && uses.containsKey(standIn(members.getFirst()))
                && uses.containsKey(standIn(members.getLast()));
        if (isPair) {
            uses.put(standIn(members.getLast()), use);
            originals.put(standIn(members.getLast()), standIn(members.getFirst()));
        } else if (!awaitsAny(members)) {
            problems.raise(
                    RequestWarning.UNUSABLE_GROUP,
                    "source " + source.id() + ": group " + group.semantics() + " " + abbreviated(members)
                            + ": expected two different SSRCs of the source");
        }
    }

    /** True if a group has to be read again when an SSRC is free. */
    private boolean awaitsAny(List<Long> members) {
        return members.stream().anyMatch(member -> awaited.contains(member.intValue()));
    }

    private void addMembers(SsrcGroup group, List<Integer> simulcast) {
        for (long member : group.ssrcs()) {
            int ssrc = standIn(member);
            if (uses.containsKey(ssrc) && !simulcast.contains(ssrc)) {
                simulcast.add(ssrc);
            } else if (!awaited.contains(ssrc)) {
                problems.raise(
                        RequestWarning.UNUSABLE_GROUP,
                        "source " + source.id() + ": group " + group.semantics() + ": " + member
                                + " is not an SSRC of the source, or occurs twice in the group");
            }
        }
    }

    private static String abbreviated(List<Long> ssrcs) {
        return ssrcs.size() <= 4 ? ssrcs.toString() : ssrcs.size() + " SSRCs";
    }

    private List<Integer> mediaSsrcs() {
        return uses.entrySet().stream()
                .filter(entry -> entry.getValue() == Use.MEDIA)
                .map(Map.Entry::getKey)
                .toList();
    }
}
