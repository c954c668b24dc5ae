package org.starbridge.colibri.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.colibri.VideoType;
import org.starbridge.colibri.channel.BridgeChannelMessage.ClientHello;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointStats;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverAudioSubscription;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverVideoConstraints;
import org.starbridge.colibri.channel.BridgeChannelMessage.SourceVideoTypeMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.Unknown;

class BridgeChannelJsonTest {
    private static final String NOISE = "{}[]\",:0-9.eEtn\\\u0000\ud800";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final String[] ONE_OF_EACH = {
        "{'colibriClass':'ClientHello'}",
        "{'colibriClass':'ServerHello'}",
        "{'colibriClass':'ServerHello','version':'2.3'}",
        "{'colibriClass':'ReceiverVideoConstraints'}",
        "{'colibriClass':'ReceiverVideoConstraints','lastN':-1,'selectedSources':[],'onStageSources':['b-v0'],'defaultConstraints':{'maxHeight':180},'constraints':{'b-v0':{'maxHeight':720,'maxFrameRate':15.5}},'assumedBandwidthBps':3000000000}",
        "{'colibriClass':'LastNChangedEvent','lastN':2}",
        "{'colibriClass':'ForwardedSources','forwardedSources':['a-v0','b-v1']}",
        "{'colibriClass':'SenderSourceConstraints','sourceName':'a-v0','maxHeight':0}",
        "{'colibriClass':'VideoSourcesMap','mappedSources':[{'source':'a-v0','owner':'a','ssrc':4294967295,'rtx':0,'videoType':'DESKTOP_HIGH_FPS'},{'source':'b-v0','owner':'b','ssrc':1,'rtx':2,'videoType':'CAMERA','mid':'7'}]}",
        "{'colibriClass':'AudioSourcesMap','mappedSources':[{'source':'a-a0','owner':'a','ssrc':5}]}",
        "{'colibriClass':'DominantSpeakerEndpointChangeEvent','dominantSpeakerEndpoint':'a','previousSpeakers':['b','c'],'silence':true}",
        "{'colibriClass':'EndpointConnectivityStatusChangeEvent','endpoint':'a','active':'false'}",
        "{'colibriClass':'EndpointMessage','to':'b','from':'a','msgPayload':{'n':1.50,'x':null,'deep':[[{}]]},'other':true}",
        "{'colibriClass':'EndpointStats','from':'a','bitrate':{'upload':100},'connectionQuality':98}",
        "{'colibriClass':'SourceVideoTypeMessage','sourceName':'a-v0','videoType':'desktop_high_fps'}",
        "{'colibriClass':'SourceVideoTypeMessage','sourceName':'a-v0','videoType':'none','endpointId':'a'}",
        "{'colibriClass':'ReceiverAudioSubscription','all':true,'include':['x-a0'],'exclude':['y-a0']}",
        "{'colibriClass':'ConnectionStats','estimatedDownlinkBandwidth':1840000}",
        "{'colibriClass':'MessageRefused','refusedClass':'EndpointMessage','lengthBytes':70000,'maxLengthBytes':65536}",
        "{'colibriClass':'VideoTypeMessage','videoType':'camera'}",
        "{'colibriClass':'SyntheticSourceSendingChangeEvent','sourceName':'t-a0','sending':true,'timestamp':4294967295}",
        "{'colibriClass':'AddReceiver','bridgeId':'jvb-a','sourceName':'a-v0','videoConstraints':{'maxHeight':720}}",
        "{'colibriClass':'RemoveReceiver','bridgeId':'jvb-a','endpointId':'a'}",
    };

    @Test
    void everyMessageIsWrittenAsItWasRead() throws Exception {
        for (String each : ONE_OF_EACH) {
            String json = each.replace('\'', '"');

            BridgeChannelMessage message = BridgeChannelJson.parse(json);

            assertThat(message).isNotInstanceOf(Unknown.class);
            assertThat(MAPPER.readTree(BridgeChannelJson.write(message))).isEqualTo(MAPPER.readTree(json));
            assertThat(BridgeChannelJson.parse(BridgeChannelJson.write(message)))
                    .isEqualTo(message);
        }
    }

    @Test
    void aMessageKnowsItsClass() throws Exception {
        for (String each : ONE_OF_EACH) {
            BridgeChannelMessage message = parse(each);
            assertThat(each).startsWith("{'colibriClass':'" + message.colibriClass() + "'");
        }
        assertThat(new Unknown("Else").colibriClass()).isEqualTo("Else");
    }

    @Test
    void fieldsAreReadIntoTheirPlaces() throws Exception {
        assertThat(parse(ONE_OF_EACH[4]))
                .isEqualTo(new ReceiverVideoConstraints(
                        -1,
                        List.of(),
                        List.of("b-v0"),
                        new VideoConstraint(180),
                        Map.of("b-v0", new VideoConstraint(720, 15.5)),
                        3_000_000_000L));
        assertThat(parse(ONE_OF_EACH[14]))
                .isEqualTo(new SourceVideoTypeMessage("a-v0", VideoType.DESKTOP_HIGH_FPS, null));
    }

    @Test
    void extraFieldsAndNullsOfBrowsersAreForgiven() throws Exception {
        assertThat(parse("{'colibriClass':'ClientHello','extra':{'a':1}}")).isEqualTo(new ClientHello());
        assertThat(
                        parse(
                                "{'colibriClass':'ReceiverVideoConstraints','lastN':null,'constraints':{'a':{'maxHeight':5,'x':1}}}"))
                .isEqualTo(new ReceiverVideoConstraints(
                        null, null, null, null, Map.of("a", new VideoConstraint(5)), null));
    }

    @ParameterizedTest
    @CsvSource({"All,true,false,false", "None,false,false,false", "Include,false,true,false", "Exclude,true,false,true"
    })
    void theOlderAudioSubscriptionIsUnderstood(String mode, boolean all, boolean included, boolean excluded)
            throws Exception {
        List<String> names = List.of("b-a0");

        assertThat(parse("{'colibriClass':'ReceiverAudioSubscription','mode':'" + mode + "','list':['b-a0']}"))
                .isEqualTo(
                        new ReceiverAudioSubscription(all, included ? names : List.of(), excluded ? names : List.of()));
    }

    @Test
    void anUnknownClassIsNotAnError() throws Exception {
        assertThat(parse("{'colibriClass':'NoSuchClass','x':1}")).isEqualTo(new Unknown("NoSuchClass"));
    }

    @Test
    void aForwardedMessageKeepsEverythingAndGetsItsSender() throws Exception {
        EndpointMessage message = (EndpointMessage) parse(
                "{'msgPayload':{'type':'hi','gone':null},'colibriClass':'EndpointMessage','to':'','from':'forged'}");
        EndpointStats stats = (EndpointStats) parse("{'colibriClass':'EndpointStats','to':'kept','bitrate':1}");

        assertThat(BridgeChannelJson.write(message.withFrom("a")))
                .isEqualTo(
                        "{\"colibriClass\":\"EndpointMessage\",\"to\":\"\",\"from\":\"a\",\"msgPayload\":{\"type\":\"hi\",\"gone\":null}}");
        assertThat(BridgeChannelJson.write(stats.withFrom("a")))
                .isEqualTo("{\"colibriClass\":\"EndpointStats\",\"from\":\"a\",\"to\":\"kept\",\"bitrate\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not json",
                "[]",
                "null",
                "{}",
                "{'colibriClass':7}",
                "{'colibriClass':'LastNChangedEvent'}",
                "{'colibriClass':'LastNChangedEvent','lastN':'5'}",
                "{'colibriClass':'LastNChangedEvent','lastN':-2}",
                "{'colibriClass':'LastNChangedEvent','lastN':1,'lastN':2}",
                "{'colibriClass':'ReceiverVideoConstraints','constraints':{'a':{'maxHeight':-2}}}",
                "{'colibriClass':'ReceiverVideoConstraints','constraints':{'a':{}}}",
                "{'colibriClass':'ReceiverVideoConstraints','selectedSources':[1]}",
                "{'colibriClass':'ReceiverVideoConstraints','defaultConstraints':{'maxHeight':1,'maxFrameRate':1e999}}",
                "{'colibriClass':'EndpointConnectivityStatusChangeEvent','endpoint':'a','active':true}",
                "{'colibriClass':'EndpointMessage','to':{}}",
                "{'colibriClass':'SourceVideoTypeMessage','sourceName':'a','videoType':'hologram'}",
                "{'colibriClass':'AudioSourcesMap','mappedSources':[{'source':'a','owner':'a','ssrc':-1}]}",
                "{'colibriClass':'SyntheticSourceSendingChangeEvent','sourceName':'a','timestamp':4294967296}",
                "{'colibriClass':'AddReceiver','bridgeId':'b','sourceName':'a'}",
                "{'colibriClass':'ClientHello'} x",
            })
    void whatIsMalformedIsATypedFailure(String json) {
        assertThatThrownBy(() -> parse(json)).isInstanceOf(MalformedMessageException.class);
    }

    @Test
    void aFailureNamesPlaceAndValue() {
        assertThatThrownBy(() -> parse(
                        "{'colibriClass':'ReceiverVideoConstraints','constraints':{'a-v0':{'maxHeight':'tall'}}}"))
                .hasMessage("constraints.a-v0.maxHeight: expected a number, got \"tall\"");
    }

    @Test
    void aMessageBeyondTheBoundIsRefusedBeforeItIsRead() {
        assertThatThrownBy(() -> BridgeChannelJson.parse("{\"colibriClass\":\"ClientHello\"}", 10))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessage("message: expected at most 10 characters, got 30");
        assertThatThrownBy(() -> BridgeChannelJson.parse("[".repeat(100_000)))
                .isInstanceOf(MalformedMessageException.class);
    }

    @Test
    void noMutationEscapesAsAnythingElse() throws IOException {
        int refused = 0;
        for (long seed = 1; seed <= 5000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder(ONE_OF_EACH[random.nextInt(ONE_OF_EACH.length)].replace('\'', '"'));
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                text.setCharAt(random.nextInt(text.length()), NOISE.charAt(random.nextInt(NOISE.length())));
            }
            try {
                BridgeChannelMessage message = BridgeChannelJson.parse(text.toString());
                assertThat(BridgeChannelJson.write(message)).as("seed %d", seed).contains("colibriClass");
            } catch (MalformedMessageException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(1, 4999);
    }

    private static BridgeChannelMessage parse(String json) throws MalformedMessageException {
        return BridgeChannelJson.parse(json.replace('\'', '"'));
    }
}
