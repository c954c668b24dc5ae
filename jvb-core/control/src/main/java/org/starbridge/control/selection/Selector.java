package org.starbridge.control.selection;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.lastn.allocation.Allocator;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.LastN;
import org.starbridge.lastn.allocation.Layer;
import org.starbridge.lastn.allocation.SenderConstraints;
import org.starbridge.lastn.allocation.SourceAllocation;
import org.starbridge.lastn.allocation.VideoSource;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Reception;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.MediaKind;

/**
 * Chooses what a conference forwards, run after run: every member gets the audio of all others as far as it wants it,
 * and of their video sources the layers that the {@link Allocator} gives it; no receiver gets a kind that it negotiated
 * no payload type for, and none gets itself.
 *
 * <p>A receiver that asks for everything, and can take it, gets the highest layer of each source: the table of a
 * conference in which all do is the plain star, and costs no more. What was decided for a member is kept for the next
 * run, so that layers do not flap.
 *
 * <p>One for each conference; guarded by the conference's lock.
 */
public final class Selector {
    private final String conferenceId;
    private final SelectionPolicy policy;
    private final Allocator allocator;
    private final Map<Integer, Allocation> latest = new HashMap<>();

    /** Allocation of those who ask for everything, before their own sources are taken out. */
    private Allocation everything = Allocation.NOTHING;

    /** @param conferenceId the bridge-local id */
    public Selector(String conferenceId, SelectionPolicy policy) {
        this.conferenceId = conferenceId;
        this.policy = policy;
        allocator = new Allocator(policy.allocation());
    }

    /**
     * Chooses again.
     *
     * @param version the table's version
     * @param members everyone, those first who spoke last
     * @param speakers numbers of participants, those first who spoke last, where members send for several of them
     * @param loadLastN the bridge's last-N while it is overloaded; {@link LastN#UNLIMITED} if it is not
     * @param nowNs on the monotonic clock
     */
    public Selection select(long version, List<Member> members, List<Integer> speakers, int loadLastN, long nowNs) {
        Run run = new Run(members, speakers, loadLastN, nowNs);
        List<Transport> transports = new ArrayList<>(members.size());
        for (Member member : members) {
            transports.add(run.transport(member));
        }
        transports.sort(Comparator.comparingInt(Transport::endpointKey)); // the same table for every order of speakers
        latest.clear();
        latest.putAll(run.allocations);
        return new Selection(
                new ForwardingTable(conferenceId, version, transports, run.insistedAudio),
                run.allocations,
                run.wantedHeightsPx());
    }

    /** One run. */
    private final class Run {
        private final List<OfferedVideo> video;
        private final List<VideoSource> sources;
        private final List<DeclaredAudio> audio = new ArrayList<>();
        private final int[] wantedPx;
        private final int loadLastN;
        private final long nowNs;
        private final Map<Integer, Allocation> allocations = new HashMap<>();
        private final Set<Integer> insistedAudio = new HashSet<>();
        private final Map<Integer, RelayLink> links = new HashMap<>();
        private boolean hasEverything;

        Run(List<Member> members, List<Integer> speakers, int loadLastN, long nowNs) {
            video = OfferedVideo.of(members, speakers, policy.usesTargetBitrates());
            sources = video.stream().map(OfferedVideo::source).toList();
            wantedPx = new int[video.size()];
            this.loadLastN = loadLastN;
            this.nowNs = nowNs;
            for (Member member : members) {
                if (member.link() != null) {
                    links.put(member.endpointKey(), member.link());
                }
                for (Sender sender : member.senders()) {
                    for (DeclaredSource source : sender.sources()) {
                        if (source.kind() == MediaKind.AUDIO) {
                            audio.add(new DeclaredAudio(member.endpointKey(), source));
                        }
                    }
                }
            }
        }

        Transport transport(Member member) {
            Set<Integer> received = new HashSet<>();
            Map<Integer, Integer> targets = new HashMap<>();
            if (member.link() != null) {
                relay(member, member.link(), received, targets);
                return transport(member, received, targets, Reception.EVERY_ENCODING);
            }
            if (member.accepts(MediaKind.AUDIO)) {
                for (DeclaredAudio each : audio) {
                    if (each.ownerKey != member.endpointKey() && wants(member, each.source)) {
                        received.addAll(each.source.forwardedSsrcs());
                        if (member.wishes().audio().insistsOn(each.source.name())) {
                            insistedAudio.addAll(each.source.forwardedSsrcs());
                        }
                    }
                }
            }
            if (member.accepts(MediaKind.VIDEO)) {
                LastN.Limits limits = limits(member);
                if (isUnlimited(member.wishes(), limits)) {
                    giveEverything(member, received);
                } else {
                    allocate(member, limits, received, targets);
                }
            }
            return transport(member, received, targets, Reception.CHOSEN_LAYERS);
        }

        private static boolean wants(Member member, DeclaredSource audio) {
            return audio.synthetic()
                    ? member.wishes().audio().insistsOn(audio.name())
                    : member.wishes().audio().wants(audio.name());
        }

        /** Another bridge gets what its own receivers want, whole, but nothing that it gets from elsewhere. */
        private void relay(Member member, RelayLink link, Set<Integer> received, Map<Integer, Integer> targets) {
            if (member.accepts(MediaKind.AUDIO)) {
                for (DeclaredAudio each : audio) {
                    if (isRelayed(each.ownerKey, member, link)) {
                        received.addAll(each.source.forwardedSsrcs());
                    }
                }
            }
            List<Integer> wanted = new ArrayList<>();
            for (int i = 0; i < video.size(); i++) {
                OfferedVideo each = video.get(i);
                if (link.maxHeightPx(each.name()) != 0
                        && member.accepts(MediaKind.VIDEO)
                        && each.isEnabled()
                        && isRelayed(each.ownerKey(), member, link)) {
                    wanted.add(i);
                }
            }
            Allocation allocation = allocateWhole(member, link, wanted);
            allocations.put(member.endpointKey(), allocation);
            for (int i : wanted) {
                OfferedVideo each = video.get(i);
                int maxHeightPx = link.maxHeightPx(each.name());
                wantedPx[i] = SenderConstraints.larger(wantedPx[i], maxHeightPx);
                int target = targetWhole(each, allocation.find(each.name()), maxHeightPx);
                if (target != ForwardingTable.SUSPENDED) {
                    List<Integer> ssrcs = each.declared().forwardedSsrcs();
                    received.addAll(ssrcs);
                    if (target != ForwardingTable.HIGHEST_LAYER) {
                        ssrcs.forEach(ssrc -> targets.put(ssrc, target));
                    }
                }
            }
        }

        /**
         * Chooses the encodings that the link carries: those of the most important sources first, the lowest of each
         * before any higher one. Decides nothing while the link is not limited.
         */
        private Allocation allocateWhole(Member member, RelayLink link, List<Integer> wanted) {
            Budget budget = member.wishes().budget();
            if (!budget.isLimited() && budget.basis() != Budget.Basis.STARTING) {
                return new Allocation(budget, Allocation.NOTHING.lastN(), List.of());
            }
            List<VideoSource> whole = new ArrayList<>();
            Map<String, Integer> heightsPx = new HashMap<>();
            for (int i : wanted) {
                OfferedVideo each = video.get(i);
                whole.add(WholeEncodings.of(each.source()));
                heightsPx.put(each.name(), link.maxHeightPx(each.name()));
            }
            return allocator.allocate(
                    whole,
                    new ReceiverConstraints(ReceiverConstraints.UNLIMITED, List.of(), List.of(), 0, heightsPx),
                    LastN.Limits.NONE,
                    budget,
                    latest.getOrDefault(member.endpointKey(), Allocation.NOTHING),
                    nowNs);
        }

        /** Up to which encoding a source goes over a relay; {@code given} is null if its link is not limited. */
        private static int targetWhole(OfferedVideo source, @Nullable SourceAllocation given, int maxHeightPx) {
            if (given == null || !given.reason().isDenial()) {
                return source.targetUpTo(maxHeightPx);
            }
            Layer carried = given.target();
            return carried == null ? ForwardingTable.SUSPENDED : WholeEncodings.upTo(carried);
        }

        /** Returns whether what comes over one transport goes out over a relay. */
        private boolean isRelayed(int ownerKey, Member relay, RelayLink link) {
            RelayLink from = links.get(ownerKey);
            return ownerKey != relay.endpointKey() && (from == null || !from.isInMeshOf(link));
        }

        private static Transport transport(
                Member member, Set<Integer> received, Map<Integer, Integer> targets, Reception reception) {
            return new Transport(
                    member.endpointKey(),
                    member.payloadTypes(),
                    member.extensionIds(),
                    member.acceptsTwoByteExtensions(),
                    member.senders().stream()
                            .map(sender -> new ForwardingTable.Participant(sender.key(), streams(sender)))
                            .toList(),
                    received,
                    targets,
                    Map.of(),
                    reception);
        }

        private LastN.Limits limits(Member member) {
            int own = 0;
            for (Sender sender : member.senders()) {
                for (DeclaredSource source : sender.sources()) {
                    own += source.kind() == MediaKind.VIDEO ? 1 : 0;
                }
            }
            return new LastN.Limits(
                    policy.bridgeLastN(),
                    loadLastN,
                    policy.lastNBySize().limit(video.size() - own),
                    member.wishes().videoSlots());
        }

        private void giveEverything(Member member, Set<Integer> received) {
            if (!hasEverything) {
                hasEverything = true;
                everything = allocator.allocate(
                        sources,
                        ReceiverConstraints.everything(),
                        LastN.Limits.NONE,
                        member.wishes().budget(),
                        everything,
                        nowNs);
            }
            Set<String> own = new HashSet<>();
            for (int i = 0; i < video.size(); i++) {
                OfferedVideo each = video.get(i);
                if (each.ownerKey() == member.endpointKey()) {
                    own.add(each.name());
                } else if (each.isEnabled()) {
                    received.addAll(each.declared().forwardedSsrcs());
                    wantedPx[i] = ReceiverConstraints.UNLIMITED;
                }
            }
            allocations.put(
                    member.endpointKey(),
                    new Allocation(
                            member.wishes().budget(),
                            everything.lastN(),
                            own.isEmpty()
                                    ? everything.sources()
                                    : everything.sources().stream()
                                            .filter(source -> !own.contains(source.name()))
                                            .toList()));
        }

        private void allocate(
                Member member, LastN.Limits limits, Set<Integer> received, Map<Integer, Integer> targets) {
            List<VideoSource> others = new ArrayList<>(video.size());
            for (OfferedVideo each : video) {
                if (each.ownerKey() != member.endpointKey()) {
                    others.add(each.source());
                }
            }
            Allocation allocation = allocator.allocate(
                    others,
                    member.wishes().video(),
                    limits,
                    member.wishes().budget(),
                    latest.getOrDefault(member.endpointKey(), Allocation.NOTHING),
                    nowNs);
            allocations.put(member.endpointKey(), allocation);
            Map<String, SourceAllocation> byName = new HashMap<>();
            for (SourceAllocation source : allocation.sources()) {
                byName.put(source.name(), source);
            }
            for (int i = 0; i < video.size(); i++) {
                OfferedVideo each = video.get(i);
                @Nullable
                SourceAllocation given = each.ownerKey() == member.endpointKey() ? null : byName.get(each.name());
                if (given == null) {
                    continue;
                }
                wantedPx[i] = SenderConstraints.larger(wantedPx[i], given.maxHeightPx());
                if (given.target() != null) {
                    List<Integer> ssrcs = each.declared().forwardedSsrcs();
                    received.addAll(ssrcs);
                    int target = each.target(given.target());
                    if (target != ForwardingTable.HIGHEST_LAYER) {
                        ssrcs.forEach(ssrc -> targets.put(ssrc, target));
                    }
                }
            }
        }

        Map<String, Integer> wantedHeightsPx() {
            Map<String, Integer> wanted = new HashMap<>();
            for (int i = 0; i < wantedPx.length; i++) {
                wanted.merge(video.get(i).name(), wantedPx[i], SenderConstraints::larger);
            }
            return wanted;
        }
    }

    private record DeclaredAudio(int ownerKey, DeclaredSource source) {}

    private static boolean isUnlimited(Member.Wishes wishes, LastN.Limits limits) {
        Budget budget = wishes.budget();
        return !budget.isLimited()
                && limits.equals(LastN.Limits.NONE)
                && wishes.video().equals(ReceiverConstraints.everything());
    }

    private static List<Stream> streams(Sender sender) {
        List<Stream> streams = new ArrayList<>();
        for (DeclaredSource source : sender.sources()) {
            boolean muted = sender.mutedKinds().contains(source.kind());
            for (DeclaredSource.DeclaredSsrc ssrc : source.ssrcs()) {
                int encoding = source.encodingOf(ssrc.ssrc());
                streams.add(new Stream(
                        ssrc.ssrc(),
                        source.name(),
                        source.kind(),
                        ssrc.use(),
                        muted,
                        ssrc.original(),
                        encoding < 0 ? ssrc.ssrc() : source.encodings().getFirst(),
                        Math.max(0, encoding),
                        ssrc.arrival()));
            }
        }
        return streams;
    }
}
