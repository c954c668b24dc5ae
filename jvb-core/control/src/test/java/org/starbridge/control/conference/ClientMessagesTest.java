package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.control.conference.TestBridge.creating;
import static org.starbridge.control.conference.TestBridge.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.MediaKind;
import org.starbridge.colibri.MucRole;
import org.starbridge.control.channel.MessageCounts;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.lastn.speech.SpeechActivity;

/** Messages of clients to each other and to the bridge, and the answers. */
class ClientMessagesTest {
    private static final long SECOND_NS = Duration.ofSeconds(1).toNanos();

    private final TestBridge bridge = TestBridge.embedded();
    private final Map<String, TestBridge.FakeChannel> channels = new HashMap<>();

    @Test
    void aMessageToOneGoesToThatOneWithItsSender() {
        call("a", "b", "c");
        say("a", "{'colibriClass':'EndpointMessage','to':'b','from':'forged','msgPayload':{'n':1.5},'more':[null]}");
        assertThat(heard("b"))
                .containsExactly(json(
                        "{'colibriClass':'EndpointMessage','to':'b','from':'a','msgPayload':{'n':1.5},'more':[null]}"));
        assertThat(heard("a")).isEmpty();
        assertThat(heard("c")).isEmpty();
    }

    @Test
    void aMessageToNobodyInParticularGoesToAllOthers() {
        call("a", "b", "c");
        say("a", "{'colibriClass':'EndpointMessage','to':' ','msgPayload':{}}");
        say("a", "{'colibriClass':'EndpointMessage','msgPayload':{}}");
        assertThat(heard("b")).isEqualTo(heard("c")).hasSize(2);
        assertThat(heard("a")).isEmpty();
        assertThat(dropped()).isZero();
    }

    @Test
    void aMessageToAStrangerIsDroppedAndNoReasonToClose() {
        call("a", "b");
        say("a", "{'colibriClass':'EndpointMessage','to':'zz','msgPayload':{}}");
        assertThat(heard("b")).isEmpty();
        assertThat(dropped()).isEqualTo(1);
        assertThat(channel("a").closed).isEmpty();
    }

    @Test
    void visitorsHearAndDoNotSpeak() {
        call("a");
        bridge.update(creating("v").mucRole(MucRole.VISITOR).build());
        channels.put("v", bridge.open("v"));
        clear();
        say("v", "{'colibriClass':'EndpointMessage','to':'','msgPayload':{}}");
        say("v", "{'colibriClass':'EndpointStats','bitrate':1}");
        say("v", "{'colibriClass':'SourceVideoTypeMessage','sourceName':'v-v0','videoType':'camera'}");
        assertThat(heard("a")).isEmpty();
        assertThat(dropped()).isEqualTo(3);
        say("a", "{'colibriClass':'EndpointMessage','to':'','msgPayload':{}}");
        assertThat(heard("v")).hasSize(1);
    }

    @Test
    void figuresOfAClientGoToAllOthers() {
        call("a", "b", "c");
        say("a", "{'colibriClass':'EndpointStats','bitrate':{'upload':100},'to':'kept'}");
        assertThat(heard("b"))
                .containsExactly(
                        json("{'colibriClass':'EndpointStats','from':'a','bitrate':{'upload':100},'to':'kept'}"))
                .isEqualTo(heard("c"));
    }

    @Test
    void inALargeConferenceFiguresGoToThoseWhoSeeTheClientOrToAllIfItSpoke() {
        String[] ids = IntStream.range(0, 21).mapToObj(i -> "e" + i).toArray(String[]::new);
        call(ids);
        bridge.declare("e0", source(MediaKind.VIDEO, "e0-v0", 1000));
        for (int i = 2; i < 21; i++) {
            say("e" + i, "{'colibriClass':'ReceiverVideoConstraints','lastN':0}");
        }
        say("e3", "{'colibriClass':'ReceiverVideoConstraints','onStageSources':['e0-v0']}");
        say("e4", "{'colibriClass':'ReceiverVideoConstraints','selectedSources':['e0-v0']}");
        clear();
        say("e0", "{'colibriClass':'EndpointStats','bitrate':1}");
        assertThat(channels.entrySet().stream()
                        .filter(entry -> !entry.getValue().sent.isEmpty())
                        .map(Map.Entry::getKey))
                .containsExactlyInAnyOrder("e1", "e3", "e4");
        clear();
        speech(false, List.of("e0"));
        clear();
        say("e0", "{'colibriClass':'EndpointStats','bitrate':1}");
        assertThat(channels.values().stream().filter(channel -> !channel.sent.isEmpty()))
                .hasSize(20);
    }

    @Test
    void aMutedSourceIsNotForwardedUntilItIsBack() {
        call("a", "b");
        bridge.declare("a", source(MediaKind.VIDEO, "a-v0", 11));
        clear();
        say("a", "{'colibriClass':'SourceVideoTypeMessage','sourceName':'a-v0','videoType':'NONE'}");
        assertThat(heard("b")).containsExactly(json("{'colibriClass':'ForwardedSources','forwardedSources':[]}"));
        assertThat(heard("a"))
                .containsExactly(json("{'colibriClass':'SenderSourceConstraints','sourceName':'a-v0','maxHeight':0}"));
        assertThat(bridge.media.transport("b").receivedStreams()).isEmpty();
        clear();
        say("a", "{'colibriClass':'VideoTypeMessage','videoType':'camera'}");
        assertThat(heard("b")).containsExactly(json("{'colibriClass':'ForwardedSources','forwardedSources':['a-v0']}"));
        assertThat(bridge.media.transport("b").receivedStreams()).containsExactly(11);
    }

    @Test
    void aVideoTypeMayComeBeforeItsSource() {
        call("a", "b");
        say("a", "{'colibriClass':'SourceVideoTypeMessage','sourceName':'a-v1','videoType':'disabled'}");
        bridge.declare("a", source(MediaKind.VIDEO, "a-v0", 11), source(MediaKind.VIDEO, "a-v1", 12));
        assertThat(bridge.media.transport("b").receivedStreams()).containsExactly(11);
        assertThat(dropped()).isZero();
    }

    @Test
    void nobodySpeaksOfAnothersSourceOrOfTooMany() {
        call("a", "b");
        bridge.declare("a", source(MediaKind.VIDEO, "a-v0", 11));
        say("b", "{'colibriClass':'SourceVideoTypeMessage','sourceName':'a-v0','videoType':'none'}");
        assertThat(dropped()).isEqualTo(1);
        assertThat(bridge.media.transport("b").receivedStreams()).containsExactly(11);
        for (int i = 0; i < 70; i++) {
            say("b", "{'colibriClass':'SourceVideoTypeMessage','sourceName':'b-v" + i + "','videoType':'camera'}");
        }
        assertThat(dropped()).isEqualTo(1 + 70 - ConferenceLimits.DEFAULT.sourcesPerEndpoint());
        say(
                "b",
                "{'colibriClass':'SourceVideoTypeMessage','sourceName':'" + "x".repeat(200)
                        + "','videoType':'camera'}");
        assertThat(dropped()).isEqualTo(2 + 70 - ConferenceLimits.DEFAULT.sourcesPerEndpoint());
    }

    @Test
    void aClientHearsOnlyWhatItSubscribedTo() {
        call("a", "b", "c");
        bridge.declare("a", source(MediaKind.AUDIO, "a-a0", 10));
        bridge.declare("b", source(MediaKind.AUDIO, "b-a0", 20));
        say("c", "{'colibriClass':'ReceiverAudioSubscription','all':true,'exclude':['a-a0']}");
        assertThat(bridge.media.transport("c").receivedStreams()).containsExactly(20);
        say("c", "{'colibriClass':'ReceiverAudioSubscription','include':['a-a0','b-a0'],'exclude':['b-a0']}");
        assertThat(bridge.media.transport("c").receivedStreams()).containsExactly(10);
        say("c", "{'colibriClass':'ReceiverAudioSubscription','mode':'None'}");
        assertThat(bridge.media.transport("c").receivedStreams()).isEmpty();
        say("c", "{'colibriClass':'ReceiverAudioSubscription','mode':'All'}");
        assertThat(bridge.media.transport("c").receivedStreams()).containsExactlyInAnyOrder(10, 20);
        say(
                "c",
                "{'colibriClass':'ReceiverAudioSubscription','include':["
                        + "'a',".repeat(ConferenceLimits.DEFAULT.channelNames() - 1) + "'a','b']}");
        assertThat(dropped()).isEqualTo(1);
    }

    @Test
    void ownersAreToldTheMostThatAnybodyWants() {
        call("a", "b", "c");
        bridge.declare("a", source(MediaKind.VIDEO, "a-v0", 11));
        assertThat(heard("a")).containsExactly(wanted(-1));
        clear();
        say("b", "{'colibriClass':'ReceiverVideoConstraints','defaultConstraints':{'maxHeight':180}}");
        assertThat(heard("a")).isEmpty();
        say("c", "{'colibriClass':'ReceiverVideoConstraints','constraints':{'a-v0':{'maxHeight':720}}}");
        say("c", "{'colibriClass':'ReceiverVideoConstraints','constraints':{'a-v0':{'maxHeight':360}}}");
        say("c", "{'colibriClass':'LastNChangedEvent','lastN':0}");
        say("b", "{'colibriClass':'ReceiverVideoConstraints','lastN':0}");
        assertThat(heard("a")).containsExactly(wanted(720), wanted(360), wanted(180), wanted(0));
        channels.put("a", bridge.open("a"));
        assertThat(heard("a")).contains(wanted(0));
    }

    private static String wanted(int heightPx) {
        return json("{'colibriClass':'SenderSourceConstraints','sourceName':'a-v0','maxHeight':" + heightPx + "}");
    }

    @Test
    void everybodyIsToldWhoWentSilentAndWhoIsBack() {
        call("a", "b");
        tick(14);
        assertThat(heard("a")).isEmpty();
        bridge.media.endpoint("a").lastActivityNs = bridge.nowNs.get();
        tick(2);
        assertThat(heard("a")).containsExactly(connectivity("b", false)).isEqualTo(heard("b"));
        clear();
        tick(7);
        assertThat(heard("b")).containsExactly(connectivity("a", false));
        clear();
        bridge.media.endpoint("b").lastActivityNs = bridge.nowNs.get();
        tick(1);
        assertThat(heard("a")).containsExactly(connectivity("b", true));
        channels.put("b", bridge.open("b"));
        assertThat(heard("b")).contains(connectivity("a", false)).doesNotContain(connectivity("b", false));
        assertThat(bridge.counters.get(ConferenceCounter.ENDPOINTS_DISCONNECTED))
                .isEqualTo(2);
        assertThat(bridge.counters.get(ConferenceCounter.ENDPOINTS_RECONNECTED)).isEqualTo(1);
    }

    @Test
    void clientsWithoutAChannelAreCountedOnce() {
        bridge.with("a", "b", "c");
        bridge.open("a");
        bridge.open("b");
        tick(29);
        assertThat(bridge.counters.get(ConferenceCounter.ENDPOINTS_WITHOUT_CHANNEL))
                .isZero();
        tick(2);
        assertThat(bridge.counters.get(ConferenceCounter.ENDPOINTS_WITHOUT_CHANNEL))
                .isEqualTo(1);
        tick(60);
        assertThat(bridge.counters.get(ConferenceCounter.ENDPOINTS_WITHOUT_CHANNEL))
                .isEqualTo(1);
    }

    private static String connectivity(String endpoint, boolean active) {
        return json("{'colibriClass':'EndpointConnectivityStatusChangeEvent','endpoint':'" + endpoint + "','active':'"
                + active + "'}");
    }

    @Test
    void everybodyIsToldWhoSpeaks() {
        call("a", "b", "c");
        bridge.declare("a", source(MediaKind.VIDEO, "a-v0", 11));
        bridge.declare("b", source(MediaKind.VIDEO, "b-v0", 21));
        say("c", "{'colibriClass':'LastNChangedEvent','lastN':1}");
        clear();
        speech(false, List.of("b"));
        assertThat(heard("a")).containsExactly(speaking("b", "", false));
        assertThat(heard("c"))
                .containsExactly(
                        speaking("b", "", false),
                        json("{'colibriClass':'ForwardedSources','forwardedSources':['b-v0']}"));
        clear();
        speech(false, List.of("b"));
        assertThat(heard("a")).as("no news").isEmpty();
        speech(false, List.of("c", "b"));
        speech(true, List.of("c", "b"));
        assertThat(heard("a")).containsExactly(speaking("c", "'b'", false), speaking("c", "'b'", true));
        clear();
        channels.put("a", bridge.open("a"));
        assertThat(heard("a")).contains(speaking("c", "'b'", true));
        clear();
        bridge.update(EndpointModify.expiring("c"));
        assertThat(heard("a")).contains(speaking("b", "", true));
        assertThat(bridge.counters.get(ConferenceCounter.DOMINANT_SPEAKER_CHANGES))
                .isEqualTo(2);
        bridge.conferences.onSpeech(
                "nowhere", new SpeechActivity.Snapshot(SpeechActivity.NO_SPEAKER, false, List.of(), List.of()));
    }

    private static String speaking(String dominant, String previous, boolean silence) {
        return json("{'colibriClass':'DominantSpeakerEndpointChangeEvent','dominantSpeakerEndpoint':'" + dominant
                + "','previousSpeakers':[" + previous + "],'silence':" + silence + "}");
    }

    @Test
    void messagesAreCountedByClassAndClientsCannotMakeTheNamesGrow() {
        call("a", "b");
        say("a", "{'colibriClass':'ClientHello'}");
        say("a", "{'colibriClass':'ClientHello'}");
        say("a", "{'colibriClass':'NoSuchClass'}");
        say("a", "{'colibriClass':'NorThisOne'}");
        say("a", "nonsense");
        channel("a").sent.clear();
        MessageCounts.Snapshot messages = bridge.endpoint("a").messages();
        assertThat(messages.received()).isEqualTo(Map.of("ClientHello", 2L, "unknown", 2L, "malformed", 1L));
        assertThat(messages.sent()).isEqualTo(Map.of("ServerHello", 3L, "ForwardedSources", 1L));
    }

    private void call(String... ids) {
        bridge.with(ids);
        for (String id : ids) {
            channels.put(id, bridge.open(id));
        }
        clear();
    }

    private void say(String id, String text) {
        bridge.say(id, text);
        bridge.pass(ConferenceConfig.DEFAULT_WISH_INTERVAL);
    }

    /** The media side tells who spoke, last one first; those who did not speak follow. */
    private void speech(boolean silent, List<String> recent) {
        List<Integer> keys = new ArrayList<>();
        for (String id : recent) {
            keys.add(bridge.media.endpoint(id).key());
        }
        bridge.conferences.onSpeech(
                bridge.conferenceId(), new SpeechActivity.Snapshot(keys.getFirst(), silent, keys, keys));
    }

    private void tick(int seconds) {
        for (int i = 0; i < seconds * 2; i++) {
            bridge.nowNs.addAndGet(SECOND_NS / 2);
            bridge.conferences.checkConnectivity(bridge.nowNs.get());
        }
    }

    private TestBridge.FakeChannel channel(String id) {
        return bridge.channel(id);
    }

    private List<String> heard(String id) {
        return channel(id).sent;
    }

    private void clear() {
        channels.values().forEach(channel -> channel.sent.clear());
    }

    private long dropped() {
        return bridge.counters.get(ConferenceCounter.CHANNEL_MESSAGES_DROPPED);
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }
}
