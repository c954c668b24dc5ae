package org.starbridge.hammer.browser;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.interop.PageServer;
import org.starbridge.hammer.browser.LayersTable.Row;
import org.starbridge.hammer.client.ClientConference;

/** Three pages that publish, and one that plays the first on a stage of 360 lines, the others as tiles of 90. */
@SuppressWarnings("try") // closing may be interrupted
final class LayersScene implements AutoCloseable {
    private static final int PUBLISHERS = 3;
    private static final int STAGE = 360;
    private static final int TILE = 90;
    private static final int BEGIN_FRAMES = 30;
    private static final long MEASURED_NS = 10_000_000_000L;
    private static final Pattern SPATIAL_LAYERS = Pattern.compile("L(\\d)");

    private final Bridge bridge = FreePorts.bridge("videobridge.cc.assumed-bandwidth-limit", "10 mbps");
    private final PageServer pages = new PageServer(bridge.privatePort());
    private final Chromium browser = Chromium.open(pages.url());
    private final Chromium.Page viewer = browser.page();
    private final List<Chromium.Page> publishers = new ArrayList<>();

    LayersScene() throws Exception {
        for (int i = 0; i < PUBLISHERS; i++) {
            publishers.add(browser.openPage(pages.url()));
        }
    }

    /**
     * What is shown of one publisher.
     *
     * @param share frames decoded of those sent
     */
    record Shown(int height, double share) {
        private static final double LEAST_SHARE = 0.8;

        boolean isWhole() {
            return height > 0 && share >= LEAST_SHARE;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%d: %.2f", height, share);
        }
    }

    /** The stage first. */
    record Outcome(String sentMode, int sentHeight, List<Shown> shown, List<Long> keyFrames) {
        boolean isAsExpected() {
            return shown.getFirst().height() == sentHeight && shown.stream().allMatch(Shown::isWhole);
        }

        String row(Row of) {
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %dx%d | %s | %s | %d | %s | %s | %s |%n",
                    of.codec(),
                    of.mode(),
                    of.width(),
                    of.height(),
                    of.isDescribed() ? "yes" : "no",
                    sentMode,
                    sentHeight,
                    shown.getFirst(),
                    shown.subList(1, shown.size()),
                    keyFrames);
        }
    }

    Outcome run(Row row) throws Exception {
        try (ClientConference conference = LayersRoom.conference(bridge.privatePort())) {
            conference.join();
            viewer.visit(pages.url());
            LayersTable.begin(viewer, row);
            List<Map<String, Object>> sources = new ArrayList<>();
            for (int i = 0; i < PUBLISHERS; i++) {
                Chromium.Page publisher = publishers.get(i);
                publisher.visit(pages.url());
                LayersTable.begin(publisher, row);
                Map<String, Object> published =
                        LayersTable.publish(publisher, row, conference.meetingId(), "aaaa000" + (i + 1));
                sources.add(Map.of(
                        "name", name(i),
                        "ssrc", LayersRoom.number(published, "ssrc"),
                        "rtx", LayersRoom.number(published, "rtx")));
            }
            Player player = new Player(viewer, conference.meetingId(), "bbbb0009", sources);
            player.want(Map.of(
                    "lastN",
                    -1,
                    "defaultConstraints",
                    Map.of("maxHeight", TILE),
                    "constraints",
                    Map.of(name(0), Map.of("maxHeight", STAGE))));
            for (int i = 0; i < PUBLISHERS; i++) {
                player.awaitFrames(name(i), 1);
            }
            player.awaitFrames(name(0), BEGIN_FRAMES); // until the senders' bandwidth carries all layers
            return measure(player);
        }
    }

    private static String name(int publisher) {
        return "aaaa000" + (publisher + 1) + "-v0";
    }

    private Outcome measure(Player player) {
        List<Map<String, Object>> sentBefore = sent();
        Player.Picture before = player.look();
        for (long endNs = System.nanoTime() + MEASURED_NS; System.nanoTime() < endNs; ) {
            LockSupport.parkNanos(100_000_000);
        }
        Player.Picture after = player.look();
        List<Map<String, Object>> sent = sent();
        List<Shown> shown = new ArrayList<>();
        List<Long> keyFrames = new ArrayList<>();
        for (int i = 0; i < PUBLISHERS; i++) {
            long pictures = pictures(sent.get(i)) - pictures(sentBefore.get(i));
            long decoded = after.of(name(i)).frames() - before.of(name(i)).frames();
            shown.add(new Shown(after.of(name(i)).height(), (double) decoded / Math.max(1, pictures)));
            keyFrames.add(LayersRoom.number(sent.get(i), "keyFrames"));
        }
        Map<String, Object> stage = sent.getFirst();
        return new Outcome(
                String.valueOf(stage.get("mode")), (int) LayersRoom.number(stage, "height"), shown, keyFrames);
    }

    private List<Map<String, Object>> sent() {
        return publishers.stream().map(each -> each.call("sent")).toList();
    }

    /** The browser counts each spatial layer of a picture as a frame. */
    private static long pictures(Map<String, Object> sent) {
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
