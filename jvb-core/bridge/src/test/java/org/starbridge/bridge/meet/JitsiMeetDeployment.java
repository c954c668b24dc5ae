package org.starbridge.bridge.meet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Prosody, a Jicofo of the caller's or its stand-in, and bridges, each a process of its own on free ports of this
 * machine, configured by {@code scripts/jitsi-meet/one-machine/write}. The output of each is a file in the deployment's
 * folder.
 */
final class JitsiMeetDeployment implements AutoCloseable {
    /** Chromium takes names below localhost for this machine, and Prosody finds its virtual host by the name. */
    static final String DOMAIN = "meet.localhost";

    private static final String FOCUS = "focus";
    private static final String FOUND = "Added new videobridge";

    private final TrialPrograms programs;
    private final TrialProcesses processes;
    private final int xmppPort = TrialProcesses.freePort();
    private final int httpPort = TrialProcesses.freePort();
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<TrialBridge> bridges = new ArrayList<>();
    private @Nullable Process prosody;
    private @Nullable Process focus;
    private @Nullable VisitorServer visitors;

    private JitsiMeetDeployment(TrialPrograms programs, Path folder) {
        this.programs = programs;
        processes = new TrialProcesses(folder);
    }

    /**
     * Starts Prosody, one bridge of this checkout and the focus; returns when the focus has found the bridge.
     *
     * @param folder must not exist
     */
    static JitsiMeetDeployment start(TrialPrograms programs, Path folder) throws Exception {
        JitsiMeetDeployment deployment = new JitsiMeetDeployment(programs, folder);
        try {
            deployment.startAll();
            return deployment;
        } catch (Exception | AssertionError e) {
            deployment.close();
            throw e;
        }
    }

    private void startAll() throws Exception {
        Process written = new ProcessBuilder(
                        programs.script("jitsi-meet/one-machine/write").toString(),
                        DOMAIN,
                        processes.folder().toString(),
                        Integer.toString(xmppPort),
                        Integer.toString(httpPort))
                .inheritIO()
                .start();
        assertThat(written.waitFor()).as("one-machine/write").isZero();
        VisitorServer.announce(processes.folder());
        if (programs.captures().isPresent()) {
            captureStanzas(programs.captures().get());
        }
        startProsody();
        addBridge(TrialBridge.Kind.STARBRIDGE, "ours-1");
        startFocus(Map.of());
    }

    /** Prosody writes each stanza into a log of its own. */
    private void captureStanzas(Path captures) throws IOException {
        Path configuration = processes.folder().resolve("prosody.cfg.lua");
        String text = Files.readString(configuration);
        String changed = text.replace("log = { ", "log = { debug = \"" + captures.resolve("stanzas.log") + "\"; ")
                .replaceFirst("modules_enabled = \\{ ", "modules_enabled = { \"stanza_debug\"; ");
        Files.writeString(configuration, changed);
    }

    private void startProsody() throws Exception {
        prosody = processes.start(
                "prosody",
                Map.of(),
                List.of("prosody", "--config", processes.folder() + "/prosody.cfg.lua", "-F", "--root"));
        processes.await("Prosody", () -> TrialProcesses.isOpen(xmppPort) && TrialProcesses.isOpen(httpPort));
    }

    /** Ends the server of all connections and starts it again. */
    void restartProsody() throws Exception {
        if (prosody != null) {
            TrialProcesses.terminate(prosody);
        }
        startProsody();
    }

    /** The XMPP server of visitors, which runs from the first call on. */
    VisitorServer visitorServer() throws Exception {
        VisitorServer running = visitors;
        if (running == null) {
            running = VisitorServer.start(programs, processes);
            visitors = running;
        }
        return running;
    }

    /** Where its files are. */
    Path folder() {
        return processes.folder();
    }

    /** Its processes; others that are started there end with it. */
    TrialProcesses processes() {
        return processes;
    }

    /** Another bridge. */
    TrialBridge addBridge(TrialBridge.Kind kind, String nickname) throws Exception {
        TrialBridge bridge = new TrialBridge(programs, processes, http, kind, nickname);
        bridge.start();
        bridges.add(bridge);
        return bridge;
    }

    List<TrialBridge> bridges() {
        return List.copyOf(bridges);
    }

    TrialBridge firstBridge() {
        return bridges.getFirst();
    }

    /** The bridge with this media port, if it is one of ours. */
    Optional<TrialBridge> bridgeAt(int mediaPort) {
        return bridges.stream()
                .filter(bridge -> bridge.mediaPort() == mediaPort)
                .findFirst();
    }

    private void startFocus(Map<String, String> given) throws Exception {
        int before = processes.log(FOCUS).length();
        Map<String, String> settings = new TreeMap<>(given);
        settings.put("config.file", processes.folder().resolve("jicofo.conf").toString());
        settings.put("jicofo.rest.port", Integer.toString(TrialProcesses.freePort()));
        Map<String, String> environment = new HashMap<>(Map.of("STARBRIDGE_NO_BUILD", "1"));
        programs.jicofo().ifPresent(jicofo -> environment.putAll(TrialPrograms.environment(jicofo, settings)));
        focus = processes.start(
                FOCUS,
                environment,
                programs.jicofo()
                        .map(jicofo -> TrialPrograms.command(jicofo, "org.jitsi.jicofo.Main", settings))
                        .orElseGet(this::standInCommand));
        awaitFound(before, bridges.stream().filter(TrialBridge::isRunning).count());
    }

    private void awaitFound(int logBefore, long count) throws Exception {
        processes.await(
                "the focus to find " + count + " bridges",
                () -> Pattern.compile(FOUND)
                                .matcher(processes.log(FOCUS).substring(logBefore))
                                .results()
                                .count()
                        >= count);
    }

    /** Starts a bridge that ended; returns how many seconds it took until the focus had found it. */
    double startAgain(TrialBridge bridge) throws Exception {
        long beforeNs = System.nanoTime();
        int before = processes.log(FOCUS).length();
        bridge.start();
        awaitFound(before, 1);
        return (System.nanoTime() - beforeNs) / 1e9;
    }

    /** Ends the focus and starts it again with other settings; returns when it has found all bridges that run. */
    void restartFocus(Map<String, String> settings) throws Exception {
        if (focus != null) {
            TrialProcesses.terminate(focus);
        }
        startFocus(settings);
    }

    private List<String> standInCommand() {
        return List.of(
                programs.script("jitsi-meet/focus-stand-in").toString(),
                processes.folder().resolve("jicofo.conf").toString());
    }

    /** How a page joins, as {@code meet.js} takes it. */
    Map<String, Object> join(String room, String codec, String channel) {
        return new HashMap<>(Map.of(
                "domain",
                DOMAIN,
                "muc",
                "conference." + DOMAIN,
                "focus",
                "focus@auth." + DOMAIN + "/focus",
                "serviceUrl",
                "ws://" + DOMAIN + ":" + httpPort + "/xmpp-websocket",
                "room",
                room,
                "codec",
                codec,
                "channel",
                channel));
    }

    @Override
    public void close() {
        http.close();
        processes.close();
    }
}
