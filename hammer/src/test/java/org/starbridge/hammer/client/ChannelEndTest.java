package org.starbridge.hammer.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.SentKinds;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.media.file.BundledMedia;

/** A bridge that takes an endpoint's channel away does not go unnoticed. */
@Timeout(60)
class ChannelEndTest {
    private static ClientConference conference(URI bridge, ChannelKind channel) {
        return new ClientConference(ConferenceOptions.builder(bridge, 1, 1, BundledMedia.audio(), BundledMedia.layers())
                .kinds(SentKinds.AUDIO)
                .channel(channel)
                .joinRate(10)
                .build());
    }

    /**
     * The bridge closes the channel and the association on one thread and DTLS on another: whichever ends first for the
     * endpoint is the reason that it reports.
     */
    @ParameterizedTest
    @CsvSource({
        "WS, WebSocket closed with status .*",
        "SCTP, data channel closed|association ended: ABORTED_BY_PEER|the bridge ended the DTLS session"
    })
    void endpointsReportWhyTheirChannelEnded(ChannelKind channel, String reasons) throws Exception {
        try (Bridge bridge = FreePorts.bridge();
                Colibri2Client focus = new Colibri2Client(URI.create("http://127.0.0.1:" + bridge.privatePort()));
                ClientConference conference =
                        conference(URI.create("http://127.0.0.1:" + bridge.privatePort()), channel)) {
            conference.join();
            assertThat(ends(conference)).isEmpty();
            focus.expire(conference.meetingId());
            while (ends(conference).size() < 2) {
                Thread.sleep(20);
            }
            assertThat(ends(conference)).allMatch(end -> end.matches(reasons));
        }
    }

    private static List<String> ends(ClientConference conference) {
        return conference.counts().stream()
                .map(ReceiverCount::channelEnd)
                .filter(Objects::nonNull)
                .toList();
    }
}
