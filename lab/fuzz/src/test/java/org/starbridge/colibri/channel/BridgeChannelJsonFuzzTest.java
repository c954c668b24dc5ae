package org.starbridge.colibri.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Bridge channel messages, which any participant can send. */
final class BridgeChannelJsonFuzzTest {
    /** Any text: malformed, or a message that is the same when it is written and read again. */
    @FuzzTest
    void message(byte[] data) throws MalformedMessageException {
        BridgeChannelMessage message;
        try {
            message = BridgeChannelJson.parse(new String(data, StandardCharsets.UTF_8));
        } catch (MalformedMessageException e) {
            assertThat(e.getMessage()).isNotBlank();
            return;
        }
        assertThat(BridgeChannelJson.parse(BridgeChannelJson.write(message))).isEqualTo(message);
    }
}
