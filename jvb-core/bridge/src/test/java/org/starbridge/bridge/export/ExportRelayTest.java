package org.starbridge.bridge.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.bridge.app.ClientChannel;
import org.starbridge.bridge.app.ExportedCall;
import org.starbridge.bridge.app.LoopbackMedia;
import org.starbridge.bridge.app.LoopbackPeer;
import org.starbridge.colibri.MediaSource;

/** A conference over two bridges of which one exports: results, translated audio and talk reach the clients of both. */
@Timeout(180)
class ExportRelayTest {
    private static final int SPOKEN = 7001;
    private static final int TRANSLATED = 9001;
    private static final int OPUS = 111;

    private static String[] relayed(String id) {
        return new String[] {
            "videobridge.relay.enabled", "true", "videobridge.relay.region", id, "videobridge.relay.relay-id", id
        };
    }

    private static String export(FarSide service, String more) {
        return "{'id':'transcriber','create':true,'url':'" + service.url("/t") + "','protocol':'mediajson',"
                + "'type':'transcriber','audio':true" + more + "}";
    }

    private static void speak(LoopbackPeer peer, int from, int count) throws Exception {
        for (int i = from; i < from + count; i++) {
            peer.media().send(SPOKEN, OPUS, i, i * 960, 30, true, new byte[] {(byte) i, 1, 2});
            peer.receiveFor(20_000_000);
        }
    }

    /** The first result that arrives: the relay may still be connecting. */
    private static JsonNode firstResult(FarSide.Socket service, ClientChannel client) throws Exception {
        for (int i = 0; i < 100; i++) {
            service.say("{'event':'transcription-result','n':" + i + "}");
            JsonNode result = client.nextWithin("EndpointMessage", 200);
            if (result != null) {
                return result;
            }
        }
        throw new AssertionError("no result came over the relay");
    }

    @Test
    void whatAServiceSendsReachesTheClientsOfBothBridges() throws Exception {
        MediaSource[] ofAnn = {
            ExportedCall.source("ab12cd34-a0", SPOKEN, false), ExportedCall.source("ab12cd34-a0.fr", TRANSLATED, true)
        };
        try (FarSide translator = FarSide.start();
                FarSide listener = FarSide.start();
                ExportedCall home = new ExportedCall(relayed("home"));
                ExportedCall abroad = new ExportedCall(relayed("abroad"))) {
            LoopbackPeer ann = home.join("ab12cd34");
            LoopbackPeer bob = abroad.join("cd34ab12");
            LoopbackPeer eve = abroad.join("ef56ab12");
            bob.media();
            eve.media();
            home.declare("ab12cd34", ofAnn);
            ExportedCall.link(home, abroad);
            abroad.announce(home, "ab12cd34", ofAnn);
            try (ClientChannel ofBob = abroad.channel("cd34ab12");
                    ClientChannel ofEve = abroad.channel("ef56ab12");
                    ClientChannel own = home.channel("ab12cd34")) {
                for (ClientChannel each : List.of(ofBob, ofEve, own)) {
                    each.next("ServerHello");
                }
                ofBob.say("{'colibriClass':'ReceiverAudioSubscription','all':true,"
                        + "'include':['ab12cd34-a0.fr'],'exclude':[]}");
                home.connects(export(translator, ",'exports':['ab12cd34-a0'],'requests':['ab12cd34-a0.fr']"));
                abroad.connects(export(listener, ""));
                FarSide.Socket translating = translator.accept();
                translating.next("info");
                FarSide.Socket listening = listener.accept();
                listening.next("info");

                JsonNode result = firstResult(translating, ofBob);
                assertThat(result.path("from").asText()).isEqualTo("transcriber");
                int arrived = result.path("msgPayload").path("n").asInt();
                assertThat(ofBob.nextWithin("EndpointMessage", 100)).as("once").isNull();
                assertThat(own.next("EndpointMessage").path("from").asText()).isEqualTo("transcriber");
                JsonNode ofOther = ofEve.next("EndpointMessage");
                assertThat(ofOther.path("msgPayload").path("n").asInt()).isEqualTo(arrived);

                translating.say("{'event':'start','sequenceNumber':0,'start':{'tag':'ab12cd34-a0.fr','mediaFormat':"
                        + "{'encoding':'opus','sampleRate':48000,'channels':1},'timestamp':4294967301}}");
                JsonNode talk = ofBob.next("SyntheticSourceSendingChangeEvent");
                assertThat(talk.path("sourceName").asText()).isEqualTo("ab12cd34-a0.fr");
                assertThat(talk.path("sending").isBoolean()).isTrue();
                assertThat(talk.path("sending").asBoolean()).isTrue();
                assertThat(talk.path("timestamp").asLong()).isBetween(0L, 0xFFFF_FFFFL);

                List<LoopbackMedia.Received> heard = new ArrayList<>();
                for (int i = 0; i < 500 && heard.size() < 3; i++) {
                    translating.say(
                            "{'event':'media','sequenceNumber':" + i + ",'media':{'tag':'ab12cd34-a0.fr','chunk':" + i
                                    + ",'timestamp':" + i * 960 + ",'payload':'+P/+'}}");
                    speak(ann, 100 + i, 1);
                    bob.receiveFor(5_000_000);
                    eve.receiveFor(5_000_000);
                    bob.media().take().stream()
                            .filter(each -> each.ssrc() == TRANSLATED)
                            .forEach(heard::add);
                    assertThat(eve.media().take())
                            .as("all, but not what has to be asked for by its name")
                            .noneMatch(each -> each.ssrc() == TRANSLATED);
                }
                assertThat(heard).hasSizeGreaterThanOrEqualTo(3);
                assertThat(heard.getFirst().payloadType()).isEqualTo(OPUS);
                assertThat(heard.getFirst().payload()).containsExactly(0xF8, 0xFF, 0xFE);

                Set<String> exported = new TreeSet<>();
                for (JsonNode event = listening.next("start"); event != null; event = listening.nextWithin(200)) {
                    exported.add(event.path("start").path("tag").asText(""));
                    exported.add(event.path("media").path("tag").asText(""));
                }
                assertThat(exported).as("translated audio is never exported").containsExactly("", "ab12cd34-a0");
            }
        }
    }
}
