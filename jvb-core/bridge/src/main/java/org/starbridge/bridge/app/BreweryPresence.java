package org.starbridge.bridge.app;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.xmpp.MucClients;
import org.starbridge.bridge.xmpp.PresencePace;
import org.starbridge.bridge.xmpp.PresencePace.Placement;
import org.starbridge.bridge.xmpp.XmppConfig;
import org.starbridge.colibri.xml.XmlElement;

/** Keeps presence in the rooms of focuses true. The timer calls it; publishing happens on a thread of its own. */
final class BreweryPresence {
    private static final Logger LOG = LoggerFactory.getLogger(BreweryPresence.class);

    private final MucClients clients;
    private final Supplier<Placement> placement;
    private final Supplier<XmlElement> stats;
    private final PresencePace pace;
    private final AtomicBoolean isPublishing = new AtomicBoolean();

    BreweryPresence(XmppConfig config, MucClients clients, Supplier<Placement> placement, Supplier<XmlElement> stats) {
        this.clients = clients;
        this.placement = placement;
        this.stats = stats;
        pace = new PresencePace(config.presenceInterval());
        config.clients().forEach((id, properties) -> {
            try {
                clients.add(id, properties);
            } catch (IllegalArgumentException e) {
                LOG.warn("{}; it is ignored", e.getMessage());
            }
        });
    }

    /** Publishes what is due. A connection that is slow to take one presence is spared the next. */
    void check() {
        if (clients.configured() > 0 && !isPublishing.get() && pace.isDue(System.nanoTime(), placement.get())) {
            isPublishing.set(true);
            Thread.startVirtualThread(() -> {
                try {
                    clients.publish(stats.get());
                } finally {
                    isPublishing.set(false);
                }
            });
        }
    }
}
