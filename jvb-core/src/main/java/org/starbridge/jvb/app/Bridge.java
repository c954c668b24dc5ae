package org.starbridge.jvb.app;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.jvb.conference.Colibri2Handler;
import org.starbridge.jvb.conference.ConferenceCounters;
import org.starbridge.jvb.conference.ConferenceEnvironment;
import org.starbridge.jvb.conference.Conferences;
import org.starbridge.jvb.conference.DataLinks;
import org.starbridge.jvb.config.BridgeConfig;
import org.starbridge.jvb.datachannel.SctpLinks;
import org.starbridge.jvb.health.HealthCheck;
import org.starbridge.jvb.health.HealthChecker;
import org.starbridge.jvb.health.HealthChecks;
import org.starbridge.jvb.health.HealthResult;
import org.starbridge.jvb.media.MappedAddress;
import org.starbridge.jvb.nat.StunMapping;
import org.starbridge.jvb.rest.HealthStatus;
import org.starbridge.jvb.rest.HttpCounters;
import org.starbridge.jvb.rest.MetricsScrape;
import org.starbridge.jvb.rest.MucClientControl;
import org.starbridge.jvb.rest.PrivateHttpServer;
import org.starbridge.jvb.rest.RestSources;
import org.starbridge.jvb.rest.VersionInfo;
import org.starbridge.jvb.runner.FaultDesk;
import org.starbridge.jvb.runner.MediaThread;
import org.starbridge.jvb.runner.SpeechDesk;
import org.starbridge.jvb.runner.StepBack;
import org.starbridge.jvb.runner.Watchdog;
import org.starbridge.jvb.stats.BridgeFacts;
import org.starbridge.jvb.stats.BridgeState;
import org.starbridge.jvb.stats.CollectionPauses;
import org.starbridge.jvb.stats.JvmFigures;
import org.starbridge.jvb.stats.MetricsPage;
import org.starbridge.jvb.stats.StatsCollector;
import org.starbridge.jvb.stats.StatsSources;
import org.starbridge.jvb.websocket.PublicHttpServer;
import org.starbridge.jvb.xmpp.BreweryStats;
import org.starbridge.jvb.xmpp.BridgeIqs;
import org.starbridge.jvb.xmpp.MucClients;
import org.starbridge.jvb.xmpp.PresencePace.Placement;
import org.starbridge.jvb.xmpp.ProgramVersion;
import org.starbridge.jvb.xmpp.XmppCounters;

/** A running bridge. {@link #start} is the whole object graph. */
public final class Bridge implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Bridge.class);

    private final MediaStack media;
    private final Conferences conferences;
    private final @Nullable PublicHttpServer publicHttp;
    private final @Nullable PrivateHttpServer privateHttp;
    private final ScheduledExecutorService timer;
    private final CollectionPauses pauses;
    private final MucClients xmpp;
    private final CountDownLatch ended;
    private final BridgeConfig config;
    private boolean closed;

    private Bridge(
            BridgeConfig config,
            MediaStack media,
            Conferences conferences,
            @Nullable PublicHttpServer publicHttp,
            @Nullable PrivateHttpServer privateHttp,
            ScheduledExecutorService timer,
            CollectionPauses pauses,
            MucClients xmpp,
            CountDownLatch ended) {
        this.config = config;
        this.xmpp = xmpp;
        this.ended = ended;
        this.pauses = pauses;
        this.media = media;
        this.conferences = conferences;
        this.publicHttp = publicHttp;
        this.privateHttp = privateHttp;
        this.timer = timer;
    }

    /**
     * Starts a bridge; when it returns, it serves.
     *
     * @throws java.net.BindException when a port is taken; the message names it
     * @throws org.starbridge.jvb.config.ConfigException when a key store does not work
     */
    public static Bridge start(BridgeConfig config) throws IOException {
        return start(config, UnaryOperator.identity());
    }

    /** The same with something between endpoints and their data channels: a test may speak in the conference's place. */
    static Bridge start(BridgeConfig config, UnaryOperator<DataLinks> tap) throws IOException {
        SecureRandom random = new SecureRandom();
        // A key pair is made with cold code: half a second, best spent beside the rest of the start.
        CompletableFuture<CurrentIdentity> firstIdentity = CompletableFuture.supplyAsync(
                () -> new CurrentIdentity(random, Clock.systemUTC().instant()));
        // Two: the watchdog must look also while another task waits for something.
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
                2, Thread.ofPlatform().daemon().name("timer").factory());
        timer.setRemoveOnCancelPolicy(true); // SCTP takes most of its timers back
        CollectionPauses pauses = CollectionPauses.watch();
        HttpCounters httpCounters = new HttpCounters();
        MediaStack started = null;
        MucClients startedXmpp = null;
        PublicHttpServer publicHttp = null;
        PrivateHttpServer privateHttp = null;
        try {
            publicHttp = config.publicHttp().isEnabled()
                    ? PublicHttpServer.bind(
                            PartConfigs.publicAddress(config.publicHttp()),
                            PartConfigs.httpLimits(config.http(), config.http().publicMaxConnections()),
                            httpCounters)
                    : null;
            ConferenceCounters counters = new ConferenceCounters();
            FaultDesk faults = new FaultDesk(System::nanoTime, Thread::startVirtualThread);
            SpeechDesk speech = new SpeechDesk(Thread::startVirtualThread);
            MediaStack media = MediaStack.start(config, random, faults, speech);
            started = media;
            SctpLinks data = sctpLinks(config, random, media::runShortTask, timer, counters.channelMessagesDelayed);
            CurrentIdentity identity = firstIdentity.join();
            LoadReducer reduction = new LoadReducer(PartConfigs.loadReduction(config));
            Conferences conferences = new Conferences(
                    PartConfigs.conferenceConfig(config, publicHttp),
                    new ConferenceEnvironment(
                            media.workers(),
                            identity,
                            random,
                            System::nanoTime,
                            (delay, task) -> later(timer, delay, task),
                            tap.apply(data),
                            reduction::lastN),
                    counters);
            CountDownLatch ended = new CountDownLatch(1);
            Lifecycle lifecycle = new Lifecycle(
                    config.shutdown(),
                    System::nanoTime,
                    conferences::endpointCount,
                    conferences::refuseNew,
                    ended::countDown);
            faults.closeThrough(conferences::fail);
            speech.tell(conferences::onSpeech);
            if (publicHttp != null) {
                publicHttp.start(PartConfigs.webSocketConfig(config), conferences);
            }

            Watchdog watchdog =
                    new Watchdog(media.threads(), config.health().workerHeartbeatLimit(), System.nanoTime());
            HealthChecker health =
                    new HealthChecker(config.health(), healthChecks(config, media, watchdog), System.nanoTime());
            StatsCollector stats =
                    statsCollector(config, media, conferences, health, faults, watchdog, pauses, lifecycle);
            Colibri2Handler colibri = new Colibri2Handler(conferences);
            XmppCounters xmppCounters = new XmppCounters();
            Supplier<XmlElement> presence =
                    () -> BreweryStats.of(stats.json(), config.xmpp().whitelist());
            MucClients xmpp = new MucClients(
                    new BridgeIqs(
                            colibri,
                            conferences.counters(),
                            () -> health.result(System.nanoTime()).sentence(),
                            Thread::startVirtualThread,
                            xmppCounters),
                    new ProgramVersion("JVB", Version.current(), System.getProperty("os.name")),
                    presence,
                    random);
            startedXmpp = xmpp;
            ControlCounters.show(stats, conferences.counters(), httpCounters, xmppCounters);
            ControlCounters.show(stats, data);
            showXmpp(stats, xmpp);
            if (config.connectionStats().enabled()) {
                everyOnTimer(
                        timer,
                        config.connectionStats().interval(),
                        "connection statistics",
                        conferences::tellConnections);
            }
            everyOnTimer(timer, Duration.ofSeconds(1), "watchdog", () -> {
                if (watchdog.check(System.nanoTime())) {
                    health.run(System::nanoTime);
                }
            });
            everyOnTimer(
                    timer,
                    config.expiration().checkInterval(),
                    "expiry",
                    () -> conferences.expireIdle(System.nanoTime()));
            everyOnTimer(
                    timer,
                    config.connectionStatus().checkInterval(),
                    "connectivity",
                    () -> conferences.checkConnectivity(System.nanoTime()));
            everyOnTimer(timer, config.selection().reviewInterval(), "choice of layers", conferences::reviewLayers);
            everyOnTimer(
                    timer,
                    Duration.ofHours(1),
                    "certificate",
                    () -> identity.renew(Clock.systemUTC().instant()));
            everyOnTimer(timer, config.stats().interval(), "statistics", () -> {
                stats.collect(System.nanoTime());
                if (config.loadReducer().enabled()) {
                    reduction.onLoad(stats.stressLevel(), conferences, System.nanoTime());
                }
            });
            everyOnTimer(timer, config.health().interval(), "health check", () -> health.run(System::nanoTime));
            media.publicAddresses().tell(() -> health.run(System::nanoTime));
            health.run(System::nanoTime);
            Brewery brewery = new Brewery(
                    config.xmpp(), xmpp, () -> placement(state(health, lifecycle), stats.stressLevel()), presence);
            everyOnTimer(timer, Duration.ofSeconds(1), "presence", brewery::check);
            everyOnTimer(timer, Duration.ofSeconds(1), "shutdown", lifecycle::check);

            if (config.privateHttp().isEnabled()) {
                privateHttp = PrivateHttpServer.start(
                        PartConfigs.restConfig(config),
                        httpCounters,
                        new RestSources(
                                colibri,
                                conferences,
                                () -> status(health.result(System.nanoTime())),
                                new VersionInfo("JVB", Version.current(), System.getProperty("os.name")),
                                stats::json,
                                accept -> render(stats.metrics(accept)),
                                () -> DebugState.of(
                                        System.currentTimeMillis(),
                                        stats.stressLevel(),
                                        config.loadReducer().enabled(),
                                        reduction.lastN(),
                                        health.result(System.nanoTime()),
                                        lifecycle),
                                mucControl(xmpp),
                                lifecycle));
            }
            return new Bridge(config, media, conferences, publicHttp, privateHttp, timer, pauses, xmpp, ended);
        } catch (IOException | RuntimeException e) {
            timer.shutdownNow();
            pauses.close();
            if (startedXmpp != null) {
                startedXmpp.close();
            }
            if (publicHttp != null) {
                publicHttp.close();
            }
            if (started != null) {
                started.close();
            }
            throw e;
        }
    }

    /** The process is this bridge's alone: from now on all its other threads give way to media. Called by an ordinary thread. */
    void ownProcess() {
        everyOnTimer(
                timer,
                Duration.ofSeconds(2),
                "priority of threads",
                new StepBack(config.media().othersNiceness()));
    }

    private static void showXmpp(StatsCollector stats, MucClients xmpp) {
        stats.gauge("muc_clients_configured", "Connections to XMPP servers that there shall be.", xmpp::configured);
        stats.gauge("muc_clients_connected", "Connections to XMPP servers that there are.", xmpp::connected);
        stats.gauge("mucs_configured", "XMPP rooms to be in.", xmpp::mucsConfigured);
        stats.gauge("mucs_joined", "XMPP rooms that the bridge is in.", xmpp::mucsJoined);
    }

    private static BridgeState state(HealthChecker health, Lifecycle lifecycle) {
        return new BridgeState(
                health.result(System.nanoTime()).isHealthy(),
                lifecycle.isDraining(),
                lifecycle.state() != Lifecycle.State.RUNNING,
                lifecycle.state() == Lifecycle.State.SHUTTING_DOWN);
    }

    private static Placement placement(BridgeState state, double stress) {
        return new Placement(state.healthy(), state.drain(), state.gracefulShutdown(), state.shuttingDown(), stress);
    }

    private static MucClientControl mucControl(MucClients xmpp) {
        return new MucClientControl() {
            @Override
            public void add(String id, Map<String, String> properties) {
                xmpp.add(id, properties);
            }

            @Override
            public boolean remove(String id) {
                return xmpp.remove(id);
            }

            @Override
            public List<String> ids() {
                return xmpp.ids();
            }
        };
    }

    private static SctpLinks sctpLinks(
            BridgeConfig config,
            SecureRandom random,
            Executor shortTasks,
            ScheduledExecutorService timer,
            LongAdder delayed) {
        return new SctpLinks(
                new SctpLinks.Settings(
                        config.sctp().enabled(),
                        config.sctp().maxChannels(),
                        config.channel().maxMessageBytes(),
                        config.channel().messagesPerSecond(),
                        config.channel().maxPendingMessages(),
                        config.channel().maxPendingBytes()),
                new SctpLinks.Surroundings(
                        System::nanoTime,
                        random,
                        shortTasks,
                        Thread::startVirtualThread,
                        (delayNs, task) -> {
                            Future<?> future = timer.schedule(task, delayNs, TimeUnit.NANOSECONDS);
                            return () -> future.cancel(false);
                        },
                        LockSupport::parkNanos,
                        delayed));
    }

    private static List<HealthCheck> healthChecks(BridgeConfig config, MediaStack media, Watchdog watchdog) {
        List<HealthCheck> checks = new java.util.ArrayList<>();
        checks.add(HealthChecks.socketsBound(() -> media.workers().localAddresses()));
        if (config.health().requireValidAddress()) {
            checks.add(HealthChecks.validAddress(
                    () -> Stream.concat(
                                    media.workers().localAddresses().stream(),
                                    media.workers().mappedAddresses().stream().map(MappedAddress::mapped))
                            .map(InetSocketAddress::getAddress)
                            .toList(),
                    media.publicAddresses()::isAsking));
        }
        if (config.health().requireStun()) {
            checks.add(HealthChecks.stunAnswered(
                    () -> media.publicAddresses().complaint(StunMapping.NAME),
                    () -> media.publicAddresses().isAsking(StunMapping.NAME)));
        }
        checks.add(HealthChecks.workersAlive(nowNs -> {
            watchdog.check(nowNs);
            return watchdog.complaint();
        }));
        checks.add(HealthChecks.fileDescriptorsLeft(JvmFigures::openFileDescriptors, JvmFigures::maxFileDescriptors));
        return checks;
    }

    private static StatsCollector statsCollector(
            BridgeConfig config,
            MediaStack media,
            Conferences conferences,
            HealthChecker health,
            FaultDesk faults,
            Watchdog watchdog,
            CollectionPauses pauses,
            Lifecycle lifecycle) {
        long[] mediaThreads =
                media.threads().stream().mapToLong(MediaThread::threadId).toArray();
        return new StatsCollector(
                new BridgeFacts(
                        Version.current(),
                        config.identity().region(),
                        config.identity().release(),
                        media.ioName(),
                        media.whyNoRuns(),
                        media.cryptoName(),
                        media.receiveBufferBytes(),
                        media.sendBufferBytes()),
                config.stats(),
                config.load(),
                new StatsSources(
                        media.workers()::stats,
                        () -> Figures.of(conferences, media, faults, watchdog),
                        () -> state(health, lifecycle),
                        () -> JvmFigures.ofThisProcess(pauses, mediaThreads),
                        StatsSources.systemCpuUsage(),
                        Clock.systemUTC()));
    }

    private static HealthStatus status(HealthResult result) {
        return switch (result.status().httpStatus()) {
            case 200 -> HealthStatus.HEALTHY;
            case 503 -> new HealthStatus(HealthStatus.Verdict.SOFT_FAILURE, result.sentence());
            default -> new HealthStatus(HealthStatus.Verdict.HARD_FAILURE, result.sentence());
        };
    }

    private static MetricsScrape.Rendered render(MetricsPage page) {
        return new MetricsScrape.Rendered(page.contentType(), page.body());
    }

    private static void everyOnTimer(ScheduledExecutorService timer, Duration interval, String what, Runnable task) {
        var _ = timer.scheduleAtFixedRate(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        LOG.error("the {} failed; it goes on at its next turn", what, e);
                    }
                },
                interval.toMillis(),
                interval.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private static void later(ScheduledExecutorService timer, Duration delay, Runnable task) {
        var _ = timer.schedule(() -> Thread.startVirtualThread(task), delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Where the bridge can be reached, for people. */
    public String describe() {
        return "media on UDP " + media.port() + " ("
                + media.workerCount()
                + (media.workerCount() == 1 ? " worker, " : " workers, ") + media.ioName() + ", " + media.cryptoName()
                + ")"
                + (privateHttp == null
                        ? ""
                        : ", REST on " + config.privateHttp().host() + ":" + privateHttp.port())
                + (publicHttp == null ? "" : ", bridge channel on port " + publicHttp.port());
    }

    /** Under which addresses media is known beyond a NAT, as far as known. */
    List<MappedAddress> mappedAddresses() {
        return media.workers().mappedAddresses();
    }

    /** The private server's port; -1 without one. */
    public int privatePort() {
        return privateHttp == null ? -1 : privateHttp.port();
    }

    /** The public UDP port. */
    public int mediaPort() {
        return media.port();
    }

    /** Counts down when a shutdown that an operator asked for has come to its end; the bridge is to be closed then. */
    CountDownLatch ended() {
        return ended;
    }

    /** Ends all conferences and frees everything; a second call does nothing. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        xmpp.close(); // first: focuses shall know at once
        if (privateHttp != null) {
            privateHttp.close();
        }
        timer.shutdownNow();
        pauses.close();
        conferences.expireAll();
        if (publicHttp != null) {
            publicHttp.close();
        }
        media.close();
    }
}
