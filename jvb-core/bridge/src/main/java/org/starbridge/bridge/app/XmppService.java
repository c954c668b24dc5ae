package org.starbridge.bridge.app;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.starbridge.bridge.rest.MucClientControl;
import org.starbridge.bridge.stats.BridgeState;
import org.starbridge.bridge.stats.StatsCollector;
import org.starbridge.bridge.xmpp.BreweryStats;
import org.starbridge.bridge.xmpp.BridgeIqs;
import org.starbridge.bridge.xmpp.MucClients;
import org.starbridge.bridge.xmpp.PresencePace.Placement;
import org.starbridge.bridge.xmpp.ProgramVersion;
import org.starbridge.bridge.xmpp.XmppConfig;
import org.starbridge.bridge.xmpp.XmppCounter;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Where focuses find the bridge and ask it: rooms on XMPP servers. Nothing is connected before it is opened. Any
 * thread.
 */
final class XmppService implements MucClientControl, AutoCloseable {
    private final XmppConfig config;
    private final BridgeMonitor vitals;
    private final SharedCounters<XmppCounter> counters = new SharedCounters<>(XmppCounter.class);
    private final Supplier<XmlElement> presence;
    private final MucClients clients;

    /** @param random thread safe */
    XmppService(XmppConfig config, Control control, BridgeMonitor vitals, RandomGenerator random) {
        this.config = config;
        this.vitals = vitals;
        presence = () -> BreweryStats.of(vitals.stats().json(), config.whitelist());
        clients = new MucClients(
                new BridgeIqs(
                        control.colibri(),
                        control.conferences().counters(),
                        () -> vitals.health().sentence(),
                        Thread::startVirtualThread,
                        counters),
                new ProgramVersion(Version.PROGRAM, Version.current(), Version.os()),
                presence,
                random);
    }

    /** Connects to the servers that the configuration names, and stays in their rooms. */
    void open(PeriodicTasks timetable) {
        BreweryPresence brewery = new BreweryPresence(config, clients, this::placement, presence);
        timetable.every(Duration.ofSeconds(1), "presence", brewery::check);
    }

    private Placement placement() {
        BridgeState state = vitals.state();
        return new Placement(
                state.healthy(),
                state.drain(),
                state.gracefulShutdown(),
                state.shuttingDown(),
                vitals.stats().stressLevel());
    }

    SharedCounters<XmppCounter> counters() {
        return counters;
    }

    /** Puts the connections among the statistics. */
    void show(StatsCollector stats) {
        stats.gauge("muc_clients_configured", "Connections to XMPP servers that there shall be.", clients::configured);
        stats.gauge("muc_clients_connected", "Connections to XMPP servers that there are.", clients::connected);
        stats.gaugeAs("mucs_configured", "mucs_connected", "XMPP rooms to be in.", clients::mucsConfigured);
        stats.gauge("mucs_joined", "XMPP rooms that the bridge is in.", clients::mucsJoined);
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
