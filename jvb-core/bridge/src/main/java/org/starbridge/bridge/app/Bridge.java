package org.starbridge.bridge.app;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.app.media.MediaStack;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.http.HttpAddress;
import org.starbridge.bridge.http.HttpCounter;
import org.starbridge.bridge.rest.PrivateHttpServer;
import org.starbridge.bridge.stats.CollectionPauses;
import org.starbridge.bridge.websocket.PublicHttpServer;
import org.starbridge.control.calllog.CallLog;
import org.starbridge.control.channel.DataLinks;
import org.starbridge.control.conference.Conferences;
import org.starbridge.media.api.MappedAddress;
import org.starbridge.media.runner.FaultReporter;
import org.starbridge.media.runner.MediaThread;
import org.starbridge.media.runner.SpeechEventDispatcher;
import org.starbridge.transport.counters.SharedCounters;
import org.starbridge.transport.platform.ThreadPriorities;

/** A running bridge. {@link #start} is the whole object graph, from the sockets to the rooms of focuses. */
public final class Bridge implements AutoCloseable {
    private final BridgeConfig config;
    private final MediaStack media;
    private final PeriodicTasks timetable;
    private final @Nullable PublicHttpServer publicHttp;
    private final @Nullable PrivateHttpServer privateHttp;
    private final CountDownLatch ended;
    private final StartedComponents open;

    private Bridge(
            BridgeConfig config,
            MediaStack media,
            PeriodicTasks timetable,
            @Nullable PublicHttpServer publicHttp,
            @Nullable PrivateHttpServer privateHttp,
            CountDownLatch ended,
            StartedComponents open) {
        this.config = config;
        this.media = media;
        this.timetable = timetable;
        this.publicHttp = publicHttp;
        this.privateHttp = privateHttp;
        this.ended = ended;
        this.open = open;
    }

    /**
     * Starts a bridge; when it returns, it serves.
     *
     * @throws java.net.BindException when a port is taken; the message names it
     * @throws org.starbridge.bridge.config.reader.ConfigException when a key store does not work
     */
    public static Bridge start(BridgeConfig config) throws IOException {
        return start(config, UnaryOperator.identity());
    }

    /**
     * The same with something between endpoints and their data channels: a test may speak in the conference's place.
     */
    static Bridge start(BridgeConfig config, UnaryOperator<DataLinks> tap) throws IOException {
        StartedComponents open = new StartedComponents();
        try {
            return start(config, tap, open);
        } catch (IOException | RuntimeException | Error e) {
            open.closeAfter(e);
            throw e;
        }
    }

    private static Bridge start(BridgeConfig config, UnaryOperator<DataLinks> tap, StartedComponents open)
            throws IOException {
        SecureRandom random = new SecureRandom();
        // A key pair is made with cold code: half a second, best spent beside the rest of the start.
        CompletableFuture<CurrentIdentity> identity = CompletableFuture.supplyAsync(
                () -> new CurrentIdentity(random, Clock.systemUTC().instant()));
        CollectionPauses pauses = open.add(CollectionPauses.watch(), CollectionPauses::close);

        Timers timers = open.add(new Timers(), Timers::close); // before the media that uses it, so closed after
        FaultReporter faults = new FaultReporter(System::nanoTime, Thread::startVirtualThread);
        SpeechEventDispatcher speech = new SpeechEventDispatcher(Thread::startVirtualThread);
        MediaStack media = open.add(MediaStack.start(config, random, faults, speech), MediaStack::close);

        SharedCounters<HttpCounter> httpCounters = new SharedCounters<>(HttpCounter.class);
        PublicHttpServer publicHttp =
                bindPublicHttp(config, httpCounters, open); // its port stands in answers to focuses

        CallLog calls = open.add(new CallLog(Thread::startVirtualThread, System::nanoTime), CallLog::close);
        PeriodicTasks timetable = open.add(new PeriodicTasks(), PeriodicTasks::close);
        CurrentIdentity current = identity.join();
        media.warmUp(current.get());
        Control control = Control.start(
                config,
                ConferenceSettings.of(
                        config,
                        publicHttp == null ? List.of() : config.webSockets().baseUrls(publicHttp.port())),
                media,
                timers,
                current,
                random,
                tap,
                calls);
        Conferences conferences = open.add(control.conferences(), Conferences::expireAll);
        faults.closeThrough(conferences::fail);
        speech.tell(conferences::onSpeech);
        if (publicHttp != null) {
            publicHttp.start(
                    ServerSettings.webSocketConfig(config),
                    conferences,
                    control.channelMemory(),
                    WhipService.resources(config, control, random, timetable));
        }

        BridgeMonitor vitals = new BridgeMonitor(config, media, control, faults, pauses);
        XmppService xmpp = new XmppService(config.xmpp(), control, vitals, random);
        vitals.stats().show(httpCounters);
        vitals.stats().show(xmpp.counters());
        ControlCounters.show(vitals.stats(), control.data());
        ControlCounters.show(vitals.stats(), control.channelMemory());
        xmpp.show(vitals.stats());
        schedule(timetable, config, control, vitals);
        media.publicAddresses().tell(vitals::checkHealth);
        vitals.checkHealth();

        PrivateHttpServer privateHttp = startPrivateHttp(config, httpCounters, control, vitals, xmpp, open);
        open.add(xmpp, XmppService::close); // last, so closed first: focuses shall know at once
        open.add(control.lifecycle(), Lifecycle::onClosing); // and what they are shown last says so
        xmpp.open(timetable);
        return new Bridge(config, media, timetable, publicHttp, privateHttp, control.ended(), open);
    }

    private static @Nullable PublicHttpServer bindPublicHttp(
            BridgeConfig config, SharedCounters<HttpCounter> counters, StartedComponents open) throws IOException {
        if (!config.publicHttp().isEnabled()) {
            return null;
        }
        return open.add(
                PublicHttpServer.bind(
                        ServerSettings.publicAddress(config.publicHttp()),
                        ServerSettings.httpLimits(config.http(), config.http().publicMaxConnections()),
                        counters),
                PublicHttpServer::close);
    }

    private static @Nullable PrivateHttpServer startPrivateHttp(
            BridgeConfig config,
            SharedCounters<HttpCounter> counters,
            Control control,
            BridgeMonitor vitals,
            XmppService xmpp,
            StartedComponents open)
            throws IOException {
        if (!config.privateHttp().isEnabled()) {
            return null;
        }
        return open.add(
                PrivateHttpServer.start(
                        ServerSettings.restConfig(config),
                        counters,
                        RestService.sources(config, control, vitals, xmpp)),
                PrivateHttpServer::close);
    }

    private static void schedule(PeriodicTasks timetable, BridgeConfig config, Control control, BridgeMonitor vitals) {
        Conferences conferences = control.conferences();
        if (config.connectionStats().enabled()) {
            timetable.every(config.connectionStats().interval(), "connection statistics", conferences::tellConnections);
        }
        timetable.every(Duration.ofSeconds(1), "watchdog", vitals::checkWorkers);
        timetable.every(config.expiration().checkInterval(), "expiry", () -> conferences.expireIdle(System.nanoTime()));
        timetable.every(
                config.connectionStatus().checkInterval(),
                "connectivity",
                () -> conferences.checkConnectivity(System.nanoTime()));
        timetable.every(config.selection().reviewInterval(), "choice of layers", conferences::reviewLayers);
        timetable.every(
                Duration.ofHours(1),
                "certificate",
                () -> control.identity().renew(Clock.systemUTC().instant()));
        timetable.every(config.stats().interval(), "statistics", () -> {
            vitals.collect();
            if (config.loadReducer().enabled()) {
                control.reduction().onLoad(vitals.stats().stressLevel(), conferences, System.nanoTime());
            }
        });
        timetable.every(config.health().interval(), "health check", vitals::checkHealth);
        timetable.every(Duration.ofSeconds(1), "shutdown", control.lifecycle()::check);
    }

    /**
     * The process is this bridge's alone: from now on all its other threads give way to media. Called by an ordinary
     * thread.
     */
    void ownProcess() {
        timetable.every(
                Duration.ofSeconds(2),
                "priority of threads",
                new ThreadPriorities(MediaThread.NAME_PREFIX, config.media().othersNiceness()));
    }

    /** Where the bridge can be reached, for people. */
    public String describe() {
        return "media on UDP " + media.port() + " ("
                + media.workerCount()
                + (media.workerCount() == 1 ? " worker, " : " workers, ") + media.ioName() + ", " + media.cryptoName()
                + ")"
                + (privateHttp == null
                        ? ""
                        : ", REST on "
                                + HttpAddress.authority(config.privateHttp().host(), privateHttp.port()))
                + (publicHttp == null ? "" : ", bridge channel on port " + publicHttp.port())
                + (publicHttp == null || !config.whip().page() ? "" : ", " + pageUrl(publicHttp.port()));
    }

    private String pageUrl(int port) {
        String scheme = config.publicHttp().tls().isPresent() ? "https" : "http";
        return "page at " + scheme + "://"
                + HttpAddress.authority(config.publicHttp().host().orElse("localhost"), port) + "/";
    }

    /** Under which addresses media is known beyond a NAT, as far as known. */
    List<MappedAddress> mappedAddresses() {
        return media.workers().mappedAddresses();
    }

    /** The private server's port; -1 without one. */
    public int privatePort() {
        return privateHttp == null ? -1 : privateHttp.port();
    }

    /** The public HTTP server's port; -1 without one. */
    public int publicPort() {
        return publicHttp == null ? -1 : publicHttp.port();
    }

    /** The public UDP port. */
    public int mediaPort() {
        return media.port();
    }

    /** Counts down when a shutdown that an operator asked for has come to its end; the bridge is to be closed then. */
    CountDownLatch ended() {
        return ended;
    }

    /**
     * Tells focuses that it shuts down, leaves their rooms, ends all conferences and frees everything; a second call
     * does nothing.
     */
    @Override
    public void close() {
        open.close();
    }
}
