package org.starbridge.control.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.lastn.AudioSubscription;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.LastN;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.MediaKind;

/**
 * Senders of synthetic sources: never the transport of their owner's client, so that what the client sends under their
 * SSRCs is dropped. Those that this bridge makes come from an endpoint of its own; others come over a relay, from the
 * bridge that makes them.
 *
 * @param ownKey the number of this bridge's own endpoint in the media plane; null if it makes no audio
 * @param made names of the sources that this bridge makes
 */
public record SyntheticPlacement(@Nullable Integer ownKey, Set<String> made) {
    /** Of a bridge that makes none. */
    public static final SyntheticPlacement NONE = new SyntheticPlacement(null, Set.of());

    /** The payload type of what this bridge makes; receivers get the one that they negotiated. */
    public static final int PAYLOAD_TYPE = 111;

    private static final Member.Wishes NOTHING = new Member.Wishes(
            new ReceiverConstraints(0, List.of(), List.of(), 0, Map.of()),
            new AudioSubscription(false, Set.of(), Set.of()),
            Budget.unlimited(Budget.Basis.ESTIMATES_NOT_TRUSTED),
            LastN.UNLIMITED);

    public SyntheticPlacement {
        made = Set.copyOf(made);
    }

    /** The same members, with synthetic sources where they are sent from. */
    public List<Member> apply(List<Member> members) {
        if (members.stream().noneMatch(SyntheticPlacement::hasSynthetic)) {
            return members;
        }
        List<Integer> relays = members.stream()
                .filter(member -> member.link() != null)
                .map(Member::endpointKey)
                .toList();
        List<Sender> own = new ArrayList<>();
        List<Sender> overTheRelay = new ArrayList<>();
        List<Member> placed = new ArrayList<>();
        for (Member member : members) {
            placed.add(hasSynthetic(member) ? split(member, relays.size() == 1, own, overTheRelay) : member);
        }
        if (!overTheRelay.isEmpty()) {
            placed.replaceAll(member -> member.link() == null ? member : withSenders(member, overTheRelay));
        }
        if (ownKey != null && !own.isEmpty()) {
            placed.add(new Member(ownKey, Map.of(PAYLOAD_TYPE, opus()), Map.of(), false, own, NOTHING));
        }
        return placed;
    }

    private Member split(Member member, boolean hasOneRelay, List<Sender> own, List<Sender> overTheRelay) {
        List<Sender> senders = new ArrayList<>();
        for (Sender sender : member.senders()) {
            List<DeclaredSource> kept = new ArrayList<>();
            List<DeclaredSource> ours = new ArrayList<>();
            List<DeclaredSource> theirs = new ArrayList<>();
            for (DeclaredSource source : sender.sources()) {
                if (!source.synthetic()) {
                    kept.add(source);
                } else if (made.contains(source.name())) {
                    ours.add(source);
                } else if (member.link() != null) {
                    kept.add(source);
                } else if (hasOneRelay) {
                    theirs.add(source);
                }
            }
            senders.add(new Sender(sender.key(), kept, sender.mutedKinds(), sender.video()));
            addTo(own, sender, ours);
            addTo(overTheRelay, sender, theirs);
        }
        return withOnly(member, senders);
    }

    /** A mute of the owner is not one of the translation. */
    private static void addTo(List<Sender> senders, Sender owner, List<DeclaredSource> sources) {
        if (!sources.isEmpty()) {
            senders.add(new Sender(owner.key(), sources, Set.of(), Sender.Video.CAMERAS));
        }
    }

    private static Member withSenders(Member member, List<Sender> more) {
        List<Sender> senders = new ArrayList<>(member.senders());
        senders.addAll(more);
        return withOnly(member, senders);
    }

    private static Member withOnly(Member member, List<Sender> senders) {
        return new Member(
                member.endpointKey(),
                member.payloadTypes(),
                member.extensionIds(),
                member.acceptsTwoByteExtensions(),
                senders,
                member.wishes(),
                member.link());
    }

    private static boolean hasSynthetic(Member member) {
        for (Sender sender : member.senders()) {
            for (DeclaredSource source : sender.sources()) {
                if (source.synthetic()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static ForwardingTable.PayloadType opus() {
        return new ForwardingTable.PayloadType(PAYLOAD_TYPE, MediaKind.AUDIO, "opus", 48_000, false, false);
    }
}
