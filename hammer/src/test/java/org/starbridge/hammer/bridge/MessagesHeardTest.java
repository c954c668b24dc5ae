package org.starbridge.hammer.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With figures that the test gives. */
@Timeout(60)
class MessagesHeardTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private final Deque<Long> figures = new ArrayDeque<>();
    private final MessagesHeard heard = new MessagesHeard(this::next, Duration.ofMillis(120));

    /** The last one stays. */
    private Long next() {
        return figures.size() > 1 ? figures.removeFirst() : figures.getFirst();
    }

    private void figures(Long... next) {
        figures.clear();
        figures.addAll(Arrays.asList(next));
    }

    @Test
    void whatIsStillOnItsWayBeforeTheBeginningDoesNotCount() throws Exception {
        figures(3L, 5L, 9L);
        heard.begin();
        figures(9L, 10L, 12L);
        assertThat(heard.await(3, LONG)).isEqualTo(3);
    }

    @Test
    void itIsWaitedForWhatIsStillMissingAndNotForever() throws Exception {
        figures(9L);
        heard.begin();
        figures(10L, 11L);
        assertThat(heard.await(3, Duration.ofMillis(1))).isEqualTo(2);
    }

    @Test
    void aBridgeThatDoesNotSayIsNotTakenForADeafOne() throws Exception {
        MessagesHeard mute = new MessagesHeard(() -> null, Duration.ofMillis(1));
        mute.begin();
        assertThat(mute.await(3, LONG)).isNull();
    }

    @Test
    void allKindsOfChannelsAreInTheFigure() throws Exception {
        ObjectMapper json = new ObjectMapper();
        assertThat(MessagesHeard.sum(json.readTree("""
                        {"total_data_channel_messages_received":3,"total_colibri_web_socket_messages_received":4}"""))).isEqualTo(7);
        assertThat(MessagesHeard.sum(json.readTree("{\"total_data_channel_messages_received\":3}")))
                .isEqualTo(3);
        assertThat(MessagesHeard.sum(json.readTree("{}"))).isNull();
    }
}
