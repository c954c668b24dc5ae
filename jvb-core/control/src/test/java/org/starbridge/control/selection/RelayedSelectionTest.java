package org.starbridge.control.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.lastn.allocation.Budget;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.MediaKind;

/** Two cameras of 150, 500 and 1,500 kbit/s, each encoding an SSRC of its own, and a relay that does not carry all. */
class RelayedSelectionTest {
    private static final int VIDEO_1 = 20;
    private static final int VIDEO_2 = 30;
    private static final int AUDIO_1 = 40;
    private static final int RELAY = 9;
    private static final int NOTHING = ForwardingTable.SUSPENDED;
    private static final int ALL = ForwardingTable.HIGHEST_LAYER;

    private static final Map<Integer, PayloadType> TYPES = Map.of(
            100, new PayloadType(100, MediaKind.VIDEO, "vp8", 90000, true, true),
            111, new PayloadType(111, MediaKind.AUDIO, "opus", 48000, false, false));

    private static DeclaredSource camera(int ssrc) {
        return new DeclaredSource(
                "v" + ssrc,
                MediaKind.VIDEO,
                List.of(
                        new DeclaredSource.DeclaredSsrc(ssrc, Use.MEDIA),
                        new DeclaredSource.DeclaredSsrc(ssrc + 1, Use.MEDIA),
                        new DeclaredSource.DeclaredSsrc(ssrc + 2, Use.MEDIA)),
                List.of(ssrc, ssrc + 1, ssrc + 2),
                true);
    }

    private static DeclaredSource microphone(int ssrc) {
        return new DeclaredSource(
                "a" + ssrc,
                MediaKind.AUDIO,
                List.of(new DeclaredSource.DeclaredSsrc(ssrc, Use.MEDIA)),
                List.of(ssrc),
                false);
    }

    private static LayersSnapshot measured() {
        return new LayersSnapshot(
                1,
                List.of(
                        new LayersSnapshot.Layer(0, true, 180, 15, 100_000, 0),
                        new LayersSnapshot.Layer(2, true, 180, 30, 150_000, 0),
                        new LayersSnapshot.Layer(66, true, 360, 30, 500_000, 0),
                        new LayersSnapshot.Layer(130, true, 720, 30, 1_500_000, 0)));
    }

    /** One that receives nothing. */
    private static Member sender(int key, int video, DeclaredSource... sources) {
        Sender.Video known = new Sender.Video(Set.of(), Set.of(), Map.of(video, measured()));
        return new Member(
                key,
                Map.of(),
                Map.of(),
                true,
                List.of(new Sender(key, List.of(sources), Set.of(), known)),
                Member.Wishes.of(ReceiverConstraints.everything()));
    }

    private static Member relay(Budget budget, int maxHeightPx) {
        return new Member(
                RELAY,
                TYPES,
                Map.of(),
                true,
                List.of(),
                Member.Wishes.of(ReceiverConstraints.everything()).within(budget),
                new RelayLink("0", Map.of("v" + VIDEO_1, maxHeightPx, "v" + VIDEO_2, maxHeightPx)));
    }

    private final Selector selector = new Selector("c", SelectionPolicy.defaults(true));
    private long nowNs = 1_000_000_000;

    private Selection select(Budget budget, int maxHeightPx) {
        nowNs += 60_000_000_000L;
        return selector.select(
                1,
                List.of(
                        sender(1, VIDEO_1, camera(VIDEO_1), microphone(AUDIO_1)),
                        sender(2, VIDEO_2, camera(VIDEO_2)),
                        relay(budget, maxHeightPx)),
                -1,
                nowNs);
    }

    private static Transport relayed(Selection selection) {
        return selection.table().transports().getLast();
    }

    private static int target(String name) {
        return switch (name) {
            case "none" -> NOTHING;
            case "all" -> ALL;
            default -> LayerId.of(Integer.parseInt(name), LayerId.MAX_LAYERS - 1, LayerId.MAX_LAYERS - 1);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "5000, all, all", // 2 x 2,150 fit
        "3000, all, 1", // the second loses its highest: 2,150 + 650
        "1400, 1, 1",
        "1200, 1, 0", // 650 + 150
        "330, 0, 0",
        "200, 0, none",
        "100, none, none"
    })
    void theHighestEncodingsAreLeftOutFirstAndThoseOfTheLastSpeakerStay(long kbps, String first, String second) {
        Transport relay = relayed(select(new Budget(kbps * 1000, Budget.Basis.ESTIMATE), -1));
        assertThat(relay.target(VIDEO_1)).isEqualTo(target(first));
        assertThat(relay.target(VIDEO_2)).isEqualTo(target(second));
        assertThat(relay.receivedStreams()).as("audio always goes").contains(AUDIO_1);
    }

    @Test
    void whatTheOtherBridgeWantsIsStillAskedOfTheSender() {
        Selection selection = select(new Budget(100_000, Budget.Basis.OVERLOAD), 720);
        assertThat(selection.wantedHeightsPx()).containsEntry("v" + VIDEO_1, 720);
        assertThat(selection.allocation(RELAY).idealBps())
                .as("to be probed for")
                .isEqualTo(4_300_000);
        assertThat(selection.allocation(RELAY).targetBps()).isZero();
    }

    @Test
    void nothingIsDecidedWhereNothingLimitsTheLink() {
        Selection selection = select(Budget.unlimited(Budget.Basis.NO_ESTIMATE), 360);
        assertThat(selection.allocation(RELAY).sources()).isEmpty();
        assertThat(relayed(selection).target(VIDEO_1)).isEqualTo(target("1"));
    }

    /** A camera whose three spatial layers are in one SSRC. */
    @ParameterizedTest
    @CsvSource({
        "-1, 180, all",
        "720, 180, all",
        "719, 180, 1",
        "360, 180, 1",
        "180, 180, 0",
        "90, 180, 0", // the lowest in any case
        "0, 180, none",
        "360, 0, all" // heights are not known
    })
    void ofASingleEncodingSpatialLayersAreLeftOut(int maxHeightPx, int lowestPx, String highest) {
        List<LayersSnapshot.Layer> layers = new ArrayList<>();
        for (int spatial = 0; spatial < 3; spatial++) {
            for (int temporal = 0; temporal < 3; temporal++) {
                int id = LayerId.of(0, spatial, temporal);
                layers.add(new LayersSnapshot.Layer(id, true, lowestPx << spatial, 7.5f * (1 << temporal), 100_000, 0));
            }
        }
        DeclaredSource camera = new DeclaredSource(
                "v" + VIDEO_1,
                MediaKind.VIDEO,
                List.of(new DeclaredSource.DeclaredSsrc(VIDEO_1, Use.MEDIA)),
                List.of(VIDEO_1),
                false);
        Sender.Video known = new Sender.Video(Set.of(), Set.of(), Map.of(VIDEO_1, new LayersSnapshot(1, layers)));
        Member sender = new Member(
                1,
                Map.of(),
                Map.of(),
                true,
                List.of(new Sender(1, List.of(camera), Set.of(), known)),
                Member.Wishes.of(ReceiverConstraints.everything()));
        Budget unlimited = Budget.unlimited(Budget.Basis.NO_ESTIMATE);
        Transport relay = relayed(selector.select(1, List.of(sender, relay(unlimited, maxHeightPx)), -1, nowNs));
        int expected = switch (highest) {
            case "none" -> NOTHING;
            case "all" -> ALL;
            default -> LayerId.of(0, Integer.parseInt(highest), LayerId.MAX_LAYERS - 1);
        };
        assertThat(relay.receivedStreams().contains(VIDEO_1)).isEqualTo(!highest.equals("none"));
        if (expected != NOTHING) {
            assertThat(relay.target(VIDEO_1)).isEqualTo(expected);
        }
    }

    @Test
    void anEncodingThatDoesNotComeYetGoesOnceItDoes() {
        Transport relay = relayed(select(new Budget(10_000_000, Budget.Basis.ESTIMATE), -1));
        assertThat(relay.target(VIDEO_1)).as("whatever comes").isEqualTo(ALL);
    }
}
