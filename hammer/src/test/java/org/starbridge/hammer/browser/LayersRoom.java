package org.starbridge.hammer.browser;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.interop.BridgeAccount;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.interop.PageServer;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.SentKinds;
import org.starbridge.hammer.client.plan.VideoRequest;
import org.starbridge.hammer.media.file.BundledMedia;

/** A bridge, a page that publishes with the first of some codecs, and two that play it. */
@SuppressWarnings("try") // closing may be interrupted
final class LayersRoom implements AutoCloseable {
    static final String CAMERA = "aaaa0001-v0";

    private final Bridge bridge = FreePorts.bridge("videobridge.cc.assumed-bandwidth-limit", "10 mbps");
    private final ClientConference conference = conference(bridge.privatePort());
    private final PageServer pages = new PageServer(bridge.privatePort());
    private final Chromium browser = Chromium.open(pages.url());
    private final List<String> codecs;
    final BridgeAccount account = new BridgeAccount(bridge);
    final Chromium.Page publisher;
    final Player low;
    final Player high;

    /** {@code scalabilityMode}: of all layers in one SSRC; or "simulcast". */
    LayersRoom(String scalabilityMode, String... codecs) throws Exception {
        this.codecs = List.of(codecs);
        conference.join();
        publisher = with(browser.page());
        Map<String, Object> published = "simulcast".equals(scalabilityMode)
                ? publisher.call("publishEncodings", conference.meetingId(), "aaaa0001")
                : publisher.call("publishLayers", conference.meetingId(), "aaaa0001", scalabilityMode);
        List<Map<String, Object>> sources =
                List.of(Map.of("name", CAMERA, "ssrc", number(published, "ssrc"), "rtx", number(published, "rtx")));
        low = new Player(with(browser.openPage(pages.url())), conference.meetingId(), "bbbb0002", sources);
        Chromium.Page keeping = with(browser.openPage(pages.url()));
        keeping.call("keepFrames");
        high = new Player(keeping, conference.meetingId(), "cccc0003", sources);
    }

    private Chromium.Page with(Chromium.Page page) {
        page.call("useCodecs", codecs);
        return page;
    }

    @Override
    public void close() throws Exception {
        browser.close();
        pages.close();
        conference.close();
        bridge.close();
    }

    /** The conference to join. It has no video of its own: a browser shows VP8 of any SSRC that was not announced. */
    static ClientConference conference(int bridgePort) {
        return new ClientConference(ConferenceOptions.builder(
                        URI.create("http://127.0.0.1:" + bridgePort), 1, 1, BundledMedia.audio(), BundledMedia.layers())
                .kinds(SentKinds.AUDIO)
                .channel(ChannelKind.SCTP)
                .request(new VideoRequest(0, -1))
                .joinRate(10)
                .joinTimeout(Duration.ofSeconds(60))
                .build());
    }

    static long number(Map<String, Object> figures, String name) {
        return ((Number) Objects.requireNonNull(figures.get(name), name)).longValue();
    }
}
