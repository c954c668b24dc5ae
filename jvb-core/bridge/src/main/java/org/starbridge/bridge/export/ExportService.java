package org.starbridge.bridge.export;

import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.export.mediajson.ServiceEvent;
import org.starbridge.bridge.export.session.ExportCounter;
import org.starbridge.bridge.export.session.ServerIdentity;
import org.starbridge.bridge.export.websocket.ServiceClient;
import org.starbridge.bridge.webhook.WebhookEvent;
import org.starbridge.control.export.ExportGroup;
import org.starbridge.control.export.ExportLimits;
import org.starbridge.control.export.ExportedConference;
import org.starbridge.control.export.MediaExporter;
import org.starbridge.transport.counters.SharedCounters;

/** Media exports as part of the bridge. Any thread; the work is done by one of its own. */
public final class ExportService implements MediaExporter, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExportService.class);

    /** A packet waits so long at most; less costs more turns. */
    private static final long TURN_NS = 2_000_000;

    private static final long REST_NS = 1_000_000_000;
    private static final long END_NS = 2_000_000_000;

    private final ExportConfig config;
    private final ExportEnvironment environment;
    private final SharedCounters<ExportCounter> counters = new SharedCounters<>(ExportCounter.class);
    private final Set<ConferenceExport> active = ConcurrentHashMap.newKeySet();
    private final ExecutorService handshakes = Executors.newVirtualThreadPerTaskExecutor();
    private final @Nullable SSLContext trust;
    private @Nullable ServiceClient client;
    private volatile boolean isClosed;
    /** Made with the first export: most bridges have none. */
    private volatile @Nullable Thread thread;

    /**
     * One that waits for requests.
     *
     * @param webhooks gets begins, failures and ends of exports
     */
    public ExportService(ExportConfig config, ServerIdentity identity, Consumer<WebhookEvent> webhooks) {
        this(config, identity, webhooks, null);
    }

    /** The same with trust in certificates of a test's own. */
    ExportService(
            ExportConfig config, ServerIdentity identity, Consumer<WebhookEvent> webhooks, @Nullable SSLContext trust) {
        this.config = config;
        this.trust = trust;
        environment = new ExportEnvironment(
                config,
                identity,
                counters,
                this::client,
                handshakes,
                new ServiceEvent.Reader(config.maxFrameBytes()),
                System::nanoTime,
                this::wake,
                new AtomicLong(),
                webhooks);
    }

    /** Counters of all exports. */
    public SharedCounters<ExportCounter> counters() {
        return counters;
    }

    /** Number of exports. */
    public int count() {
        return active.stream().mapToInt(ConferenceExport::count).sum();
    }

    private synchronized ServiceClient client() {
        ServiceClient known = client;
        if (known == null) {
            known = new ServiceClient(config.handshakeTimeout(), trust);
            client = known;
        }
        return known;
    }

    @Override
    public boolean isAvailable() {
        return config.enabled();
    }

    @Override
    public @Nullable String objection(URI url) {
        String host = url.getHost() == null ? "" : url.getHost();
        return config.hosts().mayAllow(host) ? null : "its host is not among starbridge.export.allowed-hosts";
    }

    @Override
    public ExportLimits limits() {
        ExportLimits usual = ExportLimits.DEFAULT;
        return new ExportLimits(
                config.maxPerConference(), usual.names(), usual.headers(), usual.headerChars(), usual.urlChars());
    }

    @Override
    public ExportGroup open(ExportedConference conference) {
        return config.enabled() && !isClosed ? new ConferenceExport(conference, environment) : ExportGroup.NONE;
    }

    private void wake(ConferenceExport export) {
        active.add(export);
        Thread known = thread;
        if (known == null) {
            startThread();
        } else {
            LockSupport.unpark(known);
        }
    }

    private synchronized void startThread() {
        if (thread == null && !isClosed) {
            thread = Thread.ofPlatform().daemon().name("export").start(this::run);
        }
    }

    private void run() {
        while (!isClosed || !active.isEmpty()) {
            poll(System.nanoTime());
            LockSupport.parkNanos(active.isEmpty() ? REST_NS : TURN_NS);
        }
    }

    private void poll(long nowNs) {
        List<ConferenceExport> seen = List.copyOf(active);
        for (ConferenceExport export : seen) {
            try {
                export.poll(nowNs);
            } catch (RuntimeException e) {
                LOG.error("internal error in media exports", e);
            }
        }
        if (active.removeIf(ConferenceExport::isIdle)) {
            seen.stream().filter(export -> !export.isIdle()).forEach(active::add); // used again meanwhile
        }
    }

    /** Ends all exports, in order as far as services take it within a second. */
    @Override
    public void close() {
        isClosed = true;
        active.forEach(ConferenceExport::stopAll);
        Thread known = thread;
        if (known != null) {
            LockSupport.unpark(known);
            try {
                known.join(END_NS / 1_000_000);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            active.clear();
        }
        synchronized (this) {
            if (client != null) {
                client.close();
            }
        }
        handshakes.shutdownNow();
    }
}
