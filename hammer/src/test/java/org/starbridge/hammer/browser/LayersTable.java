package org.starbridge.hammer.browser;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.interop.BridgeAccount;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.interop.PageServer;
import org.starbridge.hammer.browser.Player.Picture;
import org.starbridge.hammer.client.ClientConference;

/**
 * One bridge and one browser for many ways to send a camera: a page publishes, another one asks for the whole picture,
 * for its lowest layer, and for the whole picture again.
 */
@SuppressWarnings("try") // closing may be interrupted
final class LayersTable implements AutoCloseable {
    private static final String CAMERA = LayersRoom.CAMERA;
    private static final int MEASURED_FRAMES = 30;
    private static final int LOWEST = 90;
    private static final Pattern SPATIAL_LAYERS = Pattern.compile("L(\\d)");

    private final Bridge bridge = FreePorts.bridge("videobridge.cc.assumed-bandwidth-limit", "10 mbps");
    private final PageServer pages = new PageServer(bridge.privatePort());
    private final Chromium browser = Chromium.open(pages.url());
    private final Chromium.Page publisher = browser.page();
    private final Chromium.Page viewer = browser.openPage(pages.url());
    final BridgeAccount account = new BridgeAccount(bridge);

    LayersTable() throws Exception {}

    /**
     * A way to send a camera.
     *
     * @param mode a scalability mode, or "simulcast"
     * @param isDescribed whether the dependency descriptor is negotiated
     */
    record Row(String codec, String mode, int width, int height, boolean isDescribed) {
        @Override
        public String toString() {
            return String.join(", ", codec, mode, width + "x" + height, isDescribed ? "descriptor" : "no descriptor");
        }
    }

    /**
     * What came of it.
     *
     * @param sentMode the mode that the browser made of it
     * @param sentHeight lines of the highest layer
     * @param shownHeight lines of what the viewer shows in the end
     * @param shares frames decoded of those sent: of the whole picture, of the lowest layer, of the whole picture again
     * @param keyFrames that were sent
     */
    record Outcome(String sentMode, int sentHeight, int shownHeight, List<Double> shares, long keyFrames) {
        private static final double LEAST_SHARE = 0.8;

        boolean isAsExpected() {
            return shownHeight == sentHeight && shares.stream().allMatch(share -> share >= LEAST_SHARE);
        }

        String row(Row of) {
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %dx%d | %s | %s | %d | %d | %s | %d |%n",
                    of.codec(),
                    of.mode(),
                    of.width(),
                    of.height(),
                    of.isDescribed() ? "yes" : "no",
                    sentMode,
                    sentHeight,
                    shownHeight,
                    shares.stream()
                            .map(share -> String.format(Locale.ROOT, "%.2f", share))
                            .toList(),
                    keyFrames);
        }
    }

    Outcome run(Row row) throws Exception {
        try (ClientConference conference = LayersRoom.conference(bridge.privatePort())) {
            conference.join();
            publisher.visit(pages.url());
            viewer.visit(pages.url());
            begin(publisher, row);
            begin(viewer, row);
            Map<String, Object> published = publish(publisher, row, conference.meetingId(), "aaaa0001");
            Player player = new Player(
                    viewer,
                    conference.meetingId(),
                    "bbbb0002",
                    List.of(Map.of(
                            "name", CAMERA,
                            "ssrc", LayersRoom.number(published, "ssrc"),
                            "rtx", LayersRoom.number(published, "rtx"))));
            return measure(player, row);
        }
    }

    static Map<String, Object> publish(Chromium.Page page, Row row, String meetingId, String id) {
        return "simulcast".equals(row.mode())
                ? page.call("publishEncodings", meetingId, id, 0, row.width(), row.height())
                : page.call("publishLayers", meetingId, id, row.mode(), row.width(), row.height());
    }

    static void begin(Chromium.Page page, Row row) {
        page.call("useCodecs", List.of(row.codec()));
        if (!row.isDescribed()) {
            page.call("offerNoDescriptors");
        }
    }

    private Outcome measure(Player player, Row row) {
        player.wantHeight(row.height());
        Picture whole = player.awaitFrames(CAMERA, 1);
        for (int i = 0; i < 6 && whole.of(CAMERA).height() != sentHeight(); i++) {
            whole = player.awaitFrames(CAMERA, 8); // until the sender's bandwidth carries all layers
        }
        double first = share(player);
        player.wantHeight(LOWEST);
        player.awaitFrames(CAMERA, 15);
        double lowest = share(player);
        player.wantHeight(row.height());
        player.awaitFrames(CAMERA, 23);
        double again = share(player);
        Map<String, Object> sent = publisher.call("sent");
        return new Outcome(
                String.valueOf(sent.get("mode")),
                (int) LayersRoom.number(sent, "height"),
                player.look().of(CAMERA).height(),
                List.of(first, lowest, again),
                LayersRoom.number(sent, "keyFrames"));
    }

    private int sentHeight() {
        return (int) LayersRoom.number(publisher.call("sent"), "height");
    }

    private double share(Player player) {
        long sentBefore = sentPictures();
        long shownBefore = player.look().of(CAMERA).frames();
        long shown = player.awaitFrames(CAMERA, MEASURED_FRAMES).of(CAMERA).frames() - shownBefore;
        return (double) shown / Math.max(1, sentPictures() - sentBefore);
    }

    /** The browser counts each spatial layer of a picture as a frame. */
    private long sentPictures() {
        Map<String, Object> sent = publisher.call("sent");
        Matcher spatial = SPATIAL_LAYERS.matcher(String.valueOf(sent.get("mode")));
        int layers = spatial.lookingAt() ? Integer.parseInt(spatial.group(1)) : 1;
        return LayersRoom.number(sent, "frames") / layers;
    }

    @Override
    public void close() throws Exception {
        browser.close();
        pages.close();
        bridge.close();
    }
}
