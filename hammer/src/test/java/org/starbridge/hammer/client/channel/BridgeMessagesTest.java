package org.starbridge.hammer.client.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.channel.BridgeChannelJson;

class BridgeMessagesTest {
    private final List<String> heard = new ArrayList<>();
    private final BridgeMessages told = new BridgeMessages();

    private final BridgeMessages.Listener listener = new BridgeMessages.Listener() {
        @Override
        public void onForwarded(Set<String> names) {
            heard.add("forwarded " + names);
        }

        @Override
        public void onWanted(String source, int maxHeightPx) {
            heard.add("wanted " + source + " " + maxHeightPx);
        }

        @Override
        public void onMapped(String source, int ssrc) {
            heard.add("mapped " + source + " " + ssrc);
        }
    };

    private void say(String message) throws Exception {
        told.onMessage(BridgeChannelJson.parse(message.replace('\'', '"')));
    }

    @Test
    void tellsWhoeverListensWhatTheBridgeSaysAndSaidBefore() throws Exception {
        say("{'colibriClass':'SenderSourceConstraints','sourceName':'a-v0','maxHeight':0}");
        say("{'colibriClass':'SenderSourceConstraints','sourceName':'a-v0','maxHeight':360}");
        say("{'colibriClass':'AudioSourcesMap','mappedSources':[{'source':'b-a0','owner':'b','ssrc':4294967295}]}");
        say("{'colibriClass':'ForwardedSources','forwardedSources':['b-v0']}");
        told.listen(listener);
        assertThat(heard).containsExactlyInAnyOrder("wanted a-v0 360", "mapped b-a0 -1", "forwarded [b-v0]");
        heard.clear();
        say("{'colibriClass':'SenderSourceConstraints','sourceName':'a-v0','maxHeight':-1}");
        say("{'colibriClass':'VideoSourcesMap','mappedSources':[{'source':'b-v0','owner':'b','ssrc':5,'rtx':6,"
                + "'videoType':'CAMERA'}]}");
        say("{'colibriClass':'ForwardedSources','forwardedSources':[]}");
        say("{'colibriClass':'ServerHello'}");
        assertThat(heard).containsExactly("wanted a-v0 -1", "mapped b-v0 5", "forwarded []");
    }

    @Test
    void passesOnWhatOthersSay() throws Exception {
        say("{'colibriClass':'EndpointMessage','from':'b','to':'a','msgPayload':{'too':'early'}}");
        told.listenToOthers(message -> heard.add(message.from() + ": " + message.fields()));
        say("{'colibriClass':'EndpointMessage','from':'b','to':'a','msgPayload':{'x':1}}");
        assertThat(heard).containsExactly("b: {\"msgPayload\":{\"x\":1}}");
    }

    @Test
    void knowsHowTheChannelFirstEnded() {
        assertThat(told.end()).isNull();
        told.onClosed("association ended");
        told.onClosed("data channel closed");
        assertThat(told.end()).isEqualTo("association ended");
    }
}
