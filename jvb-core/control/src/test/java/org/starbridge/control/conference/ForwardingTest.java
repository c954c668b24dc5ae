package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.control.conference.TestBridge.MEETING;
import static org.starbridge.control.conference.TestBridge.creating;
import static org.starbridge.control.conference.TestBridge.grouped;
import static org.starbridge.control.conference.TestBridge.source;
import static org.starbridge.control.conference.TestBridge.updating;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.SsrcGroup;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.lastn.speech.SpeechActivity;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.LayersSnapshot;

/** When tables are made and published. */
class ForwardingTest {
    private static final long MS = 1_000_000;
    private static final int CAMERA = 10;

    private TestBridge bridge = TestBridge.embedded();

    private int tables() {
        return bridge.media.published.size();
    }

    private void pass(long ms) {
        bridge.nowNs.addAndGet(ms * MS);
    }

    private static EndpointModify camera(String id) {
        return updating(id)
                .sources(List.of(grouped(
                        source(MediaKind.VIDEO, id + "-v0", CAMERA, CAMERA + 1, CAMERA + 2),
                        new SsrcGroup(SsrcGroup.SIM, List.of(10L, 11L, 12L)))))
                .build();
    }

    /** Three encodings, of which the lowest {@code active} come. */
    private static Map<Integer, LayersSnapshot> layers(long version, int active, long bitrateBps) {
        return Map.of(
                CAMERA,
                new LayersSnapshot(
                        version,
                        List.of(
                                new LayersSnapshot.Layer(2, active > 0, 180, 30, bitrateBps, 0),
                                new LayersSnapshot.Layer(66, active > 1, 360, 30, 3 * bitrateBps, 0),
                                new LayersSnapshot.Layer(130, active > 2, 720, 30, 9 * bitrateBps, 0))));
    }

    /** Enough that they may rest for 90 ms. */
    private void withMany() {
        bridge.with(IntStream.range(0, 50).mapToObj(i -> "m" + i).toArray(String[]::new));
    }

    @Test
    void aConferenceWhoseTablesCostTimeRestsNineTimesAsLong() {
        withMany();
        bridge.media.onPublish = () -> pass(10);
        bridge.update(creating("c").build());
        int before = tables();
        for (int i = 0; i < 50; i++) {
            bridge.update(creating("x" + i).build());
            pass(1);
        }
        assertThat(tables()).as("all wait for the end of the rest").isEqualTo(before);
        assertThat(bridge.later).hasSize(1);
        pass(40);
        bridge.runLater();
        assertThat(tables()).isEqualTo(before + 1);
        assertThat(bridge.media.lastTable().transports()).hasSize(101);
    }

    /** Else its sender, who is connected in 50 ms, would not be heard at first. */
    @Test
    void aSmallConferenceDoesNotRestLongBecauseTheMachineWasBusy() {
        bridge.with("a");
        bridge.media.onPublish = () -> pass(40);
        bridge.update(creating("b").build());
        bridge.media.onPublish = () -> {};
        pass(10);
        bridge.declare("b", source(MediaKind.AUDIO, "b-a0", 10));
        assertThat(bridge.received("a")).containsExactly(10);
    }

    @Test
    void whoLeavesStaysUntilTheTableWithoutItIsPublished() {
        withMany();
        bridge.media.onPublish = () -> pass(10);
        bridge.update(creating("d").build());
        bridge.update(EndpointModify.expiring("m0"));
        assertThat(bridge.media.endpoint("m0").isExpired).isFalse();
        pass(90);
        bridge.runLater();
        assertThat(bridge.media.lastTable().transports()).hasSize(50);
        assertThat(bridge.media.endpoint("m0").isExpired).isTrue();
    }

    @Test
    void theEndOfAConferenceDoesNotWait() {
        bridge.with("a", "b");
        bridge.media.onPublish = () -> pass(10);
        bridge.update(creating("c").build());
        bridge.conferences.expireAll();
        assertThat(bridge.media.lastTable().transports()).isEmpty();
        assertThat(bridge.media.added)
                .allSatisfy(endpoint -> assertThat(endpoint.isExpired).isTrue());
    }

    @Test
    void layersAreChosenAnewWhenTheyComeOrGo() {
        bridge.with("a", "b");
        bridge.update(camera("a"));
        bridge.say("b", "{'colibriClass':'ReceiverVideoConstraints','defaultConstraints':{'maxHeight':720}}");
        assertThat(bridge.media.transport("b").target(CAMERA)).isEqualTo(ForwardingTable.HIGHEST_LAYER);
        bridge.media.endpoint("a").layers = layers(1, 2, 100_000);
        bridge.conferences.reviewLayers();
        assertThat(bridge.media.transport("b").target(CAMERA)).isEqualTo(66);
        int before = tables();
        bridge.conferences.reviewLayers();
        assertThat(tables()).as("nothing changed").isEqualTo(before);
        pass(1500);
        bridge.conferences.reviewLayers();
        assertThat(tables())
                .as("once more, to show it no more of the higher encoding")
                .isEqualTo(before + 1);
        pass(1500);
        bridge.conferences.reviewLayers();
        assertThat(tables()).as("and not again").isEqualTo(before + 1);
        bridge.media.endpoint("a").layers = layers(2, 3, 100_000);
        bridge.media.endpoint("a").listener.onLayersChanged();
        assertThat(tables()).as("the worker does not wait").isEqualTo(before + 1);
        bridge.runLater();
        assertThat(bridge.media.transport("b").target(CAMERA)).isEqualTo(ForwardingTable.HIGHEST_LAYER);
    }

    @Test
    void whereEverybodyGetsTheBestLayersDoNotMatter() {
        bridge.with("a", "b");
        bridge.update(camera("a"));
        int before = tables();
        bridge.media.endpoint("a").layers = layers(1, 2, 100_000);
        bridge.conferences.reviewLayers();
        pass(60_000);
        bridge.conferences.reviewLayers();
        assertThat(tables()).isEqualTo(before);
    }

    @Test
    void aTurnOfSpeechThatChangesNothingForAnybodyIsNotPublished() {
        bridge.with("a", "b", "c");
        bridge.update(camera("a"));
        int before = tables();
        int b = bridge.media.endpoint("b").key();
        int a = bridge.media.endpoint("a").key();
        String id = bridge.conferenceId();
        bridge.conferences.onSpeech(id, new SpeechActivity.Snapshot(b, false, List.of(b), List.of(b, a)));
        assertThat(tables()).isEqualTo(before);
    }

    @Test
    void whatAReceiverSaysThatItCanTakeIsAllocatedAgainWhenItChangesMuch() {
        bridge = new TestBridge(
                new TestConfig().selection(SelectionPolicy.defaults(true)).build());
        bridge.with("a", "b");
        bridge.update(camera("a"));
        bridge.media.endpoint("a").layers = layers(1, 3, 100_000);
        bridge.media.endpoint("b").downlinkBps = 500_000;
        bridge.conferences.reviewLayers();
        assertThat(bridge.media.transport("b").target(CAMERA)).isEqualTo(66);
        bridge.media.endpoint("b").downlinkBps = 450_000;
        int before = tables();
        bridge.conferences.reviewLayers();
        assertThat(tables()).as("a tenth is no news").isEqualTo(before);
        bridge.media.endpoint("b").downlinkBps = 250_000;
        bridge.conferences.reviewLayers();
        assertThat(bridge.media.transport("b").target(CAMERA)).isEqualTo(2);
        bridge.media.endpoint("a").layers = layers(1, 3, 300_000);
        bridge.conferences.reviewLayers();
        assertThat(bridge.media.transport("b").target(CAMERA))
                .as("bitrates alone wait")
                .isEqualTo(2);
        pass(5_000);
        bridge.conferences.reviewLayers();
        assertThat(bridge.media.transport("b").receivedStreams()).isEmpty();
    }

    @Test
    void clientsAreToldOfTheirDownlinkAndWhoAsksOfEverybodysQuality() {
        bridge.with("a", "b");
        TestBridge.FakeChannel a = bridge.open("a");
        TestBridge.FakeChannel b = bridge.open("b");
        bridge.say("a", "{'colibriClass':'ConnectionQualitySubscription','enabled':true}");
        a.sent.clear();
        b.sent.clear();
        bridge.media.endpoint("a").isConnected = true;
        bridge.media.endpoint("b").isConnected = true;
        bridge.media.endpoint("b").downlinkBps = 2_000_000;
        bridge.conferences.checkConnections();
        assertThat(b.sent)
                .containsExactly("{\"colibriClass\":\"ConnectionStats\",\"estimatedDownlinkBandwidth\":2000000}");
        assertThat(a.sent).hasSize(1).first().asString().contains("\"a\":83", "\"b\":83");
        bridge.conferences.checkConnections();
        assertThat(a.sent).as("what changed: nothing more is lost").hasSize(2);
        assertThat(a.sent.getLast()).contains("\"a\":100", "\"b\":100");
        bridge.conferences.checkConnections();
        assertThat(a.sent).as("nothing changed").hasSize(2);
    }

    @Test
    void publishesATableAgainThatFoundAQueueFull() {
        bridge.with("aaaa0001", "bbbb0002");
        bridge.media.tablesToRefuse.set(2);
        bridge.declare("aaaa0001", source(MediaKind.AUDIO, "aaaa0001-a0", 10));
        assertThat(bridge.later).hasSize(1);

        bridge.later.remove().run();
        bridge.later.remove().run();

        assertThat(bridge.received("bbbb0002")).containsExactly(10);
        assertThat(bridge.later).isEmpty();
        assertThat(bridge.count(RequestWarning.PUBLICATION_DELAYED)).isEqualTo(2);
        assertThat(bridge.media.published)
                .extracting(ForwardingTable::version)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void publishesTheTablesOfOneConferenceInOrderHoweverManyAskAtOnce() throws Exception {
        bridge.with("aaaa0001");
        List<Callable<ConferenceModified>> requests = IntStream.range(0, 60)
                .<Callable<ConferenceModified>>mapToObj(i -> () -> bridge.colibri.handle(ConferenceModify.updating(
                        MEETING, List.of(creating("bbbb" + i).build()))))
                .toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<ConferenceModified> answer : threads.invokeAll(requests)) {
                assertThat(answer.get().endpoints()).hasSize(1);
            }
        }

        assertThat(bridge.media.published)
                .extracting(ForwardingTable::version)
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(bridge.media.lastTable().transports()).hasSize(61);
    }
}
