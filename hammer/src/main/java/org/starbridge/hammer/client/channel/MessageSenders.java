package org.starbridge.hammer.client.channel;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointMessage;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.MessageOptions;
import org.starbridge.hammer.client.plan.VideoRequest;
import org.starbridge.hammer.client.result.MessageCount;
import org.starbridge.hammer.measure.MessageFlow;

/**
 * Has each endpoint that has a bridge channel say something so often a second, to the next one, the last one to the first, or to the
 * bridge, each at its own time so that all are spread evenly; counts what is said, and what arrives at endpoints. The thread that
 * drives the run calls the public methods, joining threads {@link #enter}; a thread of its own talks.
 */
public final class MessageSenders implements AutoCloseable {
    private static final double SECOND_NS = 1e9;

    /** How often the thread wakes at most: several of a thousand endpoints may have their turn then. */
    private static final long TICK_NS = 1_000_000;

    /** After a stall of this length the turns are moved, and nothing is made up for. */
    private static final long STALL_NS = 1_000_000_000;

    private static final long CLOSE_MS = 5_000;

    /** Who gets what no endpoint gets. */
    private static final String BRIDGE = "bridge";

    private final MessageOptions talk;
    private final RepeatedVideoRequest wish;
    private final List<Place> places = new ArrayList<>();
    private List<Turn> turns = List.of();
    private @Nullable Thread thread;
    private volatile boolean stopped;

    /** An endpoint that can talk. */
    private record Place(EndpointPlan plan, BridgeMessages told, BridgeChannel channel) {}

    /** What an endpoint says next. */
    @FunctionalInterface
    private interface Words {
        BridgeChannelMessage of(int number);
    }

    /** One endpoint's, to say something to somebody. */
    private record Turn(Place from, String to, Words words, MessageFlow flow) {
        static Turn toEndpoint(Place from, Place to) {
            String sender = from.plan.id();
            String receiver = to.plan.id();
            Words words = number -> new NumberedMessage(sender, number).to(receiver);
            Turn turn = new Turn(from, receiver, words, new MessageFlow());
            to.told.listenToOthers(turn::onMessage);
            return turn;
        }

        void take() {
            if (from.channel.say(words.of(flow.nextNumber()))) {
                flow.onSaid();
            } else {
                flow.onRefused();
            }
        }

        void onMessage(EndpointMessage message) {
            if (NumberedMessage.isOurs(message)) {
                int number = NumberedMessage.numberOf(message, from.plan.id());
                if (number < 0) {
                    flow.onWrong();
                } else {
                    flow.onArrived(number);
                }
            }
        }
    }

    /** {@code wish} is what who talks to the bridge goes on asking for. */
    public MessageSenders(MessageOptions talk, VideoRequest wish) {
        this.talk = talk;
        this.wish = new RepeatedVideoRequest(wish);
    }

    /** An endpoint's channel is open. Any thread, until {@link #start}. */
    public synchronized void enter(EndpointPlan plan, BridgeMessages told, BridgeChannel channel) {
        places.add(new Place(plan, told, channel));
    }

    /** Everybody is there: from now on they talk, if they are to. */
    public synchronized void start() {
        if (talk.isNone() || places.isEmpty()) {
            return;
        }
        places.sort(Comparator.comparingInt(place -> place.plan.number()));
        List<Turn> all = switch (talk.to()) {
            case NEXT -> toNext();
            case BRIDGE -> toBridge();
        };
        if (all.isEmpty()) {
            return;
        }
        turns = all;
        Thread talking = Thread.ofPlatform().name("messages").daemon().unstarted(() -> talk(all));
        thread = talking;
        talking.start();
    }

    private List<Turn> toNext() {
        List<Turn> all = new ArrayList<>();
        for (int i = 0; i < places.size() && places.size() > 1; i++) {
            all.add(Turn.toEndpoint(places.get(i), places.get((i + 1) % places.size())));
        }
        return List.copyOf(all);
    }

    private List<Turn> toBridge() {
        return places.stream()
                .map(from -> new Turn(from, BRIDGE, _ -> wish.toMessage(), new MessageFlow()))
                .toList();
    }

    private void talk(List<Turn> all) {
        double intervalNs = SECOND_NS / talk.perSecond() / all.size();
        long beginNs = System.nanoTime();
        long said = 0;
        while (!stopped) {
            long leftNs = beginNs + (long) (said * intervalNs) - System.nanoTime();
            if (leftNs > 0) {
                LockSupport.parkNanos(Math.max(leftNs, TICK_NS));
            } else {
                if (leftNs < -STALL_NS) {
                    beginNs -= leftNs;
                }
                all.get((int) (said % all.size())).take();
                said++;
            }
        }
    }

    /** What is said from now on counts. */
    public void openWindow() {
        turns.forEach(turn -> turn.flow.openWindow());
    }

    /** Nobody talks any more when this returns. */
    public void stop() {
        stopped = true;
        Thread talking = thread;
        if (talking != null) {
            LockSupport.unpark(talking);
            try {
                talking.join(CLOSE_MS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** How many messages were said since {@link #start}, in the window and before. */
    public long said() {
        return turns.stream().mapToLong(turn -> turn.flow.nextNumber()).sum();
    }

    /** Waits until everything that was said to endpoints in the window has arrived, {@code limit} at most. */
    public void awaitArrival(Duration limit) throws InterruptedException {
        long endNs = System.nanoTime() + limit.toNanos();
        while (!turns.stream().allMatch(turn -> turn.flow.arrived() == turn.flow.sent()) && System.nanoTime() < endNs) {
            Thread.sleep(20);
        }
    }

    /**
     * What came of it, in the order of the senders' numbers; empty if nobody could talk. What arrives at the bridge is not known
     * here.
     */
    public List<MessageCount> counts() {
        return turns.stream()
                .map(turn -> MessageCount.of(turn.from.plan.id(), turn.to, turn.flow))
                .toList();
    }

    @Override
    public void close() {
        stop();
    }
}
