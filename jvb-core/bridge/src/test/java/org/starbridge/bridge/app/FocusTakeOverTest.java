package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.xmpp.Prosody;
import org.starbridge.bridge.xmpp.ScriptedFocus;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.transport.udp.UdpIo;

/** A bridge in a focus' room is taken over: the focus, beside a real Prosody, sees nothing of it. */
@Timeout(120)
class FocusTakeOverTest {
    private static final String NICKNAME = "jvb-1";
    private static final String MEETING = "a meeting";

    @TempDir
    Path folder;

    private Map<String, String> settings(Prosody prosody) throws IOException {
        Map<String, String> settings = new HashMap<>(ChosenPorts.free().settings());
        settings.put("starbridge.media.workers", "1");
        settings.put(
                "starbridge.upgrade.directory",
                Files.createDirectory(folder.resolve("run")).toString());
        prosody.client(NICKNAME)
                .forEach((key, value) -> settings.put("videobridge.apis.xmpp-client.configs.shard." + key, value));
        return settings;
    }

    @Test
    @SuppressWarnings("try") // the old bridge is closed when the new one serves
    void theFocusSeesNoBridgeLeaveAndEachRequestIsAnswered() throws Exception {
        assumeThat(UdpIo.probe().io()).isEqualTo(UdpIo.NATIVE);
        try (Prosody prosody = Prosody.start(Files.createDirectory(folder.resolve("prosody")))) {
            Map<String, String> settings = settings(prosody);
            try (Bridge old = Bridge.start(FreePorts.config(settings));
                    ScriptedFocus focus = ScriptedFocus.join(prosody, "focus")) {
                focus.awaitBridge(NICKNAME);
                XmlElement created = focus.ask(NICKNAME, ConferenceModify.creating(MEETING, "room@test", List.of()));
                assertThat(created.attribute("type")).isEqualTo("result");
                CompletableFuture<Bridge> taking = CompletableFuture.supplyAsync(() -> takeOver(settings));
                int asked = 0;
                while (!taking.isDone() || !old.ended().await(0, TimeUnit.SECONDS)) {
                    assertKnown(focus);
                    asked++;
                    if (taking.isCompletedExceptionally()) {
                        taking.join();
                    }
                }
                try (Bridge next = taking.join()) {
                    assertThat(asked).isGreaterThan(10);
                    old.close();
                    assertKnown(focus);
                    assertThat(focus.sightings(NICKNAME)).containsExactly("here");
                    XmlElement ended = focus.ask(NICKNAME, ConferenceModify.expiring(MEETING));
                    assertThat(ended.attribute("type")).isEqualTo("result");
                    assertThat(next.mediaPort()).isEqualTo(old.mediaPort());
                }
                focus.awaitGone(NICKNAME);
            }
        }
    }

    /** The conference is there, so it cannot be created again. */
    private static void assertKnown(ScriptedFocus focus) throws Exception {
        XmlElement again = focus.ask(NICKNAME, ConferenceModify.creating(MEETING, "room@test", List.of()));
        assertThat(again.toXml()).contains("conference_already_exists");
    }

    private static Bridge takeOver(Map<String, String> settings) {
        try {
            return Bridge.takeOver(FreePorts.config(settings), Preparation.begin());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
