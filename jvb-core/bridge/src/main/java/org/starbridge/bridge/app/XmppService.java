package org.starbridge.bridge.app;

import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.app.monitor.BridgeMonitor;
import org.starbridge.bridge.observation.FocusLog;
import org.starbridge.bridge.rest.MucClientControl;
import org.starbridge.bridge.stats.ComponentMeters;
import org.starbridge.bridge.tracing.ColibriRequests;
import org.starbridge.bridge.xmpp.BridgeIqs;
import org.starbridge.bridge.xmpp.MucClients;
import org.starbridge.bridge.xmpp.ProgramVersion;
import org.starbridge.bridge.xmpp.XmppConfig;
import org.starbridge.bridge.xmpp.XmppCounter;
import org.starbridge.transport.counters.SharedCounters;

/** The bridge in rooms on XMPP servers, where focuses find it and send it requests. Any thread. */
final class XmppService implements MucClientControl, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(XmppService.class);

    private final XmppConfig config;
    private final SharedCounters<XmppCounter> counters = new SharedCounters<>(XmppCounter.class);
    private final BreweryPresence presence;
    private final MucClients clients;

    /**
     * Connects nothing yet.
     *
     * @param focuses takes who asked and what was answered
     * @param random thread safe
     */
    XmppService(
            XmppConfig config,
            Control control,
            ColibriRequests requests,
            BridgeMonitor monitor,
            FocusLog focuses,
            RandomGenerator random) {
        this.config = config;
        presence = new BreweryPresence(config, monitor);
        clients = new MucClients(
                new BridgeIqs(
                        requests,
                        control.conferences().counters(),
                        () -> monitor.health().result().sentence(),
                        Thread::startVirtualThread,
                        counters,
                        focuses),
                new ProgramVersion(Version.PROGRAM, Version.current(), Version.os()),
                presence::stats,
                random);
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
