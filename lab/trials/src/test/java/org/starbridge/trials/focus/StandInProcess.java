package org.starbridge.trials.focus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.bridge.xmpp.Prosody;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.signalling.Signalling;
import org.starbridge.hammer.meet.MeetArguments;
import picocli.CommandLine;

/**
 * The stand-in in a process of its own, under a {@link Prosody}. In one process with the Hammer's participants it would
 * compete with them for who reads Jingle.
 */
final class StandInProcess implements AutoCloseable {
    static final String BRIDGE = "jvb-1";

    private final Prosody prosody;
    private final Path log;
    private final Process process;

    StandInProcess(Prosody prosody, Path folder) throws IOException {
        this.prosody = prosody;
        log = folder.resolve("focus.log");
        Path configuration = Files.writeString(
                folder.resolve("jicofo.conf"), """
                jicofo {
                  xmpp.client {
                    hostname = "127.0.0.1", port = %d, domain = "auth.meet.jitsi"
                    username = "focus", password = "%s", conference-muc-jid = "muc.meet.jitsi"
                  }
                  bridge.brewery-jid = "%s"
                }
                """.formatted(prosody.port(), Prosody.PASSWORD, Prosody.ROOM));
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FocusStandIn.class.getName(),
                        configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    /** The settings of a bridge that this focus finds. */
    static Map<String, String> bridgeSettings(Prosody prosody) {
        Map<String, String> settings = new HashMap<>();
        prosody.client(BRIDGE)
                .forEach((key, value) -> settings.put("videobridge.apis.xmpp-client.configs.shard." + key, value));
        return settings;
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    void awaitBridge() throws Exception {
        Prosody.await(
                "the focus to find the bridge; so far: " + log(),
                () -> log().contains("Added new videobridge: " + BRIDGE));
    }

    /** How participants enter a room of this deployment. */
    Signalling signalling(String room, ConferenceOptions options) {
        List<String> arguments = List.of(
                "--meet",
                "127.0.0.1:" + prosody.port(),
                "--meet-any-certificate",
                "--meet-room",
                room,
                "--meet-focus",
                "focus@auth.meet.jitsi/focus");
        return CommandLine.populateCommand(new MeetArguments(), arguments.toArray(String[]::new))
                .signalling(options);
    }

    @Override
    public void close() {
        process.destroy();
    }
}
