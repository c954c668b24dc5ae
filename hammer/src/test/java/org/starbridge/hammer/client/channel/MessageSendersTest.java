package org.starbridge.hammer.client.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.colibri.channel.BridgeChannelJson;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverVideoConstraints;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.MessageOptions;
import org.starbridge.hammer.client.plan.VideoRequest;
import org.starbridge.hammer.client.result.MessageCount;

/** A ring of endpoints whose channels lead straight to each other; its thread is real. */
@Timeout(60)
class MessageSendersTest {
    private final Map<String, BridgeMessages> told = new HashMap<>();
    private final MessageSenders ring =
            new MessageSenders(new MessageOptions(100, MessageOptions.To.NEXT), VideoRequest.EVERYTHING);

    /** The sixth message of a sender gets lost if {@code loses}. */
    private void enter(int number, boolean loses) {
        EndpointPlan plan = new EndpointPlan(number, "0000000" + number, null, List.of(), number);
        BridgeMessages own = new BridgeMessages();
        told.put(plan.id(), own);
        ring.enter(plan, own, message -> {
            EndpointMessage said = (EndpointMessage) message;
            boolean isSixth = said.fields().at("/msgPayload/number").asInt() == 5;
            BridgeMessages receiver = told.get(said.to());
            if (receiver != null && !(loses && isSixth)) {
                receiver.onMessage(said.withFrom(plan.id()));
            }
            return number != 3; // whose channel is closed
        });
    }

    private void awaitSent(long messages) throws InterruptedException {
        while (ring.counts().get(0).sent() < messages) {
            Thread.sleep(5); // the time limit of the test ends it
        }
    }

    @Test
    void eachTalksToTheNextAndWhatIsLostIsMissed() throws Exception {
        enter(2, false);
        enter(0, false);
        enter(1, true);
        ring.start();
        awaitSent(10);
        ring.stop();
        ring.awaitArrival(Duration.ofMillis(1));
        List<MessageCount> counts = ring.counts();
        assertThat(counts)
                .extracting(
                        count -> count.sender() + " to " + count.receiver() + ": " + (count.sent() - count.arrived()))
                .containsExactly("00000000 to 00000001: 0", "00000001 to 00000002: 1", "00000002 to 00000000: 0");
        assertThat(counts.get(0).sent() - counts.get(2).sent()).as("in turn").isBetween(0L, 1L);
        assertThat(counts)
                .allMatch(count -> count.duplicates() + count.outOfOrder() + count.wrong() + count.refused() == 0);
    }

    @Test
    void onlyTheWindowCounts() throws Exception {
        enter(0, true);
        enter(1, true);
        ring.start();
        awaitSent(10);
        ring.openWindow();
        awaitSent(3);
        ring.stop();
        assertThat(ring.counts())
                .as("what was lost before does not count")
                .allMatch(count -> count.arrived() == count.sent());
    }

    @Test
    void aClosedChannelIsNoticed() throws Exception {
        enter(0, false);
        enter(3, false);
        ring.start();
        awaitSent(3);
        ring.stop();
        assertThat(ring.counts().get(1).sent()).isZero();
        assertThat(ring.counts().get(1).refused()).isPositive();
    }

    @Test
    void whoTalksToTheBridgeGoesOnWishingForTheSame() throws Exception {
        MessageSenders talkers =
                new MessageSenders(new MessageOptions(100, MessageOptions.To.BRIDGE), new VideoRequest(5, 360));
        List<BridgeChannelMessage> said = new CopyOnWriteArrayList<>();
        talkers.enter(new EndpointPlan(0, "00000000", null, List.of(), 0), new BridgeMessages(), said::add);
        talkers.start();
        while (said.size() < 3) {
            Thread.sleep(5); // the time limit of the test ends it
        }
        talkers.openWindow();
        while (said.size() < 6) {
            Thread.sleep(5); // the same
        }
        talkers.stop();
        assertThat(said).containsOnly(said.getFirst()).allSatisfy(message -> {
            ReceiverVideoConstraints wish = (ReceiverVideoConstraints) message;
            assertThat(wish.lastN()).isEqualTo(5);
            assertThat(wish.defaultConstraints())
                    .isEqualTo(new VideoRequest(5, 360).toMessage().defaultConstraints());
            assertThat(BridgeChannelJson.write(wish)).hasSizeBetween(280, 320);
        });
        assertThat(talkers.said()).as("before the window, too").isEqualTo(said.size());
        MessageCount count = talkers.counts().getFirst();
        assertThat(count.receiver()).isEqualTo("bridge");
        assertThat(count.sent()).isBetween(1L, said.size() - 3L);
    }

    @Test
    void nobodyTalksAlone() {
        enter(0, false);
        ring.start();
        ring.close();
        assertThat(ring.counts()).isEmpty();
    }
}
