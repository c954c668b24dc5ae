package org.starbridge.hammer.client.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.starbridge.colibri.channel.BridgeChannelJson;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointMessage;

class NumberedMessageTest {
    private static final String SENDER = "0a0a0a0a";

    /** As it comes from a bridge that changes this. */
    private static EndpointMessage heard(String from, String what, String intoWhat) throws Exception {
        String text = BridgeChannelJson.write(
                new NumberedMessage(SENDER, 17).to("0b0b0b0b").withFrom(from));
        assertThat(text).contains(what);
        return (EndpointMessage) BridgeChannelJson.parse(text.replace(what, intoWhat));
    }

    @Test
    void isAboutAsLongAsWhatBrowsersSay() {
        assertThat(BridgeChannelJson.write(new NumberedMessage(SENDER, 17).to("0b0b0b0b")))
                .hasSizeBetween(290, 330);
    }

    @Test
    void hasItsNumberIfItIsWhole() throws Exception {
        EndpointMessage message = heard(SENDER, "", "");
        assertThat(NumberedMessage.isOurs(message)).isTrue();
        assertThat(NumberedMessage.numberOf(message, SENDER)).isEqualTo(17);
    }

    @Test
    void hasNoneIfItWasChangedOrIsSomebodyElses() throws Exception {
        assertThat(NumberedMessage.numberOf(heard("0c0c0c0c", "", ""), SENDER)).isEqualTo(-1);
        assertThat(NumberedMessage.numberOf(heard(SENDER, "browsers", "browser"), SENDER))
                .isEqualTo(-1);
        assertThat(NumberedMessage.numberOf(heard(SENDER, "\"sender\":\"0a", "\"sender\":\"0b"), SENDER))
                .isEqualTo(-1);
        assertThat(NumberedMessage.numberOf(heard(SENDER, "17", "\"17a\""), SENDER))
                .isEqualTo(-1);
    }

    @Test
    void othersInTheRoomMaySayWhatTheyLike() throws Exception {
        assertThat(NumberedMessage.isOurs(heard(SENDER, "starbridge-hammer", "chat")))
                .isFalse();
        assertThat(NumberedMessage.isOurs((EndpointMessage)
                        BridgeChannelJson.parse("{\"colibriClass\":\"EndpointMessage\",\"msgPayload\":\"x\"}")))
                .isFalse();
    }
}
