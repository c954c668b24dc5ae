package org.starbridge.trials.focus;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.xmpp.Prosody;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.SentKinds;
import org.starbridge.hammer.media.file.BundledMedia;

/** Participants that speak Jingle, the stand-in as a process of its own, an XMPP server and a bridge. */
@Timeout(180)
class FocusStandInTest {
    @TempDir
    private Path folder;

    private static ConferenceOptions participants(URI bridge, int number) {
        return ConferenceOptions.builder(bridge, number, 0, BundledMedia.audio(), List.of(BundledMedia.video()))
                .kinds(SentKinds.BOTH)
                .joinTimeout(Duration.ofSeconds(60))
                .build();
    }

    private static URI url(Bridge bridge) {
        return URI.create("http://127.0.0.1:" + bridge.privatePort());
    }

    private static void awaitFlow(ClientConference conference, StandInProcess focus) throws Exception {
        conference.join();
        Prosody.await(
                "everything to flow; the focus: " + focus.log(),
                () -> conference.missing().isEmpty());
    }

    @Test
    void threeMeet() throws Exception {
        try (Prosody prosody = Prosody.start(folder);
                StandInProcess focus = new StandInProcess(prosody, folder);
                Bridge bridge = Bridge.start(FreePorts.config(StandInProcess.bridgeSettings(prosody)));
                Colibri2Client client = new Colibri2Client(url(bridge))) {
            focus.awaitBridge();
            ConferenceOptions options = participants(url(bridge), 3);
            try (ClientConference conference = new ClientConference(options, focus.signalling("three", options))) {
                awaitFlow(conference, focus);
                assertThat(client.stats().path("conferences").asInt()).isEqualTo(1);
                assertThat(conference.warnings()).isEmpty();
            }
            Prosody.await(
                    "the conference to end; the focus: " + focus.log(),
                    () -> client.stats().path("conferences").asInt() == 0);
            assertThat(focus.log()).doesNotContain("failed:", "could not be invited", "jvb-1 refuses");
        }
    }

    /** A page publishes into a room of Jitsi by WHIP and watches its participants by WHEP. */
    @Test
    @Tag("browser")
    void participantsOfJitsiAndAPublisherByWhipReceiveEachOther() throws Exception {
        try (Prosody prosody = Prosody.start(folder);
                StandInProcess focus = new StandInProcess(prosody, folder);
                Bridge bridge = Bridge.start(FreePorts.config(StandInProcess.bridgeSettings(prosody)))) {
            focus.awaitBridge();
            ConferenceOptions options = participants(url(bridge), 2);
            try (ClientConference conference = new ClientConference(options, focus.signalling("standup", options));
                    Chromium browser = Chromium.open("http://127.0.0.1:" + bridge.publicPort() + "/?room=standup")) {
                awaitFlow(conference, focus);
                Chromium.Page page = browser.page();
                page.call("(async () => { $('who').value = 'everybody'; })");
                page.call("watch");
                // Before it publishes: the page shows its own stream, too.
                List<?> viewed = (List<?>) Objects.requireNonNull(
                        page.call("(async () => ({names: viewed()}))").get("names"));
                assertThat(viewed).hasSize(2);
                page.call("publish");
                for (Object participant : viewed) {
                    Prosody.await("pictures of " + participant, () -> {
                        Map<String, Object> seen =
                                page.call("(async (name) => measure(connections.get(name)))", participant);
                        return ((Number) Objects.requireNonNull(seen.get("frames"))).intValue() > 30;
                    });
                }
                // The focus does not announce the publisher, so the participants count its packets as unknown.
                Prosody.await(
                        "the publisher's packets at each participant",
                        () -> conference.counts().stream()
                                .mapToLong(count -> count.received().unknownSsrc())
                                .allMatch(packets -> packets > 100));
            }
        }
    }
}
