package org.starbridge.bridge.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jivesoftware.smack.SmackException.NotConnectedException;
import org.jivesoftware.smack.packet.Stanza;
import org.jivesoftware.smack.packet.StanzaBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.transport.counters.SharedCounters;

@Timeout(60)
class SendQueueTest {
    private final SharedCounters<XmppCounter> counters = new SharedCounters<>(XmppCounter.class);
    private final List<String> sent = new CopyOnWriteArrayList<>();
    private volatile boolean isConnected = true;
    private final SendQueue queue = new SendQueue(this::send, counters);

    private void send(Stanza stanza) throws NotConnectedException {
        if (!isConnected) {
            throw new NotConnectedException();
        }
        sent.add(stanza.getStanzaId());
    }

    private void offer(int count) {
        for (int i = 0; i < count; i++) {
            queue.offer(StanzaBuilder.buildPresence("s" + i).build());
        }
    }

    @BeforeAll
    static void prepareSmack() {
        SmackSetUp.prepare(); // before anything of Smack is touched
    }

    @AfterEach
    void close() {
        queue.close();
    }

    @Test
    void noMoreGoOutThanTheServerHasToAcknowledgeAndOrderStays() throws Exception {
        offer(SendQueue.MOST_UNACKNOWLEDGED + 10);

        Prosody.await("the first", () -> sent.size() == SendQueue.MOST_UNACKNOWLEDGED);
        queue.flush(50);
        assertThat(sent).hasSize(SendQueue.MOST_UNACKNOWLEDGED);
        for (int i = 0; i < 10; i++) {
            queue.onAcknowledged();
        }
        Prosody.await("the rest", () -> sent.size() == SendQueue.MOST_UNACKNOWLEDGED + 10);
        assertThat(sent).startsWith("s0", "s1").endsWith("s" + (SendQueue.MOST_UNACKNOWLEDGED + 9));
        assertThat(counters.get(XmppCounter.UNSENT)).isZero();
    }

    @Test
    void whatIsTooMuchIsLostAndCounted() {
        offer(SendQueue.MOST_UNACKNOWLEDGED + 1 + SendQueue.MOST_WAITING + 500);

        assertThat(counters.get(XmppCounter.UNSENT)).isBetween(500L, 500L + SendQueue.MOST_UNACKNOWLEDGED + 1);
    }

    @Test
    void anotherSessionBeginsWithoutTheLeftovers() throws Exception {
        offer(SendQueue.MOST_UNACKNOWLEDGED + 10);
        Prosody.await("the first", () -> sent.size() == SendQueue.MOST_UNACKNOWLEDGED);

        queue.beginAnew();
        queue.offer(StanzaBuilder.buildPresence("new").build());

        Prosody.await("the new one", () -> sent.contains("new"));
        assertThat(counters.get(XmppCounter.UNSENT)).isBetween(9L, 10L); // one may have waited for its turn
    }

    @Test
    void aLostConnectionCostsWhatIsSentMeanwhile() throws Exception {
        isConnected = false;
        offer(5);
        Prosody.await("the loss", () -> counters.get(XmppCounter.UNSENT) == 5);

        isConnected = true;
        queue.offer(StanzaBuilder.buildPresence("later").build());

        Prosody.await("the later one", () -> sent.contains("later"));
    }
}
