package org.starbridge.jvb.selection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.starbridge.jvb.media.ForwardingTable;
import org.starbridge.jvb.media.ForwardingTable.Participant;
import org.starbridge.jvb.media.ForwardingTable.Stream;
import org.starbridge.jvb.media.MediaKind;
import org.starbridge.lastn.SourceSelection;

/**
 * A conference's forwarding: every member gets the audio of all others as far as it wants it, and of their video sources those that it asked for
 * and last-N leaves; nobody gets a kind that it negotiated no payload type for, and nobody gets itself.
 *
 * @param table for the media workers
 * @param forwardedVideo names of the video sources that a member gets, most important first, by endpoint key
 */
public record StarSelection(ForwardingTable table, Map<Integer, List<String>> forwardedVideo) {
    public StarSelection {
        forwardedVideo = Map.copyOf(forwardedVideo);
    }

    /**
     * Computes it anew.
     *
     * @param conferenceId the bridge-local id
     * @param version the table's version
     * @param members everyone, in the order in which video sources are preferred when a receiver has no preference
     */
    public static StarSelection of(String conferenceId, long version, List<Member> members) {
        List<Owned> audio = sourcesOf(members, MediaKind.AUDIO);
        List<Owned> video = sourcesOf(members, MediaKind.VIDEO);
        List<Participant> participants = new ArrayList<>(members.size());
        Map<Integer, List<String>> forwardedVideo = new HashMap<>();
        for (Member member : members) {
            Set<Integer> received = new HashSet<>();
            if (member.accepts(MediaKind.AUDIO)) {
                audio.stream()
                        .filter(owned ->
                                !owned.belongsTo(member) && member.audio().wants(owned.source.name()))
                        .forEach(owned -> owned.addTo(received));
            }
            List<String> names = member.accepts(MediaKind.VIDEO) ? forwardedNames(member, video) : List.of();
            Set<String> wanted = Set.copyOf(names);
            video.stream()
                    .filter(owned -> !owned.belongsTo(member) && wanted.contains(owned.source.name()))
                    .forEach(owned -> owned.addTo(received));
            forwardedVideo.put(member.endpointKey(), names);
            participants.add(participant(member, received));
        }
        return new StarSelection(new ForwardingTable(conferenceId, version, participants), forwardedVideo);
    }

    private static List<String> forwardedNames(Member member, List<Owned> video) {
        List<String> others = video.stream()
                .filter(owned -> !owned.belongsTo(member))
                .map(owned -> owned.source.name())
                .toList();
        return SourceSelection.forwarded(others, member.constraints());
    }

    private static Participant participant(Member member, Set<Integer> received) {
        List<Stream> streams = new ArrayList<>();
        for (DeclaredSource source : member.sources()) {
            boolean muted = member.mutedKinds().contains(source.kind());
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
                        ssrc.rid()));
            }
        }
        return new Participant(
                member.endpointKey(),
                member.payloadTypes(),
                member.extensionIds(),
                member.acceptsTwoByteExtensions(),
                streams,
                received);
    }

    private static List<Owned> sourcesOf(List<Member> members, MediaKind kind) {
        List<Owned> sources = new ArrayList<>();
        for (Member member : members) {
            for (DeclaredSource source : member.sources()) {
                if (source.kind() == kind) {
                    sources.add(new Owned(member.endpointKey(), source));
                }
            }
        }
        return sources;
    }

    private record Owned(int ownerKey, DeclaredSource source) {
        boolean belongsTo(Member member) {
            return ownerKey == member.endpointKey();
        }

        void addTo(Set<Integer> ssrcs) {
            ssrcs.addAll(source.forwardedSsrcs());
        }
    }
}
