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
 * Has each endpoint that has a bridge channel say something so often a second, to the next one, the last one to the
 * first, or to the bridge, each at its own time so that all are spread evenly; counts what is said, and what arrives at
 * endpoints. The thread that drives the run calls the public methods, joining threads {@link #enter}; a thread of its
 * own sends.
 */
public final class MessageSenders implements AutoCloseable {
    private static final double SECOND_NS = 1e9;

    /** Shortest interval at which the thread wakes: several of a thousand endpoints may have their turn then. */
    private static final long TICK_NS = 1_000_000;

    /** After a stall of this length the turns are moved, and nothing is made up for. */
    private static final long STALL_NS = 1_000_000_000;

    private static final long CLOSE_MS = 5_000;

    /** The receiver of what no endpoint gets. */
    private static final String BRIDGE = "bridge";

    private final MessageOptions options;
    private final RepeatedVideoRequest request;
    private final List<Sender> senders = new ArrayList<>();
    private List<Turn> turns = List.of();
    private @Nullable Thread thread;
    private volatile boolean stopped;

    /** An endpoint that can options. */
    private record Sender(EndpointPlan plan, BridgeMessages messages, BridgeChannel channel) {}

    /** Makes the message with a number. */
    @FunctionalInterface
    private interface MessageSource {
        BridgeChannelMessage of(int number);
    }

    /** One endpoint's turn to send to a receiver. */
    private record Turn(Sender from, String to, MessageSource source, MessageFlow flow) {
        static Turn toEndpoint(Sender from, Sender to) {
            String sender = from.plan.id();
            String receiver = to.plan.id();
            MessageSource source = number -> new NumberedMessage(sender, number).to(receiver);
            Turn turn = new Turn(from, receiver, source, new MessageFlow());
            to.messages.listenToOthers(turn::onMessage);
            return turn;
        }

        void take() {
            if (from.channel.say(source.of(flow.nextNumber()))) {
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

    /** {@code request} is what endpoints go on asking for when they send to the bridge. */
    public MessageSenders(MessageOptions options, VideoRequest request) {
        this.options = options;
        this.request = new RepeatedVideoRequest(request);
    }

    /** An endpoint's channel is open. Any thread, until {@link #start}. */
    public synchronized void enter(EndpointPlan plan, BridgeMessages messages, BridgeChannel channel) {
        senders.add(new Sender(plan, messages, channel));
    }

    /** All endpoints are there: from now on they send, if they are to. */
    public synchronized void start() {
        if (options.isNone() || senders.isEmpty()) {
            return;
        }
        senders.sort(Comparator.comparingInt(each -> each.plan.number()));
        List<Turn> all = switch (options.to()) {
            case NEXT -> toNext();
            case BRIDGE -> toBridge();
        };
        if (all.isEmpty()) {
            return;
        }
        turns = all;
        Thread sending = Thread.ofPlatform().name("messages").daemon().unstarted(() -> sendAll(all));
        thread = sending;
        sending.start();
    }

    private List<Turn> toNext() {
        List<Turn> all = new ArrayList<>();
        for (int i = 0; i < senders.size() && senders.size() > 1; i++) {
            all.add(Turn.toEndpoint(senders.get(i), senders.get((i + 1) % senders.size())));
        }
        return List.copyOf(all);
    }

    private List<Turn> toBridge() {
        return senders.stream()
                .map(from -> new Turn(from, BRIDGE, _ -> request.toMessage(), new MessageFlow()))
                .toList();
    }

    private void sendAll(List<Turn> all) {
        double intervalNs = SECOND_NS / options.perSecond() / all.size();
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

    /** Counts the messages that are sent from now on. */
    public void openWindow() {
        turns.forEach(turn -> turn.flow.openWindow());
    }

    /** No message is sent any more when this returns. */
    public void stop() {
        stopped = true;
        Thread sending = thread;
        if (sending != null) {
            LockSupport.unpark(sending);
            try {
                sending.join(CLOSE_MS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns the number of messages sent since {@link #start}, in the window and before. */
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
     * Returns the results, in the order of the senders' numbers; empty if no endpoint could send. What arrives at the
     * bridge is not known here.
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
