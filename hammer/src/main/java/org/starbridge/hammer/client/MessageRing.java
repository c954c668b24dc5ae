package org.starbridge.hammer.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointMessage;
import org.starbridge.hammer.measure.MessageFlow;

/**
 * Has each endpoint that has a bridge channel say something to the next one so often a second, the last one to the first, each at its
 * own time so that all are spread evenly; counts what arrives. The thread that drives the run calls the public methods, joining
 * threads {@link #enter}; a thread of its own talks.
 */
public final class MessageRing implements AutoCloseable {
    private static final double SECOND_NS = 1e9;

    /** How often the thread wakes at most: several of a thousand endpoints may have their turn then. */
    private static final long TICK_NS = 1_000_000;

    /** After a stall of this length the turns are moved, and nothing is made up for. */
    private static final long STALL_NS = 1_000_000_000;

    private static final long CLOSE_MS = 5_000;

    private final double perSecond;
    private final List<Place> places = new ArrayList<>();
    private List<Turn> turns = List.of();
    private @Nullable Thread thread;
    private volatile boolean stopped;

    /** An endpoint that can talk. */
    private record Place(EndpointPlan plan, Told told, BridgeChannel channel) {}

    /** One endpoint's, to talk to the next. */
    private record Turn(Place from, Place to, MessageFlow flow) {
        void take() {
            NumberedMessage message = new NumberedMessage(from.plan.id(), flow.nextNumber());
            if (from.channel.say(message.to(to.plan.id()))) {
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

    /** {@code perSecond} messages of each endpoint; 0 if nobody is to talk. */
    MessageRing(double perSecond) {
        this.perSecond = perSecond;
    }

    /** An endpoint's channel is open. Any thread, until {@link #start}. */
    synchronized void enter(EndpointPlan plan, Told told, BridgeChannel channel) {
        places.add(new Place(plan, told, channel));
    }

    /** Everybody is there: from now on they talk, if they are to. */
    public synchronized void start() {
        if (perSecond == 0 || places.size() < 2) {
            return;
        }
        places.sort(Comparator.comparingInt(place -> place.plan.number()));
        List<Turn> all = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            Turn turn = new Turn(places.get(i), places.get((i + 1) % places.size()), new MessageFlow());
            turn.to.told.listenToOthers(turn::onMessage);
            all.add(turn);
        }
        turns = List.copyOf(all);
        Thread talking = Thread.ofPlatform().name("messages").daemon().unstarted(() -> talk(all));
        thread = talking;
        talking.start();
    }

    private void talk(List<Turn> all) {
        double intervalNs = SECOND_NS / perSecond / all.size();
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
    void openWindow() {
        turns.forEach(turn -> turn.flow.openWindow());
    }

    /** Nobody talks any more when this returns. */
    void stop() {
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

    /** Waits until everything that was said has arrived, {@code limit} at most. */
    public void awaitArrival(Duration limit) throws InterruptedException {
        long endNs = System.nanoTime() + limit.toNanos();
        while (!turns.stream().allMatch(turn -> turn.flow.arrived() == turn.flow.sent()) && System.nanoTime() < endNs) {
            Thread.sleep(20);
        }
    }

    /** What came of it, in the order of the senders' numbers; empty if nobody could talk. */
    public List<MessageCount> counts() {
        return turns.stream()
                .map(turn -> MessageCount.of(turn.from.plan.id(), turn.to.plan.id(), turn.flow))
                .toList();
    }

    @Override
    public void close() {
        stop();
    }
}
