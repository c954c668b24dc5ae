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
        return sender(key, new Sender.Video(Set.of(), Set.of(), Map.of(video, measured())), sources);
    }

    private static Member sender(int key, Sender.Video known, DeclaredSource... sources) {
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
                List.of(),
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
        Transport relay =
                relayed(selector.select(1, List.of(sender, relay(unlimited, maxHeightPx)), List.of(), -1, nowNs));
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

    /**
     * A screen or camera that is declared as three encodings and sends some of them. What is given is the highest
     * encoding that goes over the relay; {@code heard} are those that flow, or did until the source fell silent.
     */
    @ParameterizedTest
    @CsvSource({
        // screens send one encoding of three, often the highest
        "2, 180 360 720, 180, all",
        "2, 180 360 720, 360, all",
        "2, 180 360 720, 719, all",
        "2, 180 360 720, 720, all",
        "2, 180 360 720, -1, all",
        "2, 180 360 720, 0, none",
        "1, 180 360 720, 180, 1",
        "0, 720 360 720, 180, 0",
        "1 2, 180 360 720, 180, 1",
        "1 2, 180 360 720, 360, 1",
        "1 2, 180 360 720, 720, all",
        "1 2, 180 540 1080, 180, 1",
        "0 2, 180 360 720, 180, 0",
        "0 2, 180 360 720, 720, all",
        "0 1, 180 360 720, 180, 0",
        "0 1 2, 180 360 720, 180, 0",
        "0 1 2, 180 360 720, 360, 1",
        "'', 180 360 720, 180, 0", // before anything came
        "'', 180 360 720, 720, all"
    })
    void encodingsInWhichNothingIsSentAreNotOffered(String heard, String heightsPx, int maxHeightPx, String highest) {
        for (boolean isScreen : new boolean[] {true, false}) {
            for (boolean isSilent : new boolean[] {true, false}) {
                for (Budget budget : List.of(
                        Budget.unlimited(Budget.Basis.NO_ESTIMATE),
                        new Budget(50_000_000, Budget.Basis.ESTIMATE),
                        Budget.unlimited(Budget.Basis.STARTING))) {
                    LayersSnapshot layers = sent(heard, heightsPx, isSilent);
                    Sender.Video known = new Sender.Video(
                            Set.of(), isScreen ? Set.of("v" + VIDEO_1) : Set.of(), Map.of(VIDEO_1, layers));
                    Transport relay = relayed(selector.select(
                            1,
                            List.of(sender(1, known, camera(VIDEO_1)), relay(budget, maxHeightPx)),
                            List.of(),
                            -1,
                            nowNs));
                    String context = "screen " + isScreen + ", silent " + isSilent + ", " + budget;
                    assertThat(relay.receivedStreams().contains(VIDEO_1))
                            .as(context)
                            .isEqualTo(!highest.equals("none"));
                    if (!highest.equals("none")) {
                        assertThat(relay.target(VIDEO_1)).as(context).isEqualTo(target(highest));
                    }
                }
            }
        }
    }

    /** Layers of three encodings, of which some flow, or did until the whole source fell silent. */
    private static LayersSnapshot sent(String heard, String heightsPx, boolean isSilent) {
        List<LayersSnapshot.Layer> layers = new ArrayList<>();
        String[] heights = heightsPx.split(" ", -1);
        for (int encoding = 0; encoding < 3; encoding++) {
            boolean isHeard = heard.contains(Integer.toString(encoding));
            for (int temporal = 0; temporal < 3; temporal++) {
                layers.add(new LayersSnapshot.Layer(
                        LayerId.of(encoding, 0, temporal),
                        isHeard && !isSilent,
                        isHeard,
                        Integer.parseInt(heights[encoding]),
                        7.5f * (1 << temporal),
                        7.5f * (1 << temporal),
                        isHeard && !isSilent ? 100_000L << encoding : 0,
                        0));
            }
        }
        return new LayersSnapshot(1, layers);
    }

    /** Of layers in one SSRC as well: a lower spatial layer that is not sent does not take the place of one that is. */
    @ParameterizedTest
    @CsvSource({"0 1 2, 180, 0", "1 2, 180, 1", "2, 180, all", "1, 180, all", "1 2, 720, all", "0 2, 360, 1"})
    void spatialLayersInWhichNothingIsSentAreNotOffered(String heard, int maxHeightPx, String highest) {
        List<LayersSnapshot.Layer> layers = new ArrayList<>();
        int top = heard.charAt(heard.length() - 1) - '0';
        for (int spatial = 0; spatial <= top; spatial++) {
            boolean isHeard = heard.contains(Integer.toString(spatial));
            layers.add(new LayersSnapshot.Layer(
                    LayerId.of(0, spatial, 0), isHeard, 180 << spatial, 30, isHeard ? 100_000 : 0, 0));
        }
        DeclaredSource screen = new DeclaredSource(
                "v" + VIDEO_1,
                MediaKind.VIDEO,
                List.of(new DeclaredSource.DeclaredSsrc(VIDEO_1, Use.MEDIA)),
                List.of(VIDEO_1),
                false);
        Sender.Video known =
                new Sender.Video(Set.of(), Set.of("v" + VIDEO_1), Map.of(VIDEO_1, new LayersSnapshot(1, layers)));
        Transport relay = relayed(selector.select(
                1,
                List.of(sender(1, known, screen), relay(Budget.unlimited(Budget.Basis.NO_ESTIMATE), maxHeightPx)),
                List.of(),
                -1,
                nowNs));
        assertThat(relay.target(VIDEO_1))
                .isEqualTo(
                        highest.equals("all") ? ALL : LayerId.of(0, Integer.parseInt(highest), LayerId.MAX_LAYERS - 1));
    }

    @Test
    void anEncodingThatDoesNotComeYetGoesOnceItDoes() {
        Transport relay = relayed(select(new Budget(10_000_000, Budget.Basis.ESTIMATE), -1));
        assertThat(relay.target(VIDEO_1)).as("whatever comes").isEqualTo(ALL);
    }
}
