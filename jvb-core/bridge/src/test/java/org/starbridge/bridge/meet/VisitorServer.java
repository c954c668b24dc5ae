package org.starbridge.bridge.meet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * XMPP server of a trial's visitors, beside the one of its participants. Everyone in its rooms is a visitor but the
 * focus. It does not learn who is in the participants' rooms, for which Jitsi Meet has a module of Prosody: its pages
 * get sources from the focus alone.
 */
final class VisitorServer {
    private static final String NODE = "v1";
    private static final String DOMAIN = NODE + "." + JitsiMeetDeployment.DOMAIN;
    private static final String MODULE = "trial_visitors";
    private static final Pattern PASSWORD = Pattern.compile("password = \"(\\w+)\"");

    private final Path folder;
    private final int xmppPort = TrialProcesses.freePort();
    private final int httpPort = TrialProcesses.freePort();

    private VisitorServer(Path folder) {
        this.folder = folder;
    }

    /** Returns it when it answers. */
    static VisitorServer start(TrialPrograms programs, TrialProcesses processes) throws Exception {
        VisitorServer server = new VisitorServer(processes.folder().resolve("visitors"));
        Process written = new ProcessBuilder(
                        programs.script("jitsi-meet/one-machine/write").toString(),
                        DOMAIN,
                        server.folder.toString(),
                        Integer.toString(server.xmppPort),
                        Integer.toString(server.httpPort))
                .inheritIO()
                .start();
        assertThat(written.waitFor()).as("one-machine/write").isZero();
        Path configuration = server.folder.resolve("prosody.cfg.lua");
        Files.writeString(
                configuration,
                Files.readString(configuration)
                        .replace(
                                "    muc_room_locking = false",
                                "    muc_room_locking = false\n    muc_room_default_moderated = true"));
        processes.start(
                "prosody-visitors", Map.of(), List.of("prosody", "--config", configuration.toString(), "-F", "--root"));
        processes.await(
                "the visitors' Prosody",
                () -> TrialProcesses.isOpen(server.xmppPort) && TrialProcesses.isOpen(server.httpPort));
        return server;
    }

    /** Makes the participants' server name a component for visitors, without which the focus sends none away. */
    static void announce(Path folder) throws IOException {
        Files.writeString(
                folder.resolve("mod_" + MODULE + ".lua"),
                "module:add_identity(\"component\", \"visitors\", \"visitors." + JitsiMeetDeployment.DOMAIN + "\");\n");
        Path configuration = folder.resolve("prosody.cfg.lua");
        Files.writeString(
                configuration,
                Files.readString(configuration)
                        .replace("plugin_paths = { ", "plugin_paths = { \"" + folder + "\", ")
                        .replace(
                                "    authentication = \"anonymous\"",
                                "    authentication = \"anonymous\"\n    modules_enabled = { \"" + MODULE + "\" }"));
    }

    /** What the focus needs to log in there, and to send there who asks to be a visitor. */
    Map<String, String> focusSettings() throws IOException {
        Matcher password = PASSWORD.matcher(Files.readString(folder.resolve("jicofo.conf")));
        assertThat(password.find()).as("password of the focus").isTrue();
        String node = "jicofo.xmpp.visitors." + NODE + ".";
        return Map.of(
                "jicofo.visitors.enabled",
                "true",
                node + "hostname",
                "localhost",
                node + "port",
                Integer.toString(xmppPort),
                node + "domain",
                "auth." + DOMAIN,
                node + "xmpp-domain",
                DOMAIN,
                node + "username",
                "focus",
                node + "password",
                password.group(1),
                node + "conference-service",
                "conference." + DOMAIN,
                node + "disable-certificate-verification",
                "true");
    }

    /** How a page joins there once the focus has sent it, as {@code meet.js} takes it. */
    Map<String, Object> node() {
        return Map.of(
                "domain", DOMAIN,
                "muc", "conference." + DOMAIN,
                "serviceUrl", "ws://" + DOMAIN + ":" + httpPort + "/xmpp-websocket");
    }
}
