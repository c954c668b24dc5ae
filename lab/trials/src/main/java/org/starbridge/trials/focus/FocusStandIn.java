package org.starbridge.trials.focus;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jivesoftware.smack.packet.Presence;
import org.jivesoftware.smack.packet.StandardExtensionElement;
import org.jxmpp.jid.Jid;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlElement;

/**
 * The stand-in: one connection, the bridges and the rooms. What arrives is carried out on one thread, in order; an
 * event that fails is logged and the next one is carried out.
 */
public final class FocusStandIn implements AutoCloseable {
    private final FocusSettings settings;
    private final Consumer<String> log;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().name("focus").factory());
    private final Bridges bridges = new Bridges();
    private final Map<String, FocusRoom> rooms = new HashMap<>();
    private final FocusConnection connection;

    private FocusStandIn(FocusSettings settings, Consumer<String> log) throws IOException, InterruptedException {
        this.settings = settings;
        this.log = log;
        connection = new FocusConnection(settings, log);
    }

    /**
     * Logs in and enters the bridges' room.
     *
     * @param configuration a {@code jicofo.conf}
     * @param log takes a sentence for each event
     * @throws IOException if the server cannot be reached or refuses the account
     */
    public static FocusStandIn start(Path configuration, Consumer<String> log)
            throws IOException, InterruptedException {
        FocusStandIn focus = new FocusStandIn(FocusSettings.read(configuration), log);
        try {
            focus.connection.open(focus.new Events());
            return focus;
        } catch (IOException | InterruptedException e) {
            focus.close();
            throw e;
        }
    }

    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private void run(Step step) {
        if (thread.isShutdown()) {
            return;
        }
        thread.execute(() -> {
            try {
                step.run();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } catch (IOException | RuntimeException e) {
                log.accept("failed: " + e);
            }
        });
    }

    /** Listener to what the connection reports, on the connection's own threads. */
    private final class Events implements FocusConnection.Events {
        @Override
        public void onConference(String room) {
            run(() -> {
                if (!rooms.containsKey(room)) {
                    rooms.put(room, new FocusRoom(room, connection, bridges, log));
                    connection.enter(room);
                }
            });
        }

        @Override
        public void onPresence(Presence presence) {
            run(() -> {
                Jid from = presence.getFrom();
                String room = from.asBareJid().toString();
                String nickname = from.getResourceOrEmpty().toString();
                if (room.equals(settings.bridges())) {
                    onBridge(nickname, presence);
                } else if (rooms.containsKey(room) && !nickname.equals(FocusConnection.NICKNAME)) {
                    onOccupant(room, nickname, presence.getType());
                }
            });
        }

        @Override
        public void onJingle(Jid from, XmlElement jingle) {
            run(() -> {
                FocusRoom room = rooms.get(from.asBareJid().toString());
                if (room != null) {
                    room.onJingle(from.getResourceOrEmpty().toString(), jingle);
                }
            });
        }
    }

    private void onOccupant(String name, String nickname, Presence.Type type) throws IOException, InterruptedException {
        FocusRoom room = rooms.get(name);
        if (room == null) {
            return;
        }
        if (type == Presence.Type.available) {
            room.onEntered(nickname);
        } else if (type == Presence.Type.unavailable) {
            room.onLeft(nickname);
            if (room.isEmpty()) {
                rooms.remove(name);
                connection.leave(name);
            }
        }
    }

    private void onBridge(String nickname, Presence presence) throws IOException, InterruptedException {
        if (presence.getType() == Presence.Type.unavailable) {
            log.accept("Removing bridge: " + nickname);
            bridges.onGone(nickname);
        } else if (presence.getExtensionElement("stats", Colibri2Xml.STATS_NAMESPACE)
                instanceof StandardExtensionElement stats) {
            boolean isShuttingDown = stats.getElements("stat").stream()
                    .anyMatch(stat -> "shutting_down".equals(stat.getAttributeValue("name"))
                            && "true".equals(stat.getAttributeValue("value")));
            if (bridges.onStatistics(nickname, isShuttingDown)) {
                log.accept("Added new videobridge: " + nickname);
            }
        }
        for (FocusRoom room : List.copyOf(rooms.values())) {
            room.onBridges();
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        connection.close();
    }

    /** Runs until the process is ended; the argument is a {@code jicofo.conf}. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (arguments.length != 1) {
            out.println("expected a jicofo.conf");
            System.exit(2);
        }
        start(
                Path.of(arguments[0]),
                line -> out.println(LocalTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS) + " " + line));
        new CountDownLatch(1).await(); // the threads of the connection would let the process end
    }
}
