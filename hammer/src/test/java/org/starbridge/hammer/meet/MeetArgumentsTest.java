package org.starbridge.hammer.meet;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeetArgumentsTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, -, -",
                "127.0.0.1, -, -, -",
                "meet.example:5222, hall, -, -",
                "-, hall, -, --meet-room hall needs --meet with the address of the XMPP server",
                "-, -, ann, --meet-user ann needs --meet with the address of the XMPP server",
                "127.0.0.1:x, -, -, --meet 127.0.0.1:x: expected HOST or HOST:PORT",
                "127.0.0.1:0, -, -, '--meet 127.0.0.1:0: port 0: expected 1 to 65535'",
                "127.0.0.1, a@b, -, '\"a@b\": expected a valid XMPP address'",
                "127.0.0.1, -, ann, --meet-user and --meet-password: expected both or neither",
            })
    void mistakesAreToldAsSentences(
            @Nullable String server, @Nullable String room, @Nullable String user, @Nullable String problem) {
        MeetArguments arguments = new MeetArguments();
        arguments.server = server;
        arguments.room = room;
        arguments.user = user;

        assertThat(arguments.check()).isEqualTo(problem);
    }
}
