package org.starbridge.hammer.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XmppArgumentsTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, -",
                "127.0.0.1, -, -",
                "127.0.0.1:5222, jvb, -",
                "-, jvb, --xmpp-bridge jvb needs --xmpp with the address of the XMPP server",
                "127.0.0.1:x, -, --xmpp 127.0.0.1:x: expected HOST or HOST:PORT",
                "127.0.0.1:0, -, '--xmpp 127.0.0.1:0: port 0: expected 1 to 65535'"
            })
    void mistakesAreToldAsSentences(@Nullable String server, @Nullable String bridge, @Nullable String problem) {
        XmppArguments arguments = new XmppArguments();
        arguments.server = server;
        arguments.bridge = bridge;

        assertThat(arguments.check()).isEqualTo(problem);
    }
}
