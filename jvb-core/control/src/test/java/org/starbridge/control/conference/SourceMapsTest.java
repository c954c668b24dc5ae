package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.control.conference.TestBridge.creating;
import static org.starbridge.control.conference.TestBridge.source;
import static org.starbridge.control.conference.TestBridge.updating;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.VideoType;
import org.starbridge.colibri.channel.BridgeChannelJson;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.AudioSourcesMap;
import org.starbridge.colibri.channel.BridgeChannelMessage.VideoSourcesMap;
import org.starbridge.colibri.channel.MalformedMessageException;
import org.starbridge.colibri.channel.MappedAudioSource;
import org.starbridge.colibri.channel.MappedVideoSource;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.selection.SlotLimits;
import org.starbridge.media.api.ForwardingTable.SourceSlot;
import org.starbridge.media.api.ForwardingTable.Transport;

/** A client whose SSRCs are rewritten, "cccc0003", looks at "aaaa0001" and "bbbb0002", which send audio and video. */
class SourceMapsTest {
    private TestBridge bridge = bridge(SlotLimits.DEFAULT);
    private final TestBridge.FakeChannel channel = new TestBridge.FakeChannel();

    private static TestBridge bridge(SlotLimits limits) {
        return new TestBridge(
                new TestConfig().wishInterval(Duration.ZERO).slots(limits).build());
    }

    private static EndpointModify.Builder publisher(String id, int first) {
        return creating(id)
                .sources(List.of(
                        source(MediaKind.AUDIO, id + "-a0", first), source(MediaKind.VIDEO, id + "-v0", first + 1)));
    }

    private void call(String... capabilities) {
        bridge.with();
        bridge.update(publisher("aaaa0001", 10).build());
        bridge.update(publisher("bbbb0002", 20).build());
        EndpointModify.Builder viewer = creating("cccc0003").capability(Capabilities.SSRC_REWRITING);
        for (String capability : capabilities) {
            viewer.capability(capability);
        }
        bridge.update(viewer.build());
    }

    private ChannelSlot open() {
        ChannelSlot slot = bridge.slot("cccc0003");
        slot.onOpen(channel);
        return slot;
    }

    private Transport viewer() {
        return bridge.media.transport("cccc0003");
    }

    private List<BridgeChannelMessage> maps() {
        List<BridgeChannelMessage> maps = new ArrayList<>();
        for (String json : channel.sent) {
            try {
                BridgeChannelMessage message = BridgeChannelJson.parse(json);
                if (message instanceof VideoSourcesMap || message instanceof AudioSourcesMap) {
                    maps.add(message);
                }
            } catch (MalformedMessageException e) {
                throw new AssertionError(json, e);
            }
        }
        channel.sent.clear();
        return maps;
    }

    private Map<String, Long> ssrcBySource() {
        Map<String, Long> ssrcs = new HashMap<>();
        for (BridgeChannelMessage map : maps()) {
            switch (map) {
                case VideoSourcesMap(var video) -> video.forEach(each -> ssrcs.put(each.source(), each.ssrc()));
                case AudioSourcesMap(var audio) -> audio.forEach(each -> ssrcs.put(each.source(), each.ssrc()));
                default -> throw new AssertionError(map);
            }
        }
        return ssrcs;
    }

    private SourceSlot slotOf(int ssrc) {
        return Objects.requireNonNull(viewer().slots().get(ssrc));
    }

    @Test
    void theDebugViewHasTheSlotsThatTheClientWasTold() {
        call();
        open();
        Map<String, Long> told = ssrcBySource();
        String conferenceId = bridge.conferences.snapshot().getFirst().id();
        Map<String, Long> shown = new HashMap<>();
        bridge.conferences
                .details(conferenceId, "cccc0003")
                .orElseThrow()
                .slots()
                .forEach(slot -> shown.put(slot.source(), Integer.toUnsignedLong(slot.ssrc())));
        assertThat(shown).hasSize(4).isEqualTo(told);
        assertThat(bridge.conferences
                        .details(conferenceId, "aaaa0001")
                        .orElseThrow()
                        .slots())
                .isEmpty();
    }

    @Test
    void theClientIsToldWhichSourceIsUnderWhichSsrcOfTheBridge() {
        call();
        open();
        assertThat(maps())
                .containsExactly(
                        new VideoSourcesMap(List.of(
                                mapped("aaaa0001", slotOf(11), VideoType.CAMERA),
                                mapped("bbbb0002", slotOf(21), VideoType.CAMERA))),
                        new AudioSourcesMap(List.of(mapped("aaaa0001", slotOf(10)), mapped("bbbb0002", slotOf(20)))));
        assertThat(viewer().slots().values().stream()
                        .flatMapToInt(slot -> java.util.stream.IntStream.of(slot.ssrc(), slot.retransmissionSsrc())))
                .as("of its own, and each once")
                .doesNotHaveDuplicates()
                .doesNotContain(0, 10, 11, 20, 21);
        assertThat(viewer().slots().values())
                .allSatisfy(slot -> assertThat(slot.mid()).isNull());
    }

    private static MappedVideoSource mapped(String owner, SourceSlot slot, VideoType type) {
        return new MappedVideoSource(
                owner + "-v0",
                owner,
                Integer.toUnsignedLong(slot.ssrc()),
                Integer.toUnsignedLong(slot.retransmissionSsrc()),
                type,
                slot.mid());
    }

    private static MappedAudioSource mapped(String owner, SourceSlot slot) {
        return new MappedAudioSource(owner + "-a0", owner, Integer.toUnsignedLong(slot.ssrc()), slot.mid());
    }

    @Test
    void whoHasNotTheCapabilityGetsEverythingUnderItsOwnSsrc() {
        call();
        assertThat(bridge.media.transport("aaaa0001").slots()).isEmpty();
        assertThat(bridge.media.transport("aaaa0001").receivedStreams()).containsExactlyInAnyOrder(20, 21);
    }

    @Test
    void withMidDemuxEachSlotHasAMediaSection() {
        call(Capabilities.RTP_MID_DEMUX);
        open();
        assertThat(viewer().slots().values().stream().map(SourceSlot::mid))
                .containsExactlyInAnyOrder("a0", "a1", "v0", "v1");
        assertThat(maps())
                .contains(new AudioSourcesMap(List.of(mapped("aaaa0001", slotOf(10)), mapped("bbbb0002", slotOf(20)))));
    }

    @Test
    void onlyWhatChangedIsToldAndBeforeTheMediaWorkersKnow() {
        call();
        open();
        maps();
        bridge.update(updating("aaaa0001").build());
        assertThat(maps()).as("nothing changed").isEmpty();

        int tables = bridge.media.published.size();
        channel.onSend = message -> {
            if (message.contains("SourcesMap")) {
                assertThat(bridge.media.published).hasSize(tables);
            }
        };
        bridge.update(publisher("dddd0004", 30).build());
        channel.onSend = _ -> {};
        assertThat(ssrcBySource()).containsOnlyKeys("dddd0004-v0", "dddd0004-a0");
        assertThat(bridge.media.published).hasSizeGreaterThan(tables);
    }

    @Test
    void withoutAChannelNothingIsLost() {
        call();
        assertThat(viewer().receivedStreams()).as("media does not wait").containsExactlyInAnyOrder(10, 11, 20, 21);
        ChannelSlot slot = open();
        Map<String, Long> first = ssrcBySource();
        assertThat(first).hasSize(4);
        slot.onClose(channel, 1006);
        bridge.update(publisher("dddd0004", 30).build());
        assertThat(channel.sent).isEmpty();

        open();
        assertThat(ssrcBySource()).hasSize(6).containsAllEntriesOf(first);
    }

    @Test
    void whatTheChannelDidNotTakeIsToldWithTheNextTable() {
        call();
        open();
        maps();
        channel.isFull = true;
        bridge.update(publisher("dddd0004", 30).build());
        assertThat(maps()).isEmpty();
        channel.isFull = false;
        bridge.update(publisher("eeee0005", 40).build());
        assertThat(ssrcBySource().keySet())
                .containsExactlyInAnyOrder("dddd0004-v0", "dddd0004-a0", "eeee0005-v0", "eeee0005-a0");
    }

    @Test
    void sourcesTakeTurnsInTheSlotsThatThereAre() {
        bridge = bridge(new SlotLimits(1, 1));
        call();
        ChannelSlot slot = open();
        Map<String, Long> first = ssrcBySource();
        assertThat(first).containsOnlyKeys("aaaa0001-v0", "aaaa0001-a0");
        assertThat(viewer().receivedStreams()).containsExactlyInAnyOrder(10, 11);

        slot.onText(channel, """
                {"colibriClass":"ReceiverVideoConstraints","lastN":1,"onStageSources":["bbbb0002-v0"]}""");
        assertThat(ssrcBySource()).isEqualTo(Map.of("bbbb0002-v0", first.get("aaaa0001-v0")));
        assertThat(viewer().receivedStreams()).containsExactlyInAnyOrder(10, 21);

        bridge.update(EndpointModify.expiring("aaaa0001"));
        assertThat(ssrcBySource()).isEqualTo(Map.of("bbbb0002-a0", first.get("aaaa0001-a0")));
        assertThat(viewer().receivedStreams()).containsExactlyInAnyOrder(20, 21);
    }

    @Test
    void whatIsNotGotNowHasItsSlotBeforehandAndKeepsIt() {
        call();
        ChannelSlot slot = open();
        slot.onText(channel, "{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":0}");
        maps();
        bridge.update(publisher("dddd0004", 30).build());
        assertThat(viewer().receivedStreams()).containsExactlyInAnyOrder(10, 20, 30);
        assertThat(ssrcBySource()).containsOnlyKeys("dddd0004-a0", "dddd0004-v0");
        slot.onText(channel, "{\"colibriClass\":\"ReceiverVideoConstraints\",\"lastN\":-1}");
        assertThat(viewer().receivedStreams()).containsExactlyInAnyOrder(10, 11, 20, 21, 30, 31);
        assertThat(maps()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"desktop, true", "none, false"})
    void whatASourceShowsIsPartOfItsMappingButNotThatItIsMuted(String type, boolean isNews) {
        call();
        open();
        maps();
        bridge.say(
                "aaaa0001",
                "{'colibriClass':'SourceVideoTypeMessage','sourceName':'aaaa0001-v0','videoType':'" + type + "'}");
        bridge.update(publisher("dddd0004", 30).build());
        assertThat(ssrcBySource().keySet())
                .contains("dddd0004-v0", "dddd0004-a0")
                .hasSize(isNews ? 3 : 2)
                .matches(names -> names.contains("aaaa0001-v0") == isNews);
    }
}
