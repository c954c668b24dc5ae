package org.starbridge.hammer.xmpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.client.ConferenceRequests;
import org.starbridge.hammer.client.ChannelKind;
import org.starbridge.hammer.client.SentKinds;
import org.starbridge.hammer.client.Swarm;
import org.starbridge.hammer.client.SwarmException;
import org.starbridge.hammer.client.SwarmOptions;
import org.starbridge.hammer.client.Wish;
import org.starbridge.hammer.media.BundledMedia;
import org.starbridge.jvb.app.Bridge;
import org.starbridge.jvb.config.BridgeConfigLoader;

/** Endpoints that join a bridge through the room of a real XMPP server. */
@Timeout(120)
class XmppStarTest {
    @TempDir
    private Path folder;

    private final List<String> said = new CopyOnWriteArrayList<>();

    private static Path script() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("scripts/prosody"))) {
            directory = java.util.Objects.requireNonNull(directory.getParent(), "scripts/prosody");
        }
        return directory.resolve("scripts/prosody");
    }

    private ProsodyProcess prosody() throws Exception {
        boolean isThere = isCommand("prosody") && isCommand("openssl");
        if ("true".equals(System.getenv("STARBRIDGE_REQUIRE_PROSODY"))) {
            assertThat(isThere).as("prosody and openssl must be installed").isTrue();
        }
        assumeTrue(isThere, "skipped: install Debian's prosody and openssl to run this test");
        return new ProsodyProcess(script(), folder);
    }

    private static boolean isCommand(String name) {
        for (String directory : (System.getenv("PATH") + ":/usr/sbin").split(File.pathSeparator, -1)) {
            if (Files.isExecutable(Path.of(directory, name))) {
                return true;
            }
        }
        return false;
    }

    private static Bridge bridge() throws Exception {
        Properties free = new Properties();
        for (String port : List.of("ice.udp", "http-servers.private", "http-servers.public")) {
            free.setProperty("videobridge." + port + ".port", "0");
        }
        return Bridge.start(BridgeConfigLoader.embedded(free));
    }

    private static SwarmOptions three(URI url) {
        return new SwarmOptions(
                url,
                3,
                0,
                0,
                SentKinds.AUDIO,
                1,
                BundledMedia.audio(),
                List.of(BundledMedia.video()),
                1,
                false,
                ChannelKind.WS,
                Wish.EVERYTHING,
                false,
                64,
                100,
                Duration.ofSeconds(60));
    }

    @Test
    void allIsAskedThroughTheRoomAndTimed() throws Exception {
        try (ProsodyProcess prosody = prosody();
                Bridge bridge = bridge()) {
            URI url = URI.create("http://127.0.0.1:" + bridge.privatePort());
            XmppArguments arguments = new XmppArguments();
            arguments.server = "127.0.0.1:" + prosody.port();
            try (Swarm swarm = new Swarm(three(url), arguments.requests(url, true, said::add))) {
                swarm.join();
                while (!swarm.missing().isEmpty()) { // the time limit of the test ends it
                    Thread.sleep(20);
                }
            }
            assertThat(said).hasSize(2);
            assertThat(said.getFirst()).startsWith("asking jvb-").endsWith(" in " + arguments.room);
            // A creation and an update each, and the end.
            assertThat(said.getLast()).startsWith("7 requests over XMPP, answered within ");
        }
    }

    @Test
    void aRefusalIsWhatTheBridgeSaid() throws Exception {
        try (ProsodyProcess prosody = prosody();
                Bridge bridge = bridge()) {
            URI url = URI.create("http://127.0.0.1:" + bridge.privatePort());
            XmppArguments arguments = new XmppArguments();
            arguments.server = "127.0.0.1:" + prosody.port();
            try (ConferenceRequests requests = arguments.requests(url, true, said::add)) {
                assertThatThrownBy(() -> requests.send(ConferenceModify.expiring("nobody")))
                        .isInstanceOfSatisfying(Colibri2Exception.class, refusal -> {
                            assertThat(refusal.condition()).isEqualTo(Colibri2Exception.Condition.ITEM_NOT_FOUND);
                            assertThat(refusal.reason()).isEqualTo(Colibri2Exception.Reason.CONFERENCE_NOT_FOUND);
                        });
            }
            arguments.password = "guess";
            assertThatThrownBy(() -> arguments.requests(url, false, said::add))
                    .isInstanceOf(SwarmException.class)
                    .hasMessageContaining("could not be hammer-");
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, -",
                "127.0.0.1, -, -",
                "127.0.0.1:5222, jvb, -",
                "-, jvb, --xmpp-bridge jvb without --xmpp: say where the XMPP server is",
                "127.0.0.1:x, -, --xmpp 127.0.0.1:x: expected HOST or HOST:PORT",
                "127.0.0.1:0, -, '--xmpp 127.0.0.1:0: port 0: expected 1 to 65535'"
            })
    void mistakesAreToldAsSentences(@Nullable String server, @Nullable String bridge, @Nullable String problem) {
        XmppArguments arguments = new XmppArguments();
        arguments.server = server;
        arguments.bridge = bridge;

        assertThat(arguments.check()).isEqualTo(problem);
    }
}
