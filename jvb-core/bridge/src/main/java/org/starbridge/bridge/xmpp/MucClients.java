package org.starbridge.bridge.xmpp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.colibri.xml.XmlElement;

/**
 * All connections to XMPP servers. Any thread may call anything; nothing here waits for a server but {@link #close}.
 */
public final class MucClients implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MucClients.class);

    private final BridgeIqs iqs;
    private final ProgramVersion version;
    private final Supplier<XmlElement> presence;
    private final RandomGenerator random;
    private final SessionNames names;
    private final Map<String, MucClient> clients = new LinkedHashMap<>();

    /**
     * @param presence what presence shall contain when a room is joined, and before it is left
     * @param random thread safe
     */
    public MucClients(BridgeIqs iqs, ProgramVersion version, Supplier<XmlElement> presence, RandomGenerator random) {
        this(iqs, version, presence, random, SessionNames.ONLY);
    }

    /** The same with names of its sessions. */
    public MucClients(
            BridgeIqs iqs,
            ProgramVersion version,
            Supplier<XmlElement> presence,
            RandomGenerator random,
            SessionNames names) {
        this.names = names;
        this.iqs = iqs;
        this.version = version;
        this.presence = presence;
        this.random = random;
    }

    /**
     * Adds one, which connects by itself and stays connected. One with the same id and account stays as it is; with
     * another account it is replaced.
     *
     * @param properties as {@link MucClientConfig#of} has them
     * @throws IllegalArgumentException with a sentence, when something is missing or wrong
     */
    public synchronized void add(String id, Map<String, String> properties) {
        MucClientConfig config = MucClientConfig.of(id, properties);
        MucClient existing = clients.get(id);
        if (existing != null && existing.config().isSameAccount(config)) {
            return;
        }
        MucClient added = MucClient.create(config, iqs, version, presence, random, names);
        MucClient replaced = clients.put(id, added);
        if (replaced != null) {
            Thread.startVirtualThread(replaced::close);
        }
        LOG.info("XMPP client added: {}", config);
        added.start();
    }

    /** Ends one. @return false if there is none with this id */
    public boolean remove(String id) {
        MucClient removed;
        synchronized (this) {
            removed = clients.remove(id);
        }
        if (removed != null) {
            LOG.info("XMPP client removed: {}", removed.config());
            Thread.startVirtualThread(removed::close);
        }
        return removed != null;
    }

    /** The ids of all, in the order in which they were added. */
    public synchronized List<String> ids() {
        return List.copyOf(clients.keySet());
    }

    /** Shows this in every room; on the caller's thread, which may have to wait for a slow connection. */
    public void publish(XmlElement stats) {
        all().forEach(client -> client.publish(stats));
    }

    /** Returns the number of clients. */
    public int configured() {
        return all().size();
    }

    /** Returns the number of clients that are logged in. */
    public int connected() {
        return (int) all().stream().filter(MucClient::isConnected).count();
    }

    /** Returns the number of rooms there are to be in. */
    public int mucsConfigured() {
        return all().stream()
                .mapToInt(client -> client.config().mucJids().size())
                .sum();
    }

    /** Returns the number of rooms the bridge is in. */
    public int mucsJoined() {
        return all().stream().mapToInt(MucClient::joined).sum();
    }

    /** End of a session that no new request reaches. */
    @FunctionalInterface
    public interface Departure {
        /** Sends what waits, for some seconds at most, and disconnects. */
        void end();
    }

    /**
     * Lets another session of this bridge get what is asked in the rooms; waits for the servers for some seconds at
     * most. What they delivered before is still answered, until the end of each departure.
     */
    public List<Departure> stepBack() {
        List<MucClient> leaving;
        synchronized (this) {
            leaving = List.copyOf(clients.values());
            clients.clear();
        }
        leaving.forEach(MucClient::stepBack);
        leaving.forEach(MucClient::awaitStepBack);
        return leaving.stream().<Departure>map(client -> client::end).toList();
    }

    private synchronized List<MucClient> all() {
        return List.copyOf(clients.values());
    }

    /**
     * Shows presence as it is now for the last time, leaves every room, and disconnects: so a focus first sees why the
     * bridge goes, and then that it has gone, before the server would notice.
     */
    @Override
    public void close() {
        List<MucClient> closing;
        synchronized (this) {
            closing = List.copyOf(clients.values());
            clients.clear();
        }
        XmlElement last = presence.get();
        List<Thread> threads = closing.stream()
                .map(client -> Thread.startVirtualThread(() -> client.close(last)))
                .toList();
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
