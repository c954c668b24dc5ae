package org.starbridge.control.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.lastn.AudioSubscription;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.allocation.AllocationPolicy;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.lastn.allocation.LastN;
import org.starbridge.lastn.allocation.Reason;
import org.starbridge.lastn.allocation.SourceAllocation;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.MediaKind;

class SelectorTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void nobodyGetsItselfOrWhatItCannotTakeOrMoreThanItAskedFor(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 100; round++) {
            List<Member> members = members(random);
            Selection selection = select(members);
            String context = "seed " + seed + " round " + round + ": " + members;

            assertThat(selection.table().transports()).as(context).hasSameSizeAs(members);
            for (int i = 0; i < members.size(); i++) {
                check(members.get(i), selection.table().transports().get(i), members, selection, context);
            }
        }
    }

    @Test
    void theEncodingsOfASimulcastSourceGoUnderTheSsrcOfTheLowest() {
        Map<Integer, ForwardingTable.PayloadType> video =
                Map.of(100, new PayloadType(100, MediaKind.VIDEO, "vp8", 90000, true, true));
        DeclaredSource camera = source("v0", 20, MediaKind.VIDEO, true);
        DeclaredSource screen = source("v1", 30, MediaKind.VIDEO, false);
        Member sender = new Member(
                1,
                video,
                Map.of(),
                true,
                List.of(camera, screen),
                Set.of(),
                Member.Wishes.of(ReceiverConstraints.everything()));
        Member receiver = new Member(
                2, video, Map.of(), true, List.of(), Set.of(), Member.Wishes.of(ReceiverConstraints.everything()));
        ForwardingTable table = select(List.of(sender, receiver)).table();
        List<Stream> streams = table.transports().getFirst().streams();
        for (int encoding = 0; encoding < camera.encodings().size(); encoding++) {
            int ssrc = camera.encodings().get(encoding);
            Stream stream = streams.stream()
                    .filter(each -> each.ssrc() == ssrc)
                    .findFirst()
                    .orElseThrow();
            assertThat(stream.lowest()).isEqualTo(20);
            assertThat(stream.encoding()).isEqualTo(encoding);
        }
        assertThat(streams).filteredOn(each -> each.sourceName().equals("v1")).allSatisfy(each -> {
            assertThat(each.lowest()).isEqualTo(each.ssrc());
            assertThat(each.encoding()).isZero();
        });
        Transport transport = table.transports().getLast();
        assertThat(transport.receivedStreams()).containsExactlyInAnyOrder(20, 30);
        assertThat(transport.target(20)).isEqualTo(ForwardingTable.HIGHEST_LAYER);
        assertThat(transport.target(21)).isEqualTo(ForwardingTable.SUSPENDED);
    }

    private static final Map<Integer, PayloadType> VIDEO =
            Map.of(100, new PayloadType(100, MediaKind.VIDEO, "vp8", 90000, true, true));

    private static Member sender(int key, Sender.Video known, DeclaredSource... sources) {
        return new Member(
                key,
                VIDEO,
                Map.of(),
                true,
                List.of(new Sender(key, List.of(sources), Set.of(), known)),
                Member.Wishes.of(ReceiverConstraints.everything()));
    }

    private static Member receiver(int key, ReceiverConstraints wishes, Budget budget) {
        return new Member(
                key,
                VIDEO,
                Map.of(),
                true,
                List.of(),
                Set.of(),
                new Member.Wishes(wishes, AudioSubscription.EVERYTHING, budget, LastN.UNLIMITED));
    }

    private static ReceiverConstraints height(int heightPx) {
        return new ReceiverConstraints(-1, List.of(), List.of(), heightPx, Map.of());
    }

    private static final Budget UNLIMITED = Budget.unlimited(Budget.Basis.ESTIMATES_NOT_TRUSTED);

    @ParameterizedTest
    @CsvSource({"-1, 511", "1000, 511", "720, 511", "719, 66", "360, 66", "200, 2", "180, 2", "1, 2"})
    void theHeightThatIsAskedForDecidesAboutTheLayer(int heightPx, int expectedTarget) {
        DeclaredSource camera = source("v0", 20, MediaKind.VIDEO, true);
        Selection selection =
                select(List.of(sender(1, Sender.Video.CAMERAS, camera), receiver(2, height(heightPx), UNLIMITED)));
        Transport transport = selection.table().transports().getLast();
        assertThat(transport.receivedStreams()).containsExactly(20);
        assertThat(transport.target(20)).isEqualTo(expectedTarget);
        assertThat(selection.wantedHeightsPx()).containsEntry(camera.name(), heightPx);
    }

    /** Three temporal layers are assumed of each encoding: bits 0 to 2 of the target. */
    @ParameterizedTest
    @CsvSource({"-1, -1, 511", "-1, 0, 128", "-1, 1, 129", "-1, 2, 511", "360, 1, 65", "180, 0, 0"})
    void theTemporalLayerThatIsAskedForIsTheHighest(int heightPx, int temporalLayer, int expectedTarget) {
        DeclaredSource camera = source("v0", 20, MediaKind.VIDEO, true);
        Selection selection = select(List.of(
                sender(1, Sender.Video.CAMERAS, camera),
                receiver(2, height(heightPx).withMaxTemporalLayer(temporalLayer), UNLIMITED)));
        assertThat(selection.table().transports().getLast().target(20)).isEqualTo(expectedTarget);
        assertThat(selection.wantedHeightsPx()).as("the sender need not know").containsEntry(camera.name(), heightPx);
    }

    @Test
    void whatIsMeasuredCountsAndEncodingsThatDoNotComeAreNotChosen() {
        DeclaredSource camera = source("v0", 20, MediaKind.VIDEO, true);
        LayersSnapshot layers = new LayersSnapshot(
                1,
                List.of(
                        new LayersSnapshot.Layer(2, true, 180, 30, 150_000, 0),
                        new LayersSnapshot.Layer(66, true, 360, 30, 500_000, 0),
                        new LayersSnapshot.Layer(130, false, 720, 30, 1_500_000, 0)));
        Sender.Video known = new Sender.Video(Set.of(), Set.of(), Map.of(20, layers));
        Selection selection = select(List.of(
                sender(1, known, camera),
                receiver(2, height(720), UNLIMITED),
                receiver(3, height(-1), new Budget(400_000, Budget.Basis.ASSUMED)),
                receiver(4, height(-1), new Budget(100_000, Budget.Basis.ASSUMED))));
        assertThat(selection.table().transports())
                .extracting(transport -> transport.target(20))
                .containsExactly(ForwardingTable.SUSPENDED, 66, 2, ForwardingTable.SUSPENDED);
        assertThat(selection.allocation(3).find(camera.name()))
                .extracting(SourceAllocation::reason)
                .isEqualTo(Reason.BANDWIDTH);
        assertThat(selection.wantedHeightsPx())
                .as("bandwidth is no reason to tell a sender to stop")
                .containsEntry(camera.name(), -1);
    }

    /**
     * A source that is declared as three encodings and sends some of them, as screens do, or did until it fell silent:
     * the target is a layer of these, whatever the receiver asks for.
     */
    @ParameterizedTest
    @CsvSource({
        "2, 180, 2",
        "2, 360, 2",
        "2, 720, 2",
        "1, 180, 1",
        "1, 720, 1",
        "0, 180, 0",
        "0, 720, 0",
        "1 2, 180, 1",
        "1 2, 720, 2",
        "0 2, 180, 0",
        "0 2, 360, 0",
        "0 2, 720, 2",
        "0 1, 720, 1"
    })
    void aReceiverIsGivenAnEncodingThatIsSent(String heard, int heightPx, int expectedEncoding) {
        DeclaredSource source = source("v0", 20, MediaKind.VIDEO, true);
        for (boolean isScreen : new boolean[] {true, false}) {
            for (boolean isSilent : new boolean[] {true, false}) {
                List<LayersSnapshot.Layer> layers = new ArrayList<>();
                for (int encoding = 0; encoding < 3; encoding++) {
                    boolean isHeard = heard.contains(Integer.toString(encoding));
                    layers.add(new LayersSnapshot.Layer(
                            LayerId.of(encoding, 0, 0),
                            isHeard && !isSilent,
                            isHeard,
                            180 << encoding,
                            30,
                            30,
                            isHeard && !isSilent ? 100_000 : 0,
                            0));
                }
                Sender.Video known = new Sender.Video(
                        Set.of(),
                        isScreen ? Set.of(source.name()) : Set.of(),
                        Map.of(20, new LayersSnapshot(1, layers)));
                int target = select(List.of(sender(1, known, source), receiver(2, height(heightPx), UNLIMITED)))
                        .table()
                        .transports()
                        .getLast()
                        .target(20);
                int encoding = target == ForwardingTable.HIGHEST_LAYER ? 2 : LayerId.encoding(target);
                assertThat(encoding)
                        .as("screen %s, silent %s: %s", isScreen, isSilent, target)
                        .isEqualTo(expectedEncoding);
            }
        }
    }

    @Test
    void aRelayCarriesManyParticipantsAndAViewerNone() {
        DeclaredSource first = source("v0", 20, MediaKind.VIDEO, false);
        DeclaredSource second = source("v0", 30, MediaKind.VIDEO, false);
        DeclaredSource local = source("v0", 40, MediaKind.VIDEO, false);
        Member.Wishes everything = Member.Wishes.of(ReceiverConstraints.everything());
        Member relay = new Member(
                1,
                VIDEO,
                Map.of(),
                true,
                List.of(
                        new Sender(11, List.of(first), Set.of(), Sender.Video.CAMERAS),
                        new Sender(12, List.of(second), Set.of(MediaKind.VIDEO), Sender.Video.CAMERAS)),
                everything);
        Member viewer = new Member(3, VIDEO, Map.of(), true, List.of(), everything);
        ForwardingTable table = select(List.of(relay, sender(2, Sender.Video.CAMERAS, local), viewer))
                .table();
        Transport relayed = table.transports().getFirst();
        assertThat(relayed.participants())
                .extracting(ForwardingTable.Participant::key)
                .containsExactly(11, 12);
        assertThat(relayed.streams())
                .filteredOn(stream -> stream.use() == Use.MEDIA)
                .extracting(Stream::muted)
                .containsExactly(false, true);
        assertThat(relayed.receivedStreams())
                .as("nothing goes back to where it came from")
                .containsExactly(40);
        assertThat(table.transports().get(1).receivedStreams()).containsExactly(20);
        assertThat(table.transports().getLast().participants()).isEmpty();
        assertThat(table.transports().getLast().receivedStreams()).containsExactlyInAnyOrder(20, 40);
    }

    @Test
    void nobodyGetsWhatItsOwnerOrAModeratorMuted() {
        DeclaredSource camera = source("v0", 20, MediaKind.VIDEO, false);
        DeclaredSource screen = source("v1", 30, MediaKind.VIDEO, false);
        Sender.Video known = new Sender.Video(Set.of(camera.name()), Set.of(screen.name()), Map.of());
        Selection selection = select(List.of(
                sender(1, known, camera, screen),
                receiver(2, ReceiverConstraints.everything(), UNLIMITED),
                receiver(3, height(720), UNLIMITED),
                new Member(
                        4,
                        VIDEO,
                        Map.of(),
                        true,
                        List.of(source("v0", 40, MediaKind.VIDEO, false)),
                        Set.of(MediaKind.VIDEO),
                        Member.Wishes.of(ReceiverConstraints.everything()))));
        for (int receiver : new int[] {2, 3}) {
            assertThat(selection.allocation(receiver).forwardedSources()).containsExactly(screen.name());
            assertThat(selection.allocation(receiver).sources())
                    .extracting(SourceAllocation::reason)
                    .containsExactlyInAnyOrder(Reason.IDEAL, Reason.DISABLED, Reason.FORCE_MUTED);
        }
        assertThat(selection.wantedHeightsPx())
                .containsEntry(camera.name(), 0)
                .containsEntry(screen.name(), -1)
                .containsEntry("40-v0", 0);
    }

    @Test
    void theTableIsTheSameWhoeverSpoke() {
        List<Member> members = new ArrayList<>();
        for (int key = 1; key <= 4; key++) {
            members.add(sender(key, Sender.Video.CAMERAS, source("v0", 20 * key, MediaKind.VIDEO, true)));
        }
        assertThat(select(members).table()).isEqualTo(select(members.reversed()).table());
    }

    @ParameterizedTest
    @CsvSource({"2, -1, 4, BRIDGE", "-1, 1, 4, LOAD", "-1, -1, 2, CONFERENCE_SIZE"})
    void theBridgesOwnLimitsHoldForWhoAsksForEverything(int bridge, int load, int size, LastN.Limit limit) {
        SelectionPolicy policy = new SelectionPolicy(
                AllocationPolicy.defaults(),
                bridge,
                new LastN.BySize(limit == LastN.Limit.CONFERENCE_SIZE ? Map.of(5, size) : Map.of()),
                false,
                false,
                Budget.NO_ESTIMATE,
                Duration.ZERO,
                0.15,
                true,
                Duration.ofSeconds(5));
        List<Member> members = new ArrayList<>();
        for (int key = 1; key <= 5; key++) {
            members.add(sender(key, Sender.Video.CAMERAS, source("v0", 20 * key, MediaKind.VIDEO, false)));
        }
        Selection selection = new Selector("c0ffee", policy).select(1, members, List.of(), load, 0);
        assertThat(selection.allocation(5).lastN().limit()).isEqualTo(limit);
        assertThat(selection.allocation(5).forwardedSources())
                .hasSize(selection.allocation(5).lastN().count())
                .first()
                .isEqualTo("20-v0");
    }

    private static Selection select(List<Member> members) {
        return new Selector("c0ffee", SelectionPolicy.defaults(false))
                .select(1, members, List.of(), LastN.UNLIMITED, 0);
    }

    private static void check(
            Member member, Transport transport, List<Member> members, Selection selection, String context) {
        Set<Integer> own = new HashSet<>();
        transport.streams().stream().map(Stream::ssrc).forEach(own::add);
        Set<Integer> audio = forwardable(members, member, MediaKind.AUDIO);
        Set<Integer> video = forwardable(members, member, MediaKind.VIDEO);
        List<String> names = selection.allocation(member.endpointKey()).forwardedSources();

        assertThat(transport.endpointKey()).as(context).isEqualTo(member.endpointKey());
        assertThat(transport.receivedStreams()).as(context).noneMatch(own::contains);
        Set<Integer> receivedAudio = new HashSet<>(transport.receivedStreams());
        receivedAudio.retainAll(audio);
        assertThat(receivedAudio).as(context).isEqualTo(member.accepts(MediaKind.AUDIO) ? audio : Set.of());
        Set<Integer> receivedVideo = new HashSet<>(transport.receivedStreams());
        receivedVideo.removeAll(audio);
        assertThat(video).as(context).containsAll(receivedVideo);
        assertThat(receivedVideo).as(context).hasSameSizeAs(names);
        if (!member.accepts(MediaKind.VIDEO)) {
            assertThat(names).as(context).isEmpty();
        }
        if (member.wishes().video().lastN() >= 0) {
            assertThat(names)
                    .as(context)
                    .hasSizeLessThanOrEqualTo(member.wishes().video().lastN());
        }
        assertThat(transport.streams())
                .as(context)
                .allMatch(stream -> stream.muted()
                        == member.senders().getFirst().mutedKinds().contains(stream.kind()));
    }

    private static Set<Integer> forwardable(List<Member> members, Member receiver, MediaKind kind) {
        Set<Integer> ssrcs = new HashSet<>();
        for (Member member : members) {
            if (member.endpointKey() != receiver.endpointKey()) {
                member.senders().stream()
                        .flatMap(sender -> sender.sources().stream())
                        .filter(source -> source.kind() == kind)
                        .forEach(source -> ssrcs.addAll(source.forwardedSsrcs()));
            }
        }
        return ssrcs;
    }

    private static List<Member> members(Random random) {
        List<Member> members = new ArrayList<>();
        int count = random.nextInt(6);
        for (int key = 1; key <= count; key++) {
            Map<Integer, ForwardingTable.PayloadType> types = new HashMap<>();
            if (random.nextInt(4) > 0) {
                types.put(111, new PayloadType(111, MediaKind.AUDIO, "opus", 48000, false, false));
            }
            if (random.nextInt(4) > 0) {
                types.put(100, new PayloadType(100, MediaKind.VIDEO, "vp8", 90000, true, true));
            }
            List<DeclaredSource> sources = new ArrayList<>();
            if (random.nextBoolean()) {
                sources.add(source("a0", key * 100, MediaKind.AUDIO, false));
            }
            for (int i = 0; i < random.nextInt(3); i++) {
                sources.add(source("v" + i, key * 100 + 10 * (i + 1), MediaKind.VIDEO, random.nextBoolean()));
            }
            Set<MediaKind> muted = random.nextInt(3) == 0 ? Set.of(MediaKind.VIDEO) : Set.of();
            ReceiverConstraints constraints = ReceiverConstraints.everything().withLastN(random.nextInt(-1, 4));
            members.add(new Member(key, types, Map.of(), true, sources, muted, Member.Wishes.of(constraints)));
        }
        return members;
    }

    /** One encoding and its retransmission, or three simulcast encodings. */
    private static DeclaredSource source(String name, int ssrc, MediaKind kind, boolean simulcast) {
        Use second = simulcast ? Use.MEDIA : Use.RETRANSMISSION;
        List<DeclaredSource.DeclaredSsrc> ssrcs = List.of(
                new DeclaredSource.DeclaredSsrc(ssrc, Use.MEDIA),
                new DeclaredSource.DeclaredSsrc(ssrc + 1, second),
                new DeclaredSource.DeclaredSsrc(ssrc + 2, simulcast ? Use.MEDIA : Use.CORRECTION));
        List<Integer> encodings = simulcast ? List.of(ssrc, ssrc + 1, ssrc + 2) : List.of(ssrc);
        return new DeclaredSource(ssrc + "-" + name, kind, ssrcs, encodings, simulcast);
    }
}
