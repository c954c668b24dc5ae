package org.starbridge.bridge.app;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.app.monitor.BridgeMonitor;
import org.starbridge.bridge.observation.FocusLog;
import org.starbridge.bridge.rest.MucClientControl;
import org.starbridge.bridge.stats.ComponentMeters;
import org.starbridge.bridge.tracing.ColibriRequests;
import org.starbridge.bridge.upgrade.FocusSessions;
import org.starbridge.bridge.xmpp.BridgeIqs;
import org.starbridge.bridge.xmpp.MucClients;
import org.starbridge.bridge.xmpp.ProgramVersion;
import org.starbridge.bridge.xmpp.SessionNames;
import org.starbridge.bridge.xmpp.XmppConfig;
import org.starbridge.bridge.xmpp.XmppCounter;
import org.starbridge.transport.counters.SharedCounters;

/** The bridge in rooms on XMPP servers, where focuses find it and send it requests. Any thread. */
final class XmppService implements MucClientControl, FocusSessions, AutoCloseable {
    private static final long POLL_NS = 10_000_000;
    /** What has arrived may still be on its way through the XML parser. */
    private static final int QUIET_POLLS = 20;

    private static final Logger LOG = LoggerFactory.getLogger(XmppService.class);

    /** Servers and rooms need less; a start waits no longer for them. */
    private static final Duration JOINING = Duration.ofSeconds(20);

    private static final Duration ANSWERING = Duration.ofSeconds(5);

    private final XmppConfig config;
    private final SessionNames names;
    private final BridgeIqs iqs;
    private final SharedCounters<XmppCounter> counters = new SharedCounters<>(XmppCounter.class);
    private final BreweryPresence presence;
    private final MucClients clients;

    /**
     * Connects nothing yet.
     *
     * @param focuses takes who asked and what was answered
     * @param random thread safe
     * @param names of its sessions on servers
     */
    XmppService(
            XmppConfig config,
            Control control,
            ColibriRequests requests,
            BridgeMonitor monitor,
            FocusLog focuses,
            RandomGenerator random,
            SessionNames names) {
        this.names = names;
        this.config = config;
        presence = new BreweryPresence(config, monitor);
        iqs = new BridgeIqs(
                requests,
                control.conferences().counters(),
                () -> monitor.health().result().sentence(),
                Thread::startVirtualThread,
                counters,
                focuses);
        clients = new MucClients(
                iqs,
                new ProgramVersion(Version.PROGRAM, Version.current(), Version.os()),
                presence::stats,
                random,
                names);
    }

    /** Connects to the servers that the configuration names, and stays in their rooms. */
    void open() {
        config.clients().forEach((id, properties) -> {
            try {
                clients.add(id, properties);
            } catch (IllegalArgumentException e) {
                LOG.warn("{}; it is ignored", e.getMessage());
            }
        });
    }

    /**
     * Waits until it is in all rooms.
     *
     * @throws IOException if that takes too long
     */
    void awaitRooms() throws IOException {
        long endNs = System.nanoTime() + JOINING.toNanos();
        while (clients.mucsJoined() < clients.mucsConfigured()) {
            if (System.nanoTime() - endNs > 0 || Thread.currentThread().isInterrupted()) {
                throw new IOException("not all XMPP rooms of the running bridge could be joined");
            }
            LockSupport.parkNanos(POLL_NS);
        }
    }

    /** Returns whether the connections are those of the configuration: requests may have added and removed some. */
    boolean isAsConfigured() {
        return List.copyOf(config.clients().keySet()).equals(clients.ids())
                || clients.ids().isEmpty();
    }

    @Override
    public int number() {
        return names.number();
    }

    @Override
    public void leave() {
        List<MucClients.Departure> departures = clients.stepBack();
        long endNs = System.nanoTime() + ANSWERING.toNanos();
        int quiet = 0;
        while (quiet < QUIET_POLLS && System.nanoTime() - endNs < 0) {
            quiet = iqs.pending() == 0 ? quiet + 1 : 0;
            LockSupport.parkNanos(POLL_NS);
        }
        departures.forEach(MucClients.Departure::end);
    }

    /** Publishes presence if it is due. To be called every second by one thread at a time. */
    void checkPresence() {
        presence.check(clients);
    }

    SharedCounters<XmppCounter> counters() {
        return counters;
    }

    /** Returns the number of connections to focuses, also of those that do not work at the moment. */
    int clientCount() {
        return clients.configured();
    }

    /** Puts the connections among the statistics. */
    void show(ComponentMeters meters) {
        meters.gauge("muc_clients_configured", "Configured connections to XMPP servers.", clients::configured);
        meters.gauge("muc_clients_connected", "Established connections to XMPP servers.", clients::connected);
        meters.gaugeAs("mucs_configured", "mucs_connected", "Configured XMPP rooms.", clients::mucsConfigured);
        meters.gauge("mucs_joined", "XMPP rooms that the bridge has joined.", clients::mucsJoined);
    }

    @Override
    public void add(String id, Map<String, String> properties) {
        clients.add(id, properties);
    }

    @Override
    public boolean remove(String id) {
        return clients.remove(id);
    }

    @Override
    public List<String> ids() {
        return clients.ids();
    }

    /** Leaves all rooms. */
    @Override
    public void close() {
        clients.close();
    }
}
