package org.starbridge.bridge.app;

import java.util.concurrent.atomic.AtomicBoolean;
import org.starbridge.bridge.app.monitor.BridgeMonitor;
import org.starbridge.bridge.stats.BridgeState;
import org.starbridge.bridge.xmpp.BreweryStats;
import org.starbridge.bridge.xmpp.MucClients;
import org.starbridge.bridge.xmpp.PresencePace;
import org.starbridge.bridge.xmpp.PresencePace.Placement;
import org.starbridge.bridge.xmpp.XmppConfig;
import org.starbridge.colibri.xml.XmlElement;

/** The bridge's presence in the rooms of focuses. Checked by a timer, published on a thread of its own. */
final class BreweryPresence {
    private final XmppConfig config;
    private final BridgeMonitor monitor;
    private final PresencePace pace;
    private final AtomicBoolean isPublishing = new AtomicBoolean();

    BreweryPresence(XmppConfig config, BridgeMonitor monitor) {
        this.config = config;
        this.monitor = monitor;
        pace = new PresencePace(config.presenceInterval());
    }

    /** The statistics that it shows now. Any thread. */
    XmlElement stats() {
        return BreweryStats.of(monitor.stats().json(), config.whitelist());
    }

    /** Publishes it if it is due. A connection that is slow to take one presence is spared the next. */
    void check(MucClients clients) {
        if (clients.configured() > 0 && !isPublishing.get() && pace.isDue(System.nanoTime(), placement())) {
            isPublishing.set(true);
            Thread.startVirtualThread(() -> {
                try {
                    clients.publish(stats());
                } finally {
                    isPublishing.set(false);
                }
            });
        }
    }

    private Placement placement() {
        BridgeState state = monitor.state();
        return new Placement(
                state.healthy(),
                state.drain(),
                state.gracefulShutdown(),
                state.shuttingDown(),
                monitor.stats().stressLevel());
    }
}
