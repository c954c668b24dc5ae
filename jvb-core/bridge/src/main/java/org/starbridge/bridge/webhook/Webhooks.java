package org.starbridge.bridge.webhook;

import java.net.URI;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.webhook.delivery.DeliveryQueue;
import org.starbridge.bridge.webhook.delivery.Message;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Webhooks as part of the bridge. Any thread, media workers included, reports events and returns at once; a thread of
 * its own sends them.
 */
public final class Webhooks implements Consumer<WebhookEvent>, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);
    private static final long REST_NS = 1_000_000_000;
    private static final long END_NS = 2_000_000_000;

    private final WebhookConfig config;
    private final SharedCounters<WebhookCounter> counters = new SharedCounters<>(WebhookCounter.class);
    private final ConcurrentLinkedQueue<Reported> reported = new ConcurrentLinkedQueue<>();
    private final AtomicInteger reportedCount = new AtomicInteger();
    private final AtomicLong number = new AtomicLong();
    private final String instance;
    private final EventBodies bodies;
    private final InstantSource wallClock = InstantSource.system();
    private final List<Receiver> receivers = new ArrayList<>();
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final @Nullable WebhookRequests requests;
    private final @Nullable Thread thread;
    private volatile int waiting;
    private volatile boolean isClosed;

    /** An event, and when it happened. */
    private record Reported(WebhookEvent event, Instant at) {}

    /**
     * Starts its thread, if there is a receiver.
     *
     * @param bridge the relay id of this bridge; null if it has none
     */
    public Webhooks(WebhookConfig config, @Nullable String bridge, SecureRandom random) {
        this(config, bridge, random, UnaryOperator.identity());
    }

    /** The same with other settings of the HTTP client: a test may trust a certificate of its own. */
    Webhooks(
            WebhookConfig config,
            @Nullable String bridge,
            SecureRandom random,
            UnaryOperator<HttpClient.Builder> clientSettings) {
        this.config = config;
        instance = HexFormat.of().toHexDigits(random.nextLong());
        bodies = new EventBodies(bridge);
        config.urls().forEach(url -> receivers.add(new Receiver(url)));
        if (receivers.isEmpty()) {
            requests = null;
            thread = null;
        } else {
            requests = new WebhookRequests(config, wallClock, executor, clientSettings);
            thread = Thread.ofVirtual().name("webhooks").start(this::run);
        }
    }

    /** Counters of webhooks. */
    public SharedCounters<WebhookCounter> counters() {
        return counters;
    }

    /** Number of events that wait, for all receivers together. */
    public int waiting() {
        return waiting;
    }

    @Override
    public void accept(WebhookEvent event) {
        Thread sender = thread;
        if (sender == null || isClosed) {
            return;
        }
        reported.add(new Reported(event, wallClock.instant()));
        if (reportedCount.incrementAndGet() > config.queueSize() && reported.poll() != null) {
            reportedCount.decrementAndGet();
            counters.increment(WebhookCounter.DROPPED);
        }
        LockSupport.unpark(sender);
    }

    private void run() {
        long endNs = 0;
        boolean isEnding = false;
        while (true) {
            long nowNs = System.nanoTime();
            if (isClosed && !isEnding) {
                isEnding = true;
                endNs = nowNs + END_NS;
            }
            try {
                poll(nowNs);
            } catch (RuntimeException e) {
                LOG.error("internal error in webhooks", e);
            }
            if (isEnding && (waiting == 0 || nowNs - endNs >= 0)) {
                return;
            }
            LockSupport.parkNanos(pauseNs(nowNs));
        }
    }

    private long pauseNs(long nowNs) {
        long pause = REST_NS;
        for (Receiver receiver : receivers) {
            long deadline = receiver.deadlineNs(nowNs);
            if (deadline != Long.MAX_VALUE) {
                pause = Math.min(pause, Math.max(1_000_000, deadline - nowNs));
            }
        }
        return pause;
    }

    private void poll(long nowNs) {
        for (Reported one = reported.poll(); one != null; one = reported.poll()) {
            reportedCount.decrementAndGet();
            String id = instance + "-" + number.incrementAndGet();
            Message message = new Message(id, bodies.body(id, one.event(), one.at()));
            receivers.forEach(receiver -> receiver.add(message));
        }
        int all = 0;
        for (Receiver receiver : receivers) {
            receiver.poll(nowNs);
            all += receiver.size();
        }
        waiting = all;
    }

    /** Sends what waits, for two seconds at most. */
    @Override
    public void close() {
        isClosed = true;
        Thread sender = thread;
        if (sender != null) {
            LockSupport.unpark(sender);
            try {
                sender.join(2 * END_NS / 1_000_000);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        if (requests != null) {
            requests.close();
        }
        executor.shutdownNow();
    }

    /** A URL, and what waits for it. Of the sender's thread; outcomes come from others. */
    private final class Receiver {
        private final URI url;
        private final String shown;
        private final DeliveryQueue queue = new DeliveryQueue(config.queueSize(), config.retry());
        private final ConcurrentLinkedQueue<Attempt> ended = new ConcurrentLinkedQueue<>();
        private boolean isFailing;

        Receiver(URI url) {
            this.url = url;
            shown = url.getScheme() + "://" + url.getAuthority() + url.getPath();
        }

        void add(Message message) {
            if (queue.add(message)) {
                counters.increment(WebhookCounter.DROPPED);
            }
        }

        int size() {
            return queue.size();
        }

        long deadlineNs(long nowNs) {
            return queue.nextDeadlineNs(nowNs);
        }

        void poll(long nowNs) {
            for (Attempt attempt = ended.poll(); attempt != null; attempt = ended.poll()) {
                take(attempt, nowNs);
            }
            Message message = queue.next(nowNs);
            if (message != null && requests != null) {
                var _ = requests.send(url, message).whenComplete((status, failure) -> {
                    ended.add(Attempt.of(status, failure));
                    LockSupport.unpark(thread);
                });
            }
        }

        private void take(Attempt attempt, long nowNs) {
            switch (queue.onOutcome(attempt.outcome(), nowNs)) {
                case DELIVERED -> {
                    counters.increment(WebhookCounter.DELIVERED);
                    if (isFailing) {
                        LOG.info("the webhook receiver {} accepts events again", shown);
                    }
                    isFailing = false;
                }
                case REPEATED -> {
                    counters.increment(WebhookCounter.RETRIES);
                    warn(attempt);
                }
                case GIVEN_UP -> {
                    counters.increment(WebhookCounter.FAILED);
                    warn(attempt);
                }
            }
        }

        /** Once until it works again: a receiver may be down for days. */
        private void warn(Attempt attempt) {
            if (!isFailing) {
                LOG.warn("the webhook receiver {} does not accept events: {}", shown, attempt.sentence());
            }
            isFailing = true;
        }
    }
}
