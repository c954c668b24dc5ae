package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.ForceMute;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.conference.TestConfig;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.allocation.AllocationPolicy;
import org.starbridge.lastn.allocation.LastN;
import org.starbridge.lastn.allocation.Layer;
import org.starbridge.lastn.allocation.Reason;
import org.starbridge.lastn.allocation.SourceAllocation;
import org.starbridge.lastn.speech.SpeechSettings;
import org.starbridge.media.projection.Vp8Source;
import org.starbridge.media.worker.SimulatedClient.SentStream;

/**
 * Clients ask over their channels, speak and are measured; what arrives at them follows, and the bridge can say why.
 */
class SubscriptionTest {
    private static final long MS = 1_000_000;
    private static final String MEETING = "m";
    private static final int LOUD = 20;
    private static final int QUIET = 90;
    private static final int[] BYTES = {100, 300, 900};

    /** A client with its channel, its camera, and what it saw lately. */
    private static final class Guest implements BridgeChannel {
        final SimulatedClient client;
        final Vp8Source source;
        final List<SentStream> encodings = new ArrayList<>();
        final List<String> heard = new ArrayList<>();
        /** Which encodings of whose camera came, as "name/encoding". */
        final Set<String> seen = new TreeSet<>();

        int active;
        ChannelSlot slot;

        Guest(SimulatedClient client, Vp8Source source, int encodings, ChannelSlot slot) {
            this.client = client;
            this.source = source;
            this.slot = slot;
            active = encodings;
            client.audioLevelId = WholeBridge.AUDIO_LEVEL_ID;
            client.audioLevel = QUIET;
            client.sent.values().stream()
                    .filter(stream -> stream.payloadType == SimulatedBridge.VP8)
                    .sorted((a, b) -> Integer.compare(a.ssrc, b.ssrc))
                    .forEach(this.encodings::add);
        }

        @Override
        public boolean send(ChannelText text) {
            String json = text.toString();
            return heard.add(json);
        }

        @Override
        public void close(CloseReason reason) {}

        void say(String json) {
            slot.onText(this, json.replace('\'', '"'));
        }
    }

    private static final class Call implements AutoCloseable {
        final WholeBridge bridge;
        final Map<String, Guest> guests = new HashMap<>();
        private long captureAtNs;

        Call(long seed, int workers, SelectionPolicy policy, Map<String, Integer> encodings) {
            this(seed, workers, policy, SpeechSettings.defaults(), encodings);
        }

        Call(long seed, int workers, SelectionPolicy policy, SpeechSettings speech, Map<String, Integer> encodings) {
            bridge = new WholeBridge(seed, workers, config(policy), speech);
            bridge.reviewsLayers = true;
            bridge.create(MEETING);
            encodings.forEach((id, count) -> {
                SimulatedClient client = bridge.join(MEETING, id, count);
                String conferenceId =
                        bridge.conferences.snapshot(MEETING).orElseThrow().id();
                ChannelSlot slot = bridge.conferences
                        .channel(conferenceId, id, Objects.requireNonNull(bridge.passwords.get(id)))
                        .orElseThrow();
                Guest guest = new Guest(client, new Vp8Source(new Random(seed), count, 0, false), count, slot);
                client.watcher = (_, _, _, _, payload) -> watch(guest, payload);
                slot.onOpen(guest);
                guests.put(id, guest);
            });
            assertThat(bridge.connectAll()).isTrue();
            captureAtNs = bridge.clock.nowNs();
        }

        private static ConferenceConfig config(SelectionPolicy policy) {
            return new TestConfig()
                    .idleTimeout(Duration.ofMinutes(10))
                    .selection(policy)
                    .build();
        }

        private static void watch(Guest guest, byte[] payload) {
            if (payload.length >= BYTES[0]) {
                int tail = ByteBuffer.wrap(payload).getInt(payload.length - 4);
                guest.seen.add((char) (tail >> 8) + "/" + (tail & 0xFF));
            }
        }

        Guest guest(String id) {
            return Objects.requireNonNull(guests.get(id));
        }

        /** Everybody sends audio each 20 ms and, as far as it was asked to, a picture each 33 ms. */
        void run(int durationMs) {
            for (int i = 0; i < durationMs; i++) {
                boolean isPicture = bridge.clock.nowNs() >= captureAtNs;
                captureAtNs += isPicture ? Vp8Source.FRAME_MS * MS : 0;
                boolean isAudio = i % 20 == 0;
                guests.forEach((id, guest) -> {
                    if (!guest.client.keyFrameRequests.isEmpty()) {
                        guest.client.keyFrameRequests.clear();
                        guest.source.requestKeyFrame();
                    }
                    if (isPicture) {
                        guest.source.capture(guest.active).forEach(packet -> send(id, guest, packet));
                    }
                    if (isAudio) {
                        SentStream audio = WholeBridge.stream(guest.client, SimulatedBridge.OPUS);
                        guest.client.send(audio, new byte[40], false);
                    }
                });
                bridge.run(MS);
            }
        }

        private static void send(String id, Guest guest, Vp8Source.Packet packet) {
            byte[] payload = Arrays.copyOf(packet.bytes(), BYTES[packet.encoding()]);
            ByteBuffer.wrap(payload).putInt(payload.length - 4, id.charAt(0) << 8 | packet.encoding());
            guest.client.send(guest.encodings.get(packet.encoding()), payload, packet.marker(), packet.timestamp());
        }

        SimulatedClient.GotStream audio(String receiver, String sender) {
            int ssrc = WholeBridge.stream(guest(sender).client, SimulatedBridge.OPUS).ssrc;
            return Objects.requireNonNull(guest(receiver).client.got.get(ssrc));
        }

        /** How many packets of audio a guest got of another one. */
        int audioAt(String receiver, String sender) {
            return audio(receiver, sender).order.size();
        }

        /** Which encodings of whom a guest sees in the next second. */
        Set<String> sees(String id) {
            guest(id).seen.clear();
            run(1000);
            return Set.copyOf(guest(id).seen);
        }

        EndpointSnapshot endpoint(String id) {
            return bridge.conferences.snapshot(MEETING).orElseThrow().endpoints().stream()
                    .filter(endpoint -> endpoint.id().equals(id))
                    .findFirst()
                    .orElseThrow();
        }

        SourceAllocation why(String receiver, String source) {
            return Objects.requireNonNull(endpoint(receiver).allocation().find(source));
        }

        List<String> lastHeard(String id, String word) {
            return guest(id).heard.stream().filter(json -> json.contains(word)).toList();
        }

        @Override
        public void close() {
            assertThat(bridge.faults).isEmpty();
            bridge.close();
        }
    }

    private static Map<String, Integer> guests(Object... idsAndEncodings) {
        Map<String, Integer> guests = new java.util.LinkedHashMap<>();
        for (int i = 0; i < idsAndEncodings.length; i += 2) {
            guests.put((String) idsAndEncodings[i], (Integer) idsAndEncodings[i + 1]);
        }
        return guests;
    }

    private static int layer(SourceAllocation source) {
        Layer target = source.target();
        return target == null ? -1 : target.id();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theHeightThatAReceiverAsksForDecidesWhichEncodingArrives(int workers) {
        try (Call call = new Call(1, workers, SelectionPolicy.defaults(false), guests("a", 3, "b", 1, "c", 1))) {
            call.run(2000);
            assertThat(call.sees("b")).contains("a/2").doesNotContain("a/0", "a/1");
            call.guest("b").say("{'colibriClass':'ReceiverVideoConstraints','constraints':{'a-v0':{'maxHeight':180}}}");
            call.run(2000);
            assertThat(call.sees("b")).containsExactlyInAnyOrder("a/0", "c/0");
            assertThat(call.sees("c")).as("the other one asked for nothing").contains("a/2");
            SourceAllocation why = call.why("b", "a-v0");
            assertThat(why.reason()).isEqualTo(Reason.IDEAL);
            assertThat(why.maxHeightPx()).isEqualTo(180);
            assertThat(layer(why)).isEqualTo(LayerId.of(0, 0, 2));
            assertThat(Objects.requireNonNull(why.target()).bitrateBps())
                    .as("measured")
                    .isPositive();
            call.guest("b").say("{'colibriClass':'ReceiverVideoConstraints','constraints':{'a-v0':{'maxHeight':400}}}");
            call.run(2000);
            assertThat(call.sees("b")).contains("a/1").doesNotContain("a/0", "a/2");
        }
    }

    @Test
    void whatNobodyWantsLargeNeedNotBeSent() {
        try (Call call = new Call(2, 1, SelectionPolicy.defaults(false), guests("a", 3, "b", 1, "c", 1))) {
            call.run(500);
            for (String id : List.of("b", "c")) {
                call.guest(id)
                        .say("{'colibriClass':'ReceiverVideoConstraints','defaultConstraints':{'maxHeight':180}}");
                call.run(500);
            }
            assertThat(call.lastHeard("a", "SenderSourceConstraints").getLast()).contains("\"maxHeight\":180");
            call.guest("a").active = 1;
            call.run(2000);
            call.guest("b").say("{'colibriClass':'ReceiverVideoConstraints','defaultConstraints':{'maxHeight':720}}");
            call.run(200);
            assertThat(call.lastHeard("a", "SenderSourceConstraints").getLast()).contains("\"maxHeight\":720");
            call.guest("a").active = 3;
            call.run(2000);
            assertThat(call.sees("b")).as("a layer that came back").contains("a/2");
            call.guest("c").say("{'colibriClass':'ReceiverVideoConstraints','lastN':0}");
            call.guest("b").say("{'colibriClass':'ReceiverVideoConstraints','lastN':0}");
            call.run(200);
            assertThat(call.lastHeard("a", "SenderSourceConstraints").getLast()).contains("\"maxHeight\":0");
            assertThat(call.why("b", "a-v0").reason()).isEqualTo(Reason.BEYOND_LAST_N);
            assertThat(call.sees("b")).isEmpty();
        }
    }

    @Test
    void anEncodingThatEndsIsReplacedByTheNextBest() {
        try (Call call = new Call(3, 2, SelectionPolicy.defaults(false), guests("a", 3, "b", 1))) {
            call.guest("b").say("{'colibriClass':'ReceiverVideoConstraints','defaultConstraints':{'maxHeight':720}}");
            call.run(3000);
            assertThat(call.sees("b")).containsExactly("a/2");
            call.guest("a").active = 2;
            call.run(2500);
            assertThat(call.sees("b")).containsExactly("a/1");
            assertThat(layer(call.why("b", "a-v0"))).isEqualTo(LayerId.of(1, 0, 2));
        }
    }

    @Test
    void aReceiverIsSentWhatItCanTake() {
        SelectionPolicy policy = new SelectionPolicy(
                AllocationPolicy.defaults(),
                LastN.UNLIMITED,
                new LastN.BySize(Map.of()),
                false,
                true,
                10_000_000,
                Duration.ZERO,
                0.15,
                true,
                Duration.ofSeconds(5));
        try (Call call = new Call(4, 2, policy, guests("a", 3, "b", 1))) {
            call.run(2500);
            assertThat(call.sees("b")).as("as long as nothing is known").containsExactly("a/2");
            call.guest("b").client.sendRemb(100_000_000);
            call.run(2500);
            assertThat(call.sees("b")).containsExactly("a/2");
            call.guest("b").client.sendRemb(360_000); // of about 540
            call.run(1500);
            assertThat(call.sees("b")).doesNotContain("a/2");
            assertThat(call.why("b", "a-v0").reason()).isEqualTo(Reason.BANDWIDTH);
            assertThat(call.endpoint("b").allocation().targetBps()).isLessThan(360_000);
            call.guest("b").say("{'colibriClass':'ReceiverVideoConstraints','assumedBandwidthBps':10000000}");
            call.run(5000);
            assertThat(call.sees("b")).as("its own word counts more").containsExactly("a/2");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void lastN1ShowsWhoeverSpeaks(int workers) {
        try (Call call =
                new Call(5, workers, SelectionPolicy.defaults(false), guests("a", 1, "b", 1, "c", 1, "d", 1))) {
            call.guest("d").say("{'colibriClass':'ReceiverVideoConstraints','lastN':1}");
            call.guests.values().forEach(guest -> guest.client.audioLevel = QUIET);
            call.run(3000);
            Set<String> shown = new HashSet<>();
            for (String speaker : List.of("b", "a", "c", "b")) {
                call.guest(speaker).client.audioLevel = LOUD;
                call.run(4000);
                assertThat(call.sees("d")).containsExactly(speaker + "/0");
                assertThat(call.lastHeard("d", "DominantSpeaker").getLast())
                        .contains("\"dominantSpeakerEndpoint\":\"" + speaker + "\"");
                assertThat(call.lastHeard("d", "ForwardedSources").getLast()).contains("[\"" + speaker + "-v0\"]");
                assertThat(call.why("d", speaker + "-v0").reason()).isEqualTo(Reason.IDEAL);
                shown.add(speaker);
                call.guest(speaker).client.audioLevel = QUIET;
            }
            assertThat(shown).hasSize(3);
            call.bridge.colibri.handle(ConferenceModify.updating(
                    MEETING,
                    List.of(EndpointModify.builder("a")
                            .forceMute(new ForceMute(true, false))
                            .build())));
            call.guest("a").client.audioLevel = LOUD;
            call.run(4000);
            assertThat(call.sees("d")).as("who is muted is not heard").containsExactly("b/0");
        }
    }

    @Test
    void whoGetsTheFloorIsAskedForAKeyFrameIfAnybodyIsOnStage() {
        try (Call call = new Call(6, 2, SelectionPolicy.defaults(false), guests("a", 1, "b", 1, "c", 1))) {
            call.guests.values().forEach(guest -> guest.client.audioLevel = QUIET);
            call.run(200);
            call.guest("a").client.audioLevel = LOUD;
            call.run(4000);
            assertThat(call.bridge.counters.get(ConferenceCounter.PREEMPTIVE_KEY_FRAMES_SENT))
                    .isZero();
            assertThat(call.bridge.counters.get(ConferenceCounter.PREEMPTIVE_KEY_FRAMES_SUPPRESSED))
                    .isEqualTo(1);
            call.guest("c").say("{'colibriClass':'ReceiverVideoConstraints','onStageSources':['a-v0']}");
            call.guest("a").client.audioLevel = QUIET;
            call.guest("b").client.audioLevel = LOUD;
            call.run(4000);
            assertThat(call.bridge.counters.get(ConferenceCounter.PREEMPTIVE_KEY_FRAMES_SENT))
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whereOnlyTheLoudestAreHeardTheOthersAreLeftOutWithoutAGap(int workers) {
        SpeechSettings one = new SpeechSettings(
                10, SpeechSettings.NO_SILENCE_DETECTION, new SpeechSettings.Loudest(1, false, 150 * MS, 50));
        try (Call call = new Call(7, workers, SelectionPolicy.defaults(false), one, guests("a", 1, "b", 1, "c", 1))) {
            call.guests.values().forEach(guest -> guest.client.audioLevel = QUIET);
            call.run(200);
            for (String loud : List.of("a", "b", "a")) {
                String quiet = loud.equals("a") ? "b" : "a";
                call.guest(loud).client.audioLevel = LOUD;
                call.guest(quiet).client.audioLevel = QUIET;
                call.run(500);
                int before = call.audioAt("c", quiet);
                int beforeLoud = call.audioAt("c", loud);
                call.run(1000);
                assertThat(call.audioAt("c", quiet) - before).as(quiet).isZero();
                assertThat(call.audioAt("c", loud) - beforeLoud).as(loud).isBetween(49, 51);
            }
            call.guest("c").say("{'colibriClass':'ReceiverAudioSubscription','all':true,'include':['b-a0']}");
            call.run(500);
            int before = call.audioAt("c", "b");
            call.run(1000);
            assertThat(call.audioAt("c", "b") - before).as("asked for by name").isBetween(49, 51);
            for (String speaker : List.of("a", "b")) {
                List<Long> order = call.audio("c", speaker).order;
                assertThat(order.getLast() - order.getFirst())
                        .as("numbers without gaps")
                        .isEqualTo(order.size() - 1);
            }
        }
    }
}
