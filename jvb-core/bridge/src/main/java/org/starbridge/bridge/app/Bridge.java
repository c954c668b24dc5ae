package org.starbridge.bridge.app;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.starbridge.bridge.app.media.MediaCrypto;
import org.starbridge.bridge.app.media.MediaStack;
import org.starbridge.bridge.app.monitor.BridgeMonitor;
import org.starbridge.bridge.app.monitor.ControlCounters;
import org.starbridge.bridge.app.rehearsal.CallRehearsal;
import org.starbridge.bridge.app.rehearsal.MoveRehearsal;
import org.starbridge.bridge.app.replay.ConferenceRecorder;
import org.starbridge.bridge.app.warmup.BackgroundWork;
import org.starbridge.bridge.app.warmup.ConferenceWarmup;
import org.starbridge.bridge.capture.Captures;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.doctor.SelfExamination;
import org.starbridge.bridge.export.ExportService;
import org.starbridge.bridge.export.RoomExports;
import org.starbridge.bridge.export.session.ServerIdentity;
import org.starbridge.bridge.hls.HlsService;
import org.starbridge.bridge.observation.ConferenceObserver;
import org.starbridge.bridge.observation.FocusLog;
import org.starbridge.bridge.observation.MachineReading;
import org.starbridge.bridge.recording.RecordingService;
import org.starbridge.bridge.rest.RestSources;
import org.starbridge.bridge.stats.CollectionPauses;
import org.starbridge.bridge.tap.ObservedMediaPlane;
import org.starbridge.bridge.tracing.ColibriRequests;
import org.starbridge.bridge.upgrade.OnwardRequests;
import org.starbridge.bridge.webhook.CallReports;
import org.starbridge.bridge.webhook.Webhooks;
import org.starbridge.bridge.websocket.RelayConnections;
import org.starbridge.bridge.xmpp.SessionNames;
import org.starbridge.control.calllog.CallLog;
import org.starbridge.control.channel.DataChannelTransports;
import org.starbridge.control.conference.Conferences;
import org.starbridge.control.conference.PacketCaptures;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.event.CallEvents;
import org.starbridge.media.api.MappedAddress;
import org.starbridge.media.runner.FaultReporter;
import org.starbridge.media.runner.MediaThread;
import org.starbridge.media.runner.SpeechEventDispatcher;
import org.starbridge.transport.platform.NativeHeap;
import org.starbridge.transport.platform.SoftHeapLimit;
import org.starbridge.transport.platform.ThreadPriorities;

/** A running bridge. {@link #start} is the whole object graph, from the sockets to the rooms of focuses. */
public final class Bridge implements AutoCloseable {
    private final BridgeConfig config;
    private final MediaStack media;
    private final Conferences conferences;
    private final PeriodicTasks tasks;
    private final HttpServers http;
    private final CountDownLatch ended;
    private final Runnable rehearsal;
    private final StartedComponents open;

    private Bridge(
            BridgeConfig config,
            MediaStack media,
            Conferences conferences,
            PeriodicTasks tasks,
            HttpServers http,
            CountDownLatch ended,
            Runnable rehearsal,
            StartedComponents open) {
        this.config = config;
        this.media = media;
        this.conferences = conferences;
        this.tasks = tasks;
        this.http = http;
        this.ended = ended;
        this.rehearsal = rehearsal;
        this.open = open;
    }

    /**
     * Starts a bridge; when it returns, it serves.
     *
     * @throws java.net.BindException when a port is taken; the message names it
     * @throws org.starbridge.bridge.config.reader.ConfigException when a key store does not work
     */
    public static Bridge start(BridgeConfig config) throws IOException {
        return start(config, Preparation.begin());
    }

    /** The same where the preparation has begun. */
    static Bridge start(BridgeConfig config, Preparation preparation) throws IOException {
        return start(config, preparation, UnaryOperator.identity());
    }

    /** The same with a decorator of data channels: a test may take the conference's place. */
    static Bridge start(BridgeConfig config, Preparation preparation, UnaryOperator<DataChannelTransports> decorator)
            throws IOException {
        return start(config, preparation, decorator, false);
    }

    /**
     * Starts a bridge that takes the place of one that runs, with its conferences.
     *
     * @throws IOException if that one can not hand over, with the reason; it goes on then
     */
    static Bridge takeOver(BridgeConfig config, Preparation preparation) throws IOException {
        return start(config, preparation, UnaryOperator.identity(), true);
    }

    private static Bridge start(
            BridgeConfig config,
            Preparation preparation,
            UnaryOperator<DataChannelTransports> decorator,
            boolean takesOver)
            throws IOException {
        StartedComponents open = new StartedComponents();
        try (Upgrade upgrade = takesOver ? Upgrade.takeOver(config) : Upgrade.NONE) {
            return start(config, preparation, decorator, upgrade, open);
        } catch (IOException | RuntimeException | Error e) {
            open.closeAfter(e);
            throw e;
        }
    }

    private static Bridge start(
            BridgeConfig config,
            Preparation preparation,
            UnaryOperator<DataChannelTransports> decorator,
            Upgrade upgrade,
            StartedComponents open)
            throws IOException {
        SecureRandom random = preparation.random();
        CollectionPauses pauses = open.add(CollectionPauses.watch(), CollectionPauses::close);

        Timers timers = open.add(new Timers(), Timers::close); // before the media that uses it, so closed after
        FaultReporter faults = new FaultReporter(System::nanoTime, Thread::startVirtualThread);
        SpeechEventDispatcher speech = new SpeechEventDispatcher(Thread::startVirtualThread);
        MediaCrypto crypto = MediaCrypto.of(config.network().srtp());
        MediaStack media = open.add(
                MediaStack.start(config, crypto, random, faults, speech, upgrade.descriptors()), MediaStack::close);
        HttpServers http = new HttpServers(config, open);
        if (!upgrade.isUnderWay()) {
            http.bindPublic();
        }

        Webhooks webhooks = open.add(
                new Webhooks(
                        config.services().webhooks(),
                        config.operation().identity().relayId().orElse(null),
                        random),
                Webhooks::close);
        CallReports reports = new CallReports(webhooks);
        CallLog calls = open.add(new CallLog(Thread::startVirtualThread, System::nanoTime), CallLog::close);
        PeriodicTasks tasks = open.add(new PeriodicTasks(), PeriodicTasks::close);
        CurrentIdentity identity = preparation.identity();
        ConferenceCounters counters = new ConferenceCounters();
        DataChannelService data = DataChannelService.of(config, media, timers, random, counters);
        LoadReducer loadReducer = new LoadReducer(config);
        RelayConnections relays = open.add(new RelayConnections(timers::later, random), RelayConnections::close);
        ObservedMediaPlane observed = new ObservedMediaPlane(media.workers());
        ExportService exports = open.add(
                new ExportService(
                        config.services().export(),
                        new ServerIdentity(
                                Version.current(),
                                config.operation().identity().region().orElse(null)),
                        webhooks),
                ExportService::close);
        ConferenceConfig conferenceConfig = ConferenceSettings.of(config, http.channelUrls(), http.relayUrls());
        ConferenceEnvironment environment = new ConferenceEnvironment(
                        observed,
                        identity,
                        random,
                        System::nanoTime,
                        timers::later,
                        decorator.apply(data.transports()),
                        loadReducer::lastN)
                .connectingBy(relays)
                .exportingBy(exports);
        CallEvents events = event -> {
            calls.onEvent(event);
            reports.onEvent(event);
        };
        Control control = Control.start(config.operation().shutdown(), conferenceConfig, environment, events, counters);
        Conferences conferences = open.add(control.conferences(), Conferences::expireAll);
        RecordingService recordings = open.add(
                RecordingService.start(config.services().recording(), observed, conferences, webhooks),
                RecordingService::close);
        HlsService hls = open.add(
                HlsService.start(config.services().hls(), WhipService.hlsAccess(config), observed, conferences, random),
                HlsService::close);
        faults.closeThrough(conferences::fail);
        speech.tell(conferences::onSpeech);
        WhipService whip = WhipService.start(config, control, random, tasks, webhooks);
        SelfExamination doctor = open.add(new SelfExamination(config), SelfExamination::close);
        BridgeMonitor monitor = new BridgeMonitor(
                Version.current(), config, media, conferences, control.lifecycle()::shown, faults, pauses, doctor);
        OnwardRequests requests = open.add(
                new OnwardRequests(
                        ColibriRequests.of(control.colibri(), config.operation().tracing(), Version.current())),
                OnwardRequests::close);
        FocusLog focuses = new FocusLog(Clock.systemUTC());
        XmppService xmpp = new XmppService(
                config.services().xmpp(), control, requests, monitor, focuses, random, sessionNames(config, upgrade));
        monitor.stats().meters().show(http.counters());
        monitor.stats().meters().show(xmpp.counters());
        ControlCounters.show(monitor.stats().meters(), data.transports());
        ControlCounters.show(monitor.stats().meters(), data.memory());
        xmpp.show(monitor.stats().meters());
        whip.show(monitor.stats().meters());
        ControlCounters.show(monitor.stats().meters(), hls);
        ControlCounters.show(monitor.stats().meters(), recordings);
        ControlCounters.show(monitor.stats().meters(), exports);
        ControlCounters.show(monitor.stats().meters(), webhooks);
        schedule(tasks, config, control, loadReducer, monitor);
        RoomExports rooms =
                new RoomExports(config.services().export(), conferences::snapshot, control.colibri()::handle);
        if (!rooms.isEmpty()) {
            tasks.every(Duration.ofSeconds(1), "configured exports", rooms::look);
        }
        tasks.every(
                Duration.ofHours(1),
                "certificate",
                () -> identity.renew(Clock.systemUTC().instant()));
        media.publicAddresses().tell(monitor.health()::check);
        tasks.every(Duration.ofSeconds(5), "addresses of this machine", media::refreshAddresses);
        monitor.health().check();

        doctor.begin();
        ControlCounters.show(monitor.stats().meters(), doctor);
        ConferenceObserver observer = new ConferenceObserver();
        tasks.every(
                Duration.ofSeconds(ConferenceObserver.INTERVAL_SECONDS),
                "observation of conferences",
                () -> observer.look(
                        conferences.snapshot(),
                        new MachineReading(
                                media.workers().stats(),
                                media.workerCount(),
                                monitor.health().workerStalls()),
                        System.nanoTime(),
                        System.currentTimeMillis()));
        Captures captures =
                open.add(new Captures(config.operation().capture(), new PacketCaptures(conferences)), Captures::close);
        MoveRehearsal.Parts rehearsal = new MoveRehearsal.Parts(
                conferenceConfig, config.media().downlink(), crypto.provider(), identity, random);
        if (upgrade.isUnderWay()) {
            crypto.warmUp(identity.get());
            open.add(xmpp, XmppService::close);
            xmpp.open();
            xmpp.awaitRooms();
            upgrade.receive(conferences, media, recordings, requests, rehearsal);
            http.bindPublic();
        }
        http.startPublic(conferences, data.memory(), whip.resources(), hls);
        http.startPrivate(
                RestService.sources(
                        control,
                        requests,
                        loadReducer,
                        monitor,
                        xmpp,
                        captures,
                        doctor,
                        new RestSources.Insight(observer, focuses)),
                Stream.of(
                                recordings.routes(),
                                new ConferenceRecorder(
                                                config.operation().blackBox(), media.workers(), Version.current())
                                        .routes(config.servers().rest().debug()))
                        .flatMap(List::stream)
                        .toList());
        Upgrade.offer(
                config,
                media,
                http,
                control,
                rehearsal,
                requests,
                xmpp,
                recordings,
                () -> Upgrade.whyNotMovable(control.lifecycle(), xmpp, whip, hls, captures),
                open);
        // Rehearsals need as much CPU as all before them. A request that comes meanwhile is answered, but later.
        http.answerFirstRequest();
        BackgroundWork rehearsals = open.add(new BackgroundWork(), BackgroundWork::close);
        rehearsals.start("media-warmup", () -> crypto.warmUp(identity.get()));
        rehearsals.start("conference-warmup", () -> ConferenceWarmup.hold(conferenceConfig, environment));
        http.watchCertificates(tasks);
        open.add(xmpp, XmppService::close); // last, so closed first: focuses learn it at once
        open.add(control.lifecycle(), Lifecycle::onClosing); // and what they are shown last says so
        if (!upgrade.isUnderWay()) {
            xmpp.open();
        }
        tasks.every(Duration.ofSeconds(1), "presence", xmpp::checkPresence);
        rehearsals.await();
        BackgroundWork later = open.add(new BackgroundWork(), BackgroundWork::close);
        BooleanSupplier isIdle =
                () -> conferences.count() == 0 && control.ended().getCount() > 0 && !later.isClosing();
        Runnable ofPath =
                () -> later.start(CallRehearsal.THREAD, () -> CallRehearsal.hold(rehearsal, crypto.profiles(), isIdle));
        return new Bridge(config, media, conferences, tasks, http, control.ended(), ofPath, open);
    }

    private static SessionNames sessionNames(BridgeConfig config, Upgrade upgrade) {
        boolean mayBeUpgraded = config.operation().upgrade().socket(1).isPresent();
        return new SessionNames(upgrade.session(), mayBeUpgraded && !upgrade.isUnderWay());
    }

    private static void schedule(
            PeriodicTasks tasks, BridgeConfig config, Control control, LoadReducer loadReducer, BridgeMonitor monitor) {
        Conferences conferences = control.conferences();
        if (config.conferences().connectionStats().enabled()) {
            tasks.every(
                    config.conferences().connectionStats().interval(),
                    "connection statistics",
                    conferences::checkConnections);
        }
        tasks.every(Duration.ofSeconds(1), "watchdog", monitor.health()::checkWorkers);
        tasks.every(
                config.conferences().expiration().checkInterval(),
                "expiry",
                () -> conferences.expireIdle(System.nanoTime()));
        tasks.every(
                config.conferences().connectionStatus().checkInterval(),
                "connectivity",
                () -> conferences.checkConnectivity(System.nanoTime()));
        tasks.every(config.conferences().selection().reviewInterval(), "layer selection", conferences::reviewLayers);
        tasks.every(config.operation().stats().interval(), "statistics", () -> {
            monitor.collect();
            loadReducer.onLoad(monitor.stats().measuredStress(), conferences, System.nanoTime());
        });
        tasks.every(config.operation().health().interval(), "health check", monitor.health()::check);
        tasks.every(Duration.ofSeconds(1), "shutdown", control.lifecycle()::check);
    }

    /**
     * The process is this bridge's alone: from now on all its other threads give way to media, and it takes memory as
     * it has endpoints. Called by an ordinary thread.
     */
    void ownProcess(SoftHeapLimit heap) {
        MemoryUse memory = new MemoryUse(
                conferences::endpointCount,
                heap::leastBytes,
                media.workers()::makeRingsResident,
                System::gc,
                NativeHeap::giveBack);
        tasks.every(Duration.ofSeconds(1), "memory management", memory::check);
        tasks.every(
                Duration.ofSeconds(2),
                "priority of threads",
                new ThreadPriorities(
                        MediaThread.NAME_PREFIX, config.media().workers().othersNiceness()));
    }

    /** Returns where the bridge can be reached, for people. */
    public String describe() {
        return "media on UDP " + media.port() + " ("
                + media.workerCount()
                + (media.workerCount() == 1 ? " worker, " : " workers, ") + media.ioName() + ", " + media.cryptoName()
                + ")"
                + http.describe();
    }

    /** Under which addresses media is known beyond a NAT, as far as known. */
    List<MappedAddress> mappedAddresses() {
        return media.workers().mappedAddresses();
    }

    /** The private server's port; -1 without one. */
    public int privatePort() {
        return http.privatePort();
    }

    /** The public HTTP server's port; -1 without one. */
    public int publicPort() {
        return http.publicPort();
    }

    /** The public UDP port. */
    public int mediaPort() {
        return media.port();
    }

    /** Rehearses the packet path beside whatever else there is to do, until a conference begins. */
    void rehearse() {
        rehearsal.run();
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
